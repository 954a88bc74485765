/// What went wrong with a catalog, in one sentence.
public struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a caller can act on.
  public enum Code: Hashable, Sendable {
    /// No filter has that id, and there is none at that path.
    case notFound
  }

  public var code: Code
  public var message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
