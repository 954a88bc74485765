import Foundation
import GuiseCore
import Testing

@Suite struct JSONTests {
  private func parse(_ text: String, limits: JSONLimits = .init()) throws(JSONError) -> JSONValue {
    try JSONDocument(parsing: Array(text.utf8), name: "test", limits: limits).root
  }

  private func error(_ text: String, limits: JSONLimits = .init()) throws -> JSONError {
    try #require(throws: JSONError.self) { _ = try parse(text, limits: limits) }
  }

  @Test func values() throws {
    let root = try parse(
      #" { "a" : [ 1, -2.5e1, 0, true, false, null ], "b": {"c": "x\n\"\u00e9\ud83d\ude00é"} } "#)
    #expect(root["a"]?.array?.map(\.number) == [1, -25, 0, nil, nil, nil])
    #expect(root["a"]?.array?[3].bool == true)
    #expect(root["b"]?["c"]?.string == "x\n\"é😀é")
    #expect(root["a"]?.array?[0].integer == 1)
    #expect(root["a"]?.array?[1].integer == -25)
    #expect(root["z"] == nil)
    #expect(root.object?.map(\.key) == ["a", "b"])
  }

  @Test(arguments: [
    "0", "-0", "1", "123456789012345", "0.1", "3.14159265358979", "1e22", "1e-22", "2.5E+3",
    "1.7976931348623157e308", "5e-324", "123456789012345678901234567890", "0.30000000000000004",
    "9007199254740993", "1e23", "8.41e21",
  ])
  func numbersAreTheNearestDoubles(text: String) throws {
    #expect(try parse(text).number == Double(text))
  }

  @Test(arguments: [
    ("", "empty"), ("{", "a key in double quotes"), ("[1,]", "expected a value"),
    (#"{"a":1,}"#, "a key"), (#"{"a" 1}"#, "\":\""), ("[1 2]", "\",\" or \"]\""),
    ("01", "needless 0"),
    ("1.", "a digit"), ("-", "a digit"), ("1e", "a digit"), ("+1", "expected a value"),
    ("NaN", "expected a value"), ("Infinity", "expected a value"), ("nul", "expected a value"),
    ("'a'", "expected a value"), ("1 1", "the end of the text"), (#""a"#, "no end"),
    ("\"a\u{1}\"", "control character"), (#""\x""#, "unknown escape"), (#""\u12""#, "hexadecimal"),
    ("// c\n1", "expected a value"),
  ])
  func brokenTexts(text: String, says: String) throws {
    let error = try error(text)
    #expect(error.code == .syntax)
    #expect(error.message.contains(says), "\(error.message)")
    #expect(error.message.hasPrefix("test: line 1, column "))
  }

  @Test func errorsHaveTheirCodeAndPlace() throws {
    #expect(try error("[\n  1e400]").code == .numberOutOfRange)
    #expect(try error("[\n  1e400]").position.description == "line 2, column 3")
    #expect(try error("é1").position.column == 1)
    #expect(try error(#"["é", x]"#).position.column == 7)
    #expect(try error(#"{"a":1,"b":2,"a":3}"#).code == .duplicateKey)
    let many = (0..<40).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect(try parse("{\(many)}").object?.count == 40)
    #expect(try error("{\(many),\"k7\":1}").code == .duplicateKey)
    #expect(try error(#""\ud83d""#).code == .invalidUTF8)
    #expect(try error(#""\ude00\ud83d""#).code == .invalidUTF8)
    #expect(try error("1" + String(repeating: "0", count: 5000)).code == .numberOutOfRange)
  }

  @Test(arguments: [
    [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xFF], [0x80],
    [0xF0, 0x80, 0x80, 0x80],
  ])
  func brokenUTF8(bytes: [UInt8]) throws {
    let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
    let error = try #require(throws: JSONError.self) {
      _ = try JSONDocument(parsing: text, name: "test")
    }
    #expect(error.code == .invalidUTF8)
  }

  @Test func limits() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(try error(deep).code == .overLimit)
    #expect(try error(deep).message.contains("deeper than 64"))
    #expect(try error(#"{"a":"# + deep, limits: .init(depth: 3)).code == .overLimit)
    let nested = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(throws: Never.self) { try parse(nested) }
    #expect(try error("[1,2,3]", limits: .init(valueCount: 3)).code == .overLimit)
    #expect(try error(#""abcd""#, limits: .init(stringByteCount: 3)).code == .overLimit)
    #expect(try error(#""abcdé""#, limits: .init(stringByteCount: 3)).code == .overLimit)
    #expect(try error("[1]", limits: .init(byteCount: 2)).code == .overLimit)
  }

  /// Every byte of a text, changed and cut off: an error or a value, never a trap.
  @Test func mutatedBytes() {
    let text = #"{"a":[1,-2.5e3,true,null,"é\u00e9\ud83d\ude00"],"b":{"c":"x\\"}}"#
    let bytes = Array(text.utf8)
    var values = 0
    for index in bytes.indices {
      _ = try? JSONDocument(parsing: Array(bytes[..<index]), name: "test")
      for change: UInt8 in [0x00, 0x01, 0x20, 0x22, 0x2C, 0x5B, 0x5C, 0x7B, 0x7D, 0x80, 0xFF] {
        var mutated = bytes
        mutated[index] = change
        if (try? JSONDocument(parsing: mutated, name: "test")) != nil { values += 1 }
      }
    }
    #expect(values > 0)
  }
}
