import GuiseCore

/// What a PNG file asks a decoder for, judged by its chunks (ISO/IEC 15948) before it gets the file:
/// packed texts and rows that nobody needs would be unpacked all the same, a thousand times as large.
struct PNGBounds {
  /// Bytes of packed texts and profiles; real ones have thousands.
  private static let packedTextLimit = 2 << 20
  /// Pixels of a side; as libpng has it.
  private static let sideLimit = 1_000_000

  /// - Parameters:
  ///   - bytes: the file.
  ///   - name: what messages call it.
  /// - Throws: ``CodecError``: `.damaged`, `.tooLarge`; nothing where it is no PNG.
  static func check(_ bytes: Span<UInt8>, name: String) throws(CodecError) {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard bytes.count >= 33, signature.indices.allSatisfy({ bytes[$0] == signature[$0] }) else {
      return
    }
    func integer(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
    }
    guard integer(8) == 13, integer(12) == 0x4948_4452 else {  // IHDR
      throw CodecError(.damaged, "\(name): a PNG begins with its header, this one doesn't")
    }
    let width = integer(16)
    let height = integer(20)
    guard width > 0, height > 0 else {
      throw CodecError(.damaged, "\(name): its header says \(width) × \(height) pixels")
    }
    guard width <= sideLimit, height <= sideLimit else {
      throw CodecError(
        .tooLarge,
        "\(name): \(width) × \(height) pixels are more than the limit of \(sideLimit) a side")
    }

    var pixelByteCount = 0
    var textByteCount = 0
    var position = 8
    while position + 12 <= bytes.count {
      let size = integer(position)
      switch integer(position + 4) {
      case 0x4944_4154: pixelByteCount += size  // IDAT
      case 0x7A54_5874, 0x6954_5874, 0x6943_4350: textByteCount += size  // zTXt, iTXt, iCCP
      default: break
      }
      position += 12 + size
    }
    guard textByteCount <= packedTextLimit else {
      throw CodecError(
        .tooLarge,
        "\(name): \(textByteCount) bytes of packed texts are more than the limit of "
          + "\(packedTextLimit)")
    }
    // Rows of the most bits a pixel can have here, each with its filter's byte, not packed at all; an
    // interlaced picture has more rows.
    let bits = Int(bytes[24]) * 4
    let needed = height * 2 * (width * bits / 8 + 8)
    guard pixelByteCount <= needed + needed / 256 + 1 << 16 else {
      throw CodecError(
        .damaged,
        "\(name): it has \(pixelByteCount) bytes of pixels, more than its \(width) × \(height) "
          + "pixels need")
    }
  }
}
