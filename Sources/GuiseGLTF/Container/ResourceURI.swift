import Foundation

/// What a `uri` of a glTF file means.
enum ResourceURI {
  /// Bytes that stand in the URI itself.
  case data(Data, mediaType: String)
  /// A file of the model's folder, with `/` and without `..`.
  case file(String)

  init(_ text: String, at path: GLTFPath) throws(GLTFError) {
    if text.utf8.starts(with: "data:".utf8) {
      self = try Self.decode(text, at: path)
    } else {
      self = .file(try Self.relativePath(text, at: path))
    }
  }

  /// RFC 2397.
  private static func decode(_ text: String, at path: GLTFPath) throws(GLTFError) -> ResourceURI {
    let utf8 = text.utf8
    guard let comma = utf8.firstIndex(of: UInt8(ascii: ",")) else {
      throw path.error(.invalidDataURI, "expected a comma in a data URI, found none")
    }
    let header = text[utf8.index(utf8.startIndex, offsetBy: 5)..<comma]
    let parameters = header.split(separator: ";", omittingEmptySubsequences: false)
    let mediaType = parameters.first.map { $0.lowercased() } ?? ""
    var payload = text[utf8.index(after: comma)...]
    guard parameters.last?.lowercased() == "base64" else {
      guard let bytes = unescape(payload) else {
        throw path.error(.invalidDataURI, "a data URI has a % that is no escape")
      }
      return .data(Data(bytes), mediaType: mediaType)
    }
    if payload.utf8.contains(UInt8(ascii: "%")) {
      guard let bytes = unescape(payload) else {
        throw path.error(.invalidDataURI, "a data URI has a % that is no escape")
      }
      payload = Substring(decoding: bytes, as: UTF8.self)
    }
    // Some writers leave out the padding.
    let missing = (4 - payload.utf8.count % 4) % 4
    if missing == 1 || missing == 2 { payload += String(repeating: "=", count: missing) }
    guard let data = Data(base64Encoded: Data(payload.utf8)) else {
      throw path.error(.invalidDataURI, "what follows the comma of a data URI is no base64")
    }
    return .data(data, mediaType: mediaType)
  }

  private static func relativePath(_ text: String, at path: GLTFPath) throws(GLTFError) -> String {
    func refused(_ detail: String) -> GLTFError { path.error(.unsafePath, detail) }
    guard text.utf8.count <= 4096 else { throw refused("the file's name is too long") }
    guard let bytes = unescape(Substring(text)),
      let name = String(validating: bytes, as: UTF8.self)
    else {
      throw refused("the file's name \"\(text)\" has escapes that are no UTF-8")
    }
    guard !name.isEmpty else { throw refused("expected a file's name, found an empty one") }
    guard !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw refused("the file's name has a control character")
    }
    guard !name.contains("\\") else { throw refused("\"\(name)\" has a backslash: write /") }
    if let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/") {
      throw refused(
        "\"\(text[...colon])…\" is an address: only files beside the model and data URIs are read")
    }
    guard !name.hasPrefix("/") else { throw refused("\"\(name)\" is absolute") }
    var components: [Substring] = []
    for component in name.split(separator: "/") {
      switch component {
      case ".": continue
      case "..":
        guard components.popLast() != nil else {
          throw refused("\"\(name)\" leaves the model's folder")
        }
      default: components.append(component)
      }
    }
    guard !components.isEmpty else { throw refused("\"\(name)\" names no file") }
    return components.joined(separator: "/")
  }

  /// Resolves percent escapes; nil where one is broken.
  private static func unescape(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexDigit),
        let low = rest.popFirst().flatMap(hexDigit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
