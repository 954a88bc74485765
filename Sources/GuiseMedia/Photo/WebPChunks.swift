/// Puts metadata into a WebP file as chunks (RFC 9649, 2.7).
enum WebPChunks {
  private enum Flag {
    static let xmp: UInt8 = 0x04
    static let exif: UInt8 = 0x08
    static let alpha: UInt8 = 0x10
  }

  /// The file with EXIF and XMP added.
  ///
  /// - Parameters:
  ///   - width: of the picture, pixels.
  ///   - height: of the picture, pixels.
  static func inserting(
    _ metadata: PhotoMetadata, width: Int, height: Int, into file: [UInt8]
  ) -> [UInt8] {
    guard metadata.exif != nil || metadata.xmp != nil, file.count >= 30 else { return file }
    var file = file
    if !file[12..<16].elementsEqual("VP8X".utf8) {
      // Lossless pictures say in their own header whether they have alpha; lossy ones without an
      // extended header have none.
      let hasAlpha = file[12..<16].elementsEqual("VP8L".utf8) && file[24] & 0x10 != 0
      let size = littleEndian(width - 1, 3) + littleEndian(height - 1, 3)
      file.insert(
        contentsOf: chunk("VP8X", [hasAlpha ? Flag.alpha : 0, 0, 0, 0] + size), at: 12)
    }
    if let exif = metadata.exif {
      file[20] |= Flag.exif
      file += chunk("EXIF", exif)
    }
    if let xmp = metadata.xmp {
      file[20] |= Flag.xmp
      file += chunk("XMP ", xmp)
    }
    file.replaceSubrange(4..<8, with: littleEndian(file.count - 8, 4))
    return file
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + littleEndian(data.count, 4) + data + (data.count & 1 == 1 ? [0] : [])
  }

  private static func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
