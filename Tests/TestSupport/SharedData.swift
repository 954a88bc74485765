import Foundation

/// The shared test data beside the checkout: pictures and clips that others made, with what the
/// reference tracker found in them.
///
///     @Test(.enabled(if: SharedData.isPresent, SharedData.absence)) func …
public enum SharedData {
  /// The root of this package.
  public static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  public static let root = packageRoot.deletingLastPathComponent()
    .appendingPathComponent("shared/data")

  /// Where it is absent, tests that need it are skipped; where it is present, each file must be.
  public static let isPresent = FileManager.default.fileExists(atPath: root.path)

  /// A file of the shared data.
  public static func url(_ path: String) throws -> URL {
    let url = root.appendingPathComponent(path)
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw SupportError("shared test data lacks \(path)")
    }
    return url
  }
}

/// What went wrong in a test's own machinery.
public struct SupportError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
