/// The chunks of a PNG file (ISO/IEC 15948): finds one, adds some.
enum PNGChunks {
  private static let signatureByteCount = 8

  /// Whether the file is an animated PNG: has `acTL` before its pixels.
  static func hasAnimation(_ file: FileBytes) -> Bool {
    file.withBytes { has("acTL", $0) }
  }

  /// Whether the file has a colour profile.
  static func hasProfile(_ file: [UInt8]) -> Bool {
    has("iCCP", file.span)
  }

  private static func has(_ type: String, _ bytes: Span<UInt8>) -> Bool {
    var position = signatureByteCount
    while position + 12 <= bytes.count {
      let size = (0..<4).reduce(0) { $0 << 8 | Int(bytes[position + $1]) }
      let name = (0..<4).map { bytes[position + 4 + $0] }
      if name.elementsEqual(type.utf8) { return true }
      if name.elementsEqual("IDAT".utf8) { return false }
      position += 12 + size
    }
    return false
  }

  /// The parts of a file with EXIF and XMP put before the pixels.
  static func inserting(_ metadata: PhotoMetadata, into file: [UInt8]) -> [[UInt8]] {
    var chunks: [UInt8] = []
    if let exif = metadata.exif { chunks += chunk("eXIf", exif) }
    if let xmp = metadata.xmp {
      // No compression, language or translated keyword.
      chunks += chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp)
    }
    // The header chunk is the first and has 13 bytes.
    let split = signatureByteCount + 12 + 13
    guard !chunks.isEmpty, file.count > split else { return [file] }
    return [Array(file[..<split]), chunks, Array(file[split...])]
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(UInt32(clamping: data.count)) + body + bigEndian(checksum(body))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// CRC-32 (ISO/IEC 15948, annex D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }
}
