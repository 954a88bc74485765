/// What went wrong in a pipeline, in one sentence for people and one code for programs.
public struct PipelineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a caller can act on.
  public enum Code: String, Hashable, Sendable {
    /// The input can't be read: missing, damaged, of an unknown kind, over a limit.
    case badInput
    /// The output can't be written.
    case badOutput
    /// A filter can't be used.
    case badFilter
    /// No face was found where one was required. Nothing was written.
    case noFace
    /// Something that must be installed is missing: models, LiteRT, a graphics driver, a codec.
    case missingDependency
    /// Somebody asked to stop. Nothing was written.
    case cancelled
  }

  public var code: Code
  /// Names the file and says what was expected and what was found.
  public var message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  static let cancelled = PipelineError(.cancelled, "cancelled")

  public var description: String { message }
}
