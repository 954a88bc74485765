import GuiseCore

/// What is wrong with a filter, and where in it.
public struct FilterError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    /// There is nothing at the path, or it can't be read.
    case unreadable
    /// The path is neither a filter's folder nor a zipped one, or the archive is broken.
    case notAFilter
    /// `filter.json` is no JSON.
    case invalidJSON
    /// A field of `filter.json` is missing, of the wrong shape or out of range.
    case invalidField
    /// The format's version or the kind of a layer is not known to this version.
    case unsupported
    /// A file that a layer names is not there.
    case missingFile
    /// A path leaves the package, or goes through a link.
    case unsafePath
    /// More files, bytes, pixels, layers or options than ``FilterLimits`` allow.
    case overLimit
    /// A picture can't be decoded.
    case invalidImage
    /// No font has an emoji, or it is not exactly one.
    case invalidEmoji
  }

  public let code: Code
  public let location: FilterLocation
  /// What was expected and what was found, without the location.
  public let detail: String

  public init(_ code: Code, at location: FilterLocation, _ detail: String) {
    self.code = code
    self.location = location
    self.detail = detail
  }

  /// Location, what was expected and what was found.
  public var message: String { "\(location): \(detail)" }
  public var description: String { message }
}

/// Something in a filter that does no harm, and is said once.
public struct FilterWarning: Hashable, Sendable, CustomStringConvertible {
  public let location: FilterLocation
  public let detail: String

  public init(at location: FilterLocation, _ detail: String) {
    self.location = location
    self.detail = detail
  }

  /// Location and what was found.
  public var message: String { "\(location): \(detail)" }
  public var description: String { message }
}

/// A place in a filter package: `cat/filter.json:12:9: layers[1].size`.
public struct FilterLocation: Hashable, Sendable, CustomStringConvertible {
  /// The file, as the user knows it.
  public let file: String
  /// The field in the manifest, such as `layers[1].size`; empty where the file itself is meant.
  public let field: String
  /// Nil where the place in the text is not known.
  public let position: JSONPosition?

  public init(file: String, field: String = "", position: JSONPosition? = nil) {
    self.file = file
    self.field = field
    self.position = position
  }

  public var description: String {
    var text = file
    if let position { text += ":\(position.line):\(position.column)" }
    if !field.isEmpty { text += ": \(field)" }
    return text
  }
}
