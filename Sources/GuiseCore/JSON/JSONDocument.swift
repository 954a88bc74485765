/// A JSON text that was read whole (RFC 8259), and its bytes, so that messages can say where.
///
/// Strict: UTF-8 only, no duplicate keys, no trailing commas, no comments, no numbers beyond a
/// double, nothing after the value. Hostile input ends in a ``JSONError``, within
/// ``JSONLimits``.
///
///     let document = try JSONDocument(parsing: bytes, name: "filter.json")
///     let place = document.position(of: value.offset)   // line 3, column 12
public struct JSONDocument: Sendable {
  /// What messages call the document.
  public let name: String
  public let root: JSONValue
  private let bytes: [UInt8]

  /// - Throws: ``JSONError`` at the first place where the text is no JSON or is over a limit.
  public init(
    parsing bytes: [UInt8], name: String, limits: JSONLimits = .init()
  ) throws(JSONError) {
    do throws(JSONReader.Failure) {
      guard bytes.count <= limits.byteCount else {
        throw JSONReader.Failure(
          code: .overLimit, offset: 0,
          message: "has \(bytes.count) bytes; at most \(limits.byteCount) are read")
      }
      var reader = JSONReader(bytes, limits: limits)
      root = try reader.readDocument()
    } catch {
      let position = JSONPosition(offset: error.offset, in: bytes)
      throw JSONError(code: error.code, name: name, position: position, detail: error.message)
    }
    self.name = name
    self.bytes = bytes
  }

  /// The line and column of a byte of the document.
  public func position(of offset: Int) -> JSONPosition {
    JSONPosition(offset: offset, in: bytes)
  }
}

/// Bounds on what a JSON document may hold.
public struct JSONLimits: Hashable, Sendable {
  /// Bytes of the text.
  public var byteCount: Int
  /// Arrays and objects within one another.
  public var depth: Int
  /// Values of all kinds.
  public var valueCount: Int
  /// UTF-8 bytes of one string.
  public var stringByteCount: Int

  public init(
    byteCount: Int = 64 << 20, depth: Int = 64, valueCount: Int = 4_000_000,
    stringByteCount: Int = 64 << 20
  ) {
    self.byteCount = byteCount
    self.depth = depth
    self.valueCount = valueCount
    self.stringByteCount = stringByteCount
  }
}

/// A place in a text.
public struct JSONPosition: Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  public let line: Int
  /// From 1, in characters (Unicode scalars).
  public let column: Int

  init(offset: Int, in bytes: [UInt8]) {
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.line = line
    self.column = column
  }

  public var description: String { "line \(line), column \(column)" }
}

/// Why a text is no JSON that is read here.
public struct JSONError: Error, CustomStringConvertible, Sendable {
  public enum Code: Hashable, Sendable {
    /// The text breaks the grammar of JSON.
    case syntax
    /// A string, or what stands between strings, is no UTF-8.
    case invalidUTF8
    /// An object has one key twice.
    case duplicateKey
    /// A number that a double can't hold.
    case numberOutOfRange
    /// More bytes, depth or values than ``JSONLimits`` allow.
    case overLimit
  }

  public let code: Code
  /// What the document is called.
  public let name: String
  public let position: JSONPosition
  /// What was expected and what was found, without name and place.
  public let detail: String

  /// Name, place, what was expected and what was found.
  public var message: String { "\(name): \(position): \(detail)" }
  public var description: String { message }
}
