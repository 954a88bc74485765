/// One value of a JSON document, with the place where it begins.
///
/// Objects keep the order of their members. Numbers are doubles, exact for integers up to 2⁵³.
///
///     let document = try JSONDocument(parsing: bytes, name: "filter.json")
///     document.root["layers"]?.array?.count
public struct JSONValue: Sendable {
  public enum Content: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])
  }

  public let content: Content
  /// The byte of the document at which the value begins.
  public let offset: Int

  public init(_ content: Content, offset: Int = 0) {
    self.content = content
    self.offset = offset
  }

  /// Nil where the value is not `true` or `false`.
  public var bool: Bool? {
    if case .bool(let value) = content { value } else { nil }
  }

  /// Nil where the value is no number; always finite.
  public var number: Double? {
    if case .number(let value) = content { value } else { nil }
  }

  /// The number as an integer; nil where it is none or where a double does not hold it exactly.
  public var integer: Int? {
    guard let number, number.magnitude <= 0x1p53 else { return nil }
    return Int(exactly: number)
  }

  /// Nil where the value is no string.
  public var string: String? {
    if case .string(let value) = content { value } else { nil }
  }

  /// Nil where the value is no array.
  public var array: [JSONValue]? {
    if case .array(let values) = content { values } else { nil }
  }

  /// The members in the order of the document; nil where the value is no object.
  public var object: [JSONMember]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// The member of that name; nil where there is none or the value is no object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// What the value is, for messages: `a string`, `an object`, …
  public var kindName: String {
    switch content {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A key of a JSON object and its value.
public struct JSONMember: Sendable {
  public let key: String
  /// The byte of the document at which the key begins.
  public let offset: Int
  public let value: JSONValue

  public init(key: String, offset: Int = 0, value: JSONValue) {
    self.key = key
    self.offset = offset
    self.value = value
  }
}
