/// What went wrong in face tracking.
///
///     do {
///       bundle = try LandmarkModelBundle(contentsOf: url)
///     } catch where error.code == .invalidBundle {
///       print(error.message)
///     }
public struct TrackingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a caller can act on.
  public enum Code: Hashable, Sendable {
    /// A library or a model file is not installed; the message says which, and what to do.
    case missingDependency
    /// A file could not be read.
    case unreadableFile
    /// The landmark model bundle, or a part of it, is not what it should be.
    case invalidBundle
    /// An option, or options together, can't be had.
    case invalidOptions
    /// The inference library refused or failed.
    case inferenceFailed
    /// A frame has a size or a pixel format that can't be tracked.
    case unsupportedFrame
  }

  public var code: Code
  /// Names the file, model, field or option, what was expected and what was found.
  public var message: String
  /// The status of the inference library, where it gave one.
  public var status: Int32?

  public init(_ code: Code, _ message: String, status: Int32? = nil) {
    self.code = code
    self.message = message
    self.status = status
  }

  public var description: String {
    status.map { "\(message) (status \($0))" } ?? message
  }
}
