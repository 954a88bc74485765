import Foundation

/// The two parts of a glTF file: its JSON, and the bytes that lie beside it in a binary container.
struct GLBContainer {
  let json: Data
  /// The BIN chunk with its padding; nil where there is none.
  let binary: Data?
  private(set) var warnings: [GLTFWarning] = []

  private static let magic: UInt32 = 0x4654_6C67
  private static let jsonType: UInt32 = 0x4E4F_534A
  private static let binaryType: UInt32 = 0x004E_4942

  /// - Parameter data: a `.gltf` or a `.glb`, told apart by their first bytes.
  init(_ data: Data) throws(GLTFError) {
    guard data.count >= 4, Self.word(data, 0) == Self.magic else {
      json = data
      binary = nil
      return
    }
    func invalid(_ detail: String) -> GLTFError { GLTFError(.invalidContainer, detail) }
    guard data.count >= 12 else {
      throw invalid("expected a GLB header of 12 bytes, found the end after \(data.count)")
    }
    let version = Self.word(data, 4)
    guard version == 2 else {
      throw GLTFError(.unsupportedVersion, "expected GLB version 2, found \(version)")
    }
    let length = Int(Self.word(data, 8))
    guard length >= 20 else {
      throw invalid("expected a length of at least 20 bytes in the header, found \(length)")
    }
    guard length <= data.count else {
      throw invalid("the header says \(length) bytes, the file has \(data.count): it is truncated")
    }
    var warnings: [GLTFWarning] = []
    if length < data.count {
      warnings.append(
        GLTFWarning(path: "", detail: "\(data.count - length) bytes after the end are left out"))
    }

    var json: Data?
    var binary: Data?
    var chunkIndex = 0
    var offset = 12
    while offset < length {
      guard length - offset >= 8 else {
        throw invalid("chunk \(chunkIndex): expected a header of 8 bytes, found the end")
      }
      let byteCount = Int(Self.word(data, offset))
      let type = Self.word(data, offset + 4)
      guard byteCount <= length - offset - 8 else {
        throw invalid(
          "chunk \(chunkIndex) says \(byteCount) bytes, \(length - offset - 8) are left")
      }
      let start = data.startIndex + offset + 8
      let chunk = data[start..<start + byteCount]
      guard chunkIndex > 0 || type == Self.jsonType else {
        throw invalid("expected a JSON chunk first, found type \(Self.name(type))")
      }
      switch type {
      case Self.jsonType:
        guard json == nil else { throw invalid("chunk \(chunkIndex) is a second JSON chunk") }
        json = chunk
      case Self.binaryType:
        guard binary == nil else { throw invalid("chunk \(chunkIndex) is a second BIN chunk") }
        guard chunkIndex == 1 else {
          throw invalid("expected the BIN chunk right after the JSON, found it as \(chunkIndex)")
        }
        binary = chunk
      default:
        warnings.append(
          GLTFWarning(
            path: "", detail: "chunk \(chunkIndex) of type \(Self.name(type)) is left out"))
      }
      offset += 8 + byteCount
      chunkIndex += 1
    }
    guard let json, !json.isEmpty else { throw invalid("the JSON chunk is empty") }
    self.json = json
    self.binary = binary
    self.warnings = warnings
  }

  private static func name(_ type: UInt32) -> String {
    "0x" + String(type, radix: 16, uppercase: true)
  }

  private static func word(_ data: Data, _ offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(data[data.startIndex + offset + $1]) << (8 * $1) }
  }
}
