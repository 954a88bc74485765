import Foundation

/// What went wrong in a codec: a code to act on and one sentence to show.
public struct CodecError: Error, Hashable, Sendable {
  /// What a caller can act on.
  public enum Code: Hashable, Sendable {
    /// The bytes break off or contradict themselves.
    case damaged
    /// Not a format that is read here, or a variant of one that is not.
    case unsupported
    /// Over a limit on pixels, bytes or files.
    case tooLarge
    /// Not allowed in what may come from strangers: paths that leave an archive, links, passwords.
    case forbidden
    /// The file cannot be opened or read.
    case unreadable
    /// No font has the glyph, or the text is not exactly one.
    case noGlyph
    /// A library or a font that has to be installed is missing.
    case unavailable
    /// Encoding failed.
    case encodingFailed
  }

  public var code: Code
  /// One sentence that names the file, entry or text and says what was expected and what was found.
  public var message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension CodecError: CustomStringConvertible, LocalizedError {
  public var description: String { message }
  public var errorDescription: String? { message }
}
