/// A JSON object that is written as it is built, on one line, its keys in the order of the calls.
///
/// Numbers that JSON can't hold (NaN, infinities) become null.
///
///     var line = JSONLine()
///     line.add("frame", 0)
///     line.add("score", Float(0.98))
///     line.text      // {"frame": 0, "score": 0.98}
package struct JSONLine: Sendable {
  private var body = ""

  package init() {}

  /// The object.
  package var text: String { "{\(body)}" }

  package mutating func add(_ key: String, _ value: Int) { addRaw(key, String(value)) }

  package mutating func add(_ key: String, _ value: Bool) { addRaw(key, value ? "true" : "false") }

  package mutating func add(_ key: String, _ value: Float) { addRaw(key, Self.number(value)) }

  package mutating func add(_ key: String, _ value: Double) {
    addRaw(key, value.isFinite ? "\(value)" : "null")
  }

  package mutating func add(_ key: String, _ value: String) { addRaw(key, Self.quoted(value)) }

  package mutating func add(_ key: String, _ values: some Sequence<Float>) {
    addRaw(key, Self.array(values.map(Self.number)))
  }

  package mutating func add(_ key: String, _ values: [String]) {
    addRaw(key, Self.array(values.map(Self.quoted)))
  }

  package mutating func add(_ key: String, _ value: JSONLine) { addRaw(key, value.text) }

  package mutating func add(_ key: String, _ values: [JSONLine]) {
    addRaw(key, Self.array(values.map(\.text)))
  }

  package mutating func add(_ key: String, points: [SIMD3<Float>]) {
    addRaw(key, Self.array(points.map { Self.array([$0.x, $0.y, $0.z].map(Self.number)) }))
  }

  private mutating func addRaw(_ key: String, _ value: String) {
    if !body.isEmpty { body += ", " }
    body += "\(Self.quoted(key)): \(value)"
  }

  private static func array(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }

  private static func number(_ value: Float) -> String {
    value.isFinite ? value.description : "null"
  }

  /// A string in quotes, with what JSON (RFC 8259, section 7) wants escaped.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
