/// Reads JSON from bytes in one pass, by recursive descent within a limit of depth.
struct JSONReader {
  /// What went wrong at which byte.
  struct Failure: Error {
    var code: JSONError.Code = .syntax
    var offset: Int
    var message: String
  }

  private let bytes: [UInt8]
  private let limits: JSONLimits
  private var position = 0
  private var depth = 0
  private var valueCount = 0

  init(_ bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// The one value of the text.
  mutating func readDocument() throws(Failure) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipSpace()
    guard position < bytes.count else {
      throw Failure(offset: position, message: "expected a JSON value, found an empty text")
    }
    let root = try readValue()
    skipSpace()
    guard position == bytes.count else { throw unexpected("the end of the text") }
    return root
  }

  private mutating func readValue() throws(Failure) -> JSONValue {
    valueCount += 1
    guard valueCount <= limits.valueCount else {
      throw Failure(
        code: .overLimit, offset: position,
        message: "has more than \(limits.valueCount) values")
    }
    let start = position
    switch peek() ?? 0 {
    case UInt8(ascii: "{"): return JSONValue(.object(try readObject()), offset: start)
    case UInt8(ascii: "["): return JSONValue(.array(try readArray()), offset: start)
    case UInt8(ascii: "\""): return JSONValue(.string(try readString()), offset: start)
    case UInt8(ascii: "t"): return try readWord("true", .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONValue(.number(try readNumber()), offset: start)
    default: throw unexpected("a value")
    }
  }

  // MARK: Objects and arrays

  private mutating func readObject() throws(Failure) -> [JSONMember] {
    try enter()
    var members: [JSONMember] = []
    var keys: Set<String> = []
    if !skip(UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        let keyOffset = position
        guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
        let key = try readString()
        // A scan is quicker than a set where there are few keys.
        if members.count == 16 { keys = Set(members.lazy.map(\.key)) }
        let isNew =
          members.count < 16
          ? !members.contains { $0.key == key } : keys.insert(key).inserted
        guard isNew else {
          throw Failure(
            code: .duplicateKey, offset: keyOffset, message: "the key \"\(key)\" is there twice")
        }
        guard skip(UInt8(ascii: ":")) else { throw unexpected("\":\" after a key") }
        skipSpace()
        members.append(JSONMember(key: key, offset: keyOffset, value: try readValue()))
      } while skip(UInt8(ascii: ","))
      guard skip(UInt8(ascii: "}")) else { throw unexpected("\",\" or \"}\"") }
    }
    depth -= 1
    return members
  }

  private mutating func readArray() throws(Failure) -> [JSONValue] {
    try enter()
    var values: [JSONValue] = []
    if !skip(UInt8(ascii: "]")) {
      repeat {
        skipSpace()
        values.append(try readValue())
      } while skip(UInt8(ascii: ","))
      guard skip(UInt8(ascii: "]")) else { throw unexpected("\",\" or \"]\"") }
    }
    depth -= 1
    return values
  }

  /// Steps over the opening bracket.
  private mutating func enter() throws(Failure) {
    guard depth < limits.depth else {
      throw Failure(
        code: .overLimit, offset: position,
        message: "arrays and objects are nested deeper than \(limits.depth)")
    }
    depth += 1
    position += 1
  }

  // MARK: Numbers and words

  private mutating func readNumber() throws(Failure) -> Double {
    let start = position
    let isNegative = peek() == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 &- 48 < 10 } ?? false }
    func invalid(_ reader: JSONReader) -> Failure { reader.unexpected("a digit of a number") }

    guard isDigit(peek()) else { throw invalid(self) }
    let integerStart = position
    while let byte = peek(), isDigit(byte) {
      mantissa = mantissa &* 10 &+ UInt64(byte &- 48)
      digits += 1
      position += 1
    }
    if bytes[integerStart] == UInt8(ascii: "0"), digits > 1 {
      throw Failure(offset: integerStart, message: "a number starts with a needless 0")
    }
    var exponent = 0
    if peek() == UInt8(ascii: ".") {
      position += 1
      guard isDigit(peek()) else { throw invalid(self) }
      while let byte = peek(), isDigit(byte) {
        mantissa = mantissa &* 10 &+ UInt64(byte &- 48)
        digits += 1
        exponent -= 1
        position += 1
      }
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      position += 1
      let isDown = peek() == UInt8(ascii: "-")
      if isDown || peek() == UInt8(ascii: "+") { position += 1 }
      guard isDigit(peek()) else { throw invalid(self) }
      var written = 0
      while let byte = peek(), isDigit(byte) {
        if written < 100_000 { written = written * 10 + Int(byte &- 48) }
        position += 1
      }
      exponent += isDown ? -written : written
    }
    // Both factors are exact below these bounds, so the result is the nearest double (Clinger).
    if digits <= 15, exponent.magnitude <= 22 {
      let scale = Self.powersOfTen[Int(exponent.magnitude)]
      let magnitude = exponent < 0 ? Double(mantissa) / scale : Double(mantissa) * scale
      return isNegative ? -magnitude : magnitude
    }
    guard position - start <= 1024,
      let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite
    else {
      throw Failure(
        code: .numberOutOfRange, offset: start, message: "a number is beyond what a double holds")
    }
    return value
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  private mutating func readWord(
    _ word: StaticString, _ content: JSONValue.Content
  ) throws(Failure) -> JSONValue {
    let start = position
    let text = "\(word)"
    guard bytes[start...].starts(with: text.utf8) else { throw unexpected("a value") }
    position += text.utf8.count
    return JSONValue(content, offset: start)
  }

  // MARK: Bytes

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// Steps over spaces, and over `byte` and whether it was there.
  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private func unexpected(_ expected: String) -> Failure {
    guard let byte = peek() else {
      return Failure(offset: position, message: "expected \(expected), found the end of the text")
    }
    let isPrintable = (0x21...0x7E).contains(byte)
    let quoted = byte == UInt8(ascii: "\"") ? "'\"'" : "\"\(UnicodeScalar(byte))\""
    let found = isPrintable ? quoted : "byte \(byte)"
    return Failure(offset: position, message: "expected \(expected), found \(found)")
  }
}

// MARK: Strings

extension JSONReader {
  private mutating func readString() throws(Failure) -> String {
    let quote = position
    position += 1
    let start = position
    // Most strings are plain ASCII: one scan and one copy.
    while position < bytes.count, Self.isPlain(bytes[position]) { position += 1 }
    if peek() == UInt8(ascii: "\"") {
      guard position - start <= limits.stringByteCount else { throw tooLong(quote) }
      let string = String(decoding: bytes[start..<position], as: UTF8.self)
      position += 1
      return string
    }
    var text = Array(bytes[start..<position])
    while let byte = peek() {
      guard text.count <= limits.stringByteCount else { throw tooLong(quote) }
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        text.append(contentsOf: String(try readEscape()).utf8)
      case 0..<0x20:
        throw Failure(
          offset: position, message: "a control character (byte \(byte)) in a string: write \\u")
      case 0x20..<0x80:
        text.append(byte)
        position += 1
      default:
        let length = scalarLength(at: position)
        guard length > 0 else {
          throw Failure(code: .invalidUTF8, offset: position, message: "a string is no UTF-8")
        }
        text.append(contentsOf: bytes[position..<position + length])
        position += length
      }
    }
    throw Failure(offset: quote, message: "a string has no end")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private func tooLong(_ offset: Int) -> Failure {
    Failure(
      code: .overLimit, offset: offset,
      message: "a string has more than \(limits.stringByteCount) bytes")
  }

  private mutating func readEscape() throws(Failure) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let byte = peek() else { throw unexpected("the rest of an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try readHex(start)
      if let scalar = Unicode.Scalar(unit) { return scalar }
      // The first half of a pair: the other must follow.
      guard unit < 0xDC00, peek() == UInt8(ascii: "\\") else { throw loneSurrogate(start) }
      position += 1
      guard peek() == UInt8(ascii: "u") else { throw loneSurrogate(start) }
      position += 1
      let low = try readHex(start)
      guard (0xDC00..<0xE000).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      else { throw loneSurrogate(start) }
      return scalar
    default:
      throw Failure(offset: start, message: "a string has an unknown escape")
    }
  }

  private func loneSurrogate(_ offset: Int) -> Failure {
    Failure(code: .invalidUTF8, offset: offset, message: "half of a surrogate pair stands alone")
  }

  private mutating func readHex(_ start: Int) throws(Failure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw Failure(offset: start, message: "\\u needs four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  /// Bytes of the well-formed UTF-8 sequence of two to four bytes at `index`; 0 where there is none
  /// (Unicode 15, table 3-7).
  private func scalarLength(at index: Int) -> Int {
    let lead = bytes[index]
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch lead {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xE1...0xEC, 0xEE, 0xEF: (3, 0x80...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0...0)
      }
    guard length > 0, index + length <= bytes.count, second.contains(bytes[index + 1]) else {
      return 0
    }
    for next in bytes[(index + 2)..<(index + length)] where next & 0xC0 != 0x80 { return 0 }
    return length
  }
}
