import Foundation
import GuiseCore
import Testing

/// Compares pictures with those that are kept in the repository.
///
/// A picture is right when at most 0.1 % of its pixels differ by more than 5/255 in a channel
/// (filament's measure). When it is not, actual, expected and difference are kept in
/// `.build/golden-failures`. With `GUISE_UPDATE_GOLDENS=1` in the environment the kept pictures are
/// rewritten instead: look at them before they are committed.
public enum Golden {
  static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// - Parameters:
  ///   - name: the file's name in `Tests/GoldenTests/Goldens`, without extension.
  public static func expect(
    _ actual: Image, matches name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = packageRoot.appendingPathComponent("Tests/GoldenTests/Goldens/\(name).png")
    if ProcessInfo.processInfo.environment["GUISE_UPDATE_GOLDENS"] == "1" {
      try Data(PNG.encode(actual)).write(to: file)
      return
    }
    guard let data = try? Data(contentsOf: file) else {
      Issue.record(
        "no golden picture \(file.lastPathComponent); `make golden` makes it",
        sourceLocation: sourceLocation)
      return
    }
    let expected = try PNG.decode([UInt8](data))
    // Both through straight 8-bit pixels, as the file holds them.
    let seen = Image(
      width: actual.width, height: actual.height, alpha: .straight, pixels: actual.straightPixels)
    guard let report = difference(seen, expected) else { return }
    let folder = packageRoot.appendingPathComponent(".build/golden-failures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (kind, image) in [
      ("actual", seen), ("expected", expected), ("difference", report.picture),
    ] {
      try Data(PNG.encode(image)).write(
        to: folder.appendingPathComponent("\(name)-\(kind).png"))
    }
    Issue.record(
      "\(name): \(report.message); see \(folder.path)", sourceLocation: sourceLocation)
  }

  /// What is wrong with `actual`; nil where it is within the tolerance.
  static func difference(
    _ actual: Image, _ expected: Image
  ) -> (message: String, picture: Image)? {
    guard (actual.width, actual.height) == (expected.width, expected.height) else {
      return (
        "it is \(actual.width) × \(actual.height), expected \(expected.width) × \(expected.height)",
        actual
      )
    }
    let (a, b) = (actual.premultiplied().pixels, expected.premultiplied().pixels)
    var picture = Image(width: actual.width, height: actual.height)
    var (different, largest) = (0, 0)
    for base in stride(from: 0, to: a.count, by: 4) {
      var worst = 0
      for channel in base..<base + 4 {
        let difference = abs(Int(a[channel]) - Int(b[channel]))
        worst = max(worst, difference)
        picture.pixels[channel] = UInt8(min(difference * 8, 255))
      }
      picture.pixels[base + 3] = 255
      largest = max(largest, worst)
      if worst > 5 { different += 1 }
    }
    guard different * 1000 > a.count / 4 else { return nil }
    return ("\(different) of \(a.count / 4) pixels differ, by up to \(largest)/255", picture)
  }
}
