import Foundation
import GuiseCore
import GuiseFilters
import Synchronization

/// Pictures as texts of the form `picture 64x32`.
struct FakeImages: ImageDecoding {
  struct Failure: Error, CustomStringConvertible { let description: String }

  func decodeImage(_ data: Data, name: String, pixelLimit: Int) throws -> Image {
    let words = String(decoding: data, as: UTF8.self).split { $0 == " " || $0 == "x" }
    guard words.count == 3, words[0] == "picture", let width = Int(words[1]),
      let height = Int(words[2])
    else { throw Failure(description: "\(name): is no picture") }
    guard width * height <= pixelLimit else {
      throw Failure(description: "\(name): has more than \(pixelLimit) pixels")
    }
    return Image(width: width, height: height)
  }
}

/// Knows every symbol but letters; remembers what it drew.
final class FakeGlyphs: GlyphRasterizing {
  struct Failure: Error, CustomStringConvertible { let description: String }
  private let log = Mutex<[String]>([])

  var drawn: [String] { log.withLock { $0 } }

  func rasterizeEmoji(_ emoji: String, pixelSize: Int) throws -> Image {
    guard emoji.first?.isLetter == false else {
      throw Failure(description: "no font has the emoji \"\(emoji)\"")
    }
    log.withLock { $0.append("\(emoji) \(pixelSize)") }
    return Image(width: pixelSize, height: pixelSize)
  }
}

/// One archive, whatever is asked for.
struct FakeArchives: ArchiveReading {
  struct Failure: Error, CustomStringConvertible { let description: String }
  var files: [String: String]?

  func readArchive(at url: URL, limits: ArchiveLimits) throws -> [String: Data] {
    guard let files else { throw Failure(description: "the archive is broken") }
    return files.mapValues { Data($0.utf8) }
  }
}

extension FilterCodecs {
  static func fake(
    glyphs: FakeGlyphs = FakeGlyphs(), archive: [String: String]? = nil
  ) -> FilterCodecs {
    FilterCodecs(images: FakeImages(), glyphs: glyphs, archives: FakeArchives(files: archive))
  }
}

/// A folder that is gone after the test.
final class TemporaryFolder {
  let url: URL

  /// - Parameter files: contents by paths.
  init(_ files: [String: String] = [:]) throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("guise-filters-\(UUID().uuidString)/pack")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (path, text) in files {
      let file = url.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
  }
}
