/// Puts metadata into a WebP file as chunks (RFC 9649, 2.7).
enum WebPChunks {
  private enum Flag {
    static let animation: UInt8 = 0x02
    static let xmp: UInt8 = 0x04
    static let exif: UInt8 = 0x08
    static let alpha: UInt8 = 0x10
    static let iccProfile: UInt8 = 0x20
  }

  /// The file with these blocks of metadata in place of its own: libvips writes an EXIF block
  /// whether it was asked to or not.
  ///
  /// - Parameters:
  ///   - width: of the picture, pixels.
  ///   - height: of the picture, pixels.
  static func replacing(
    _ metadata: PhotoMetadata, iccProfile: [UInt8]?, width: Int, height: Int, in file: [UInt8]
  ) -> [UInt8] {
    var flags: UInt8 = 0
    var picture: [UInt8] = []
    var position = 12
    while position + 8 <= file.count {
      let name = String(decoding: file[position..<position + 4], as: UTF8.self)
      let size = file[position + 4..<position + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let end = min(position + 8 + size + size & 1, file.count)
      switch name {
      case "VP8X":
        if position + 8 < end { flags |= file[position + 8] & (Flag.alpha | Flag.animation) }
      case "EXIF", "XMP ", "ICCP":
        break
      default:
        // A lossless picture says in its own header whether it has alpha.
        if name == "VP8L", position + 12 < end, file[position + 12] & 0x10 != 0 {
          flags |= Flag.alpha
        }
        picture += file[position..<end]
      }
      position = end
    }

    if iccProfile != nil { flags |= Flag.iccProfile }
    if metadata.exif != nil { flags |= Flag.exif }
    if metadata.xmp != nil { flags |= Flag.xmp }
    var body = Array("WEBP".utf8)
    if flags != 0 {
      let size = littleEndian(width - 1, 3) + littleEndian(height - 1, 3)
      body += chunk("VP8X", [flags, 0, 0, 0] + size)
    }
    if let iccProfile { body += chunk("ICCP", iccProfile) }
    body += picture
    if let exif = metadata.exif { body += chunk("EXIF", exif) }
    if let xmp = metadata.xmp { body += chunk("XMP ", xmp) }
    return Array("RIFF".utf8) + littleEndian(body.count, 4) + body
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + littleEndian(data.count, 4) + data + (data.count & 1 == 1 ? [0] : [])
  }

  private static func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
