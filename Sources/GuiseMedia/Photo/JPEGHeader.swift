/// What a JPEG's header (ITU-T T.81) says about how it was compressed.
struct JPEGHeader: Hashable {
  /// The quality of libjpeg's scale, 1…100, whose quantisation is as fine as the file's.
  private(set) var quality: Int?
  /// Whether both chroma channels have half the resolution in both directions (4:2:0).
  private(set) var hasHalvedChroma = false
  private(set) var isProgressive = false

  /// Reads the segments before the first scan; what is missing or broken is left out.
  init(_ bytes: Span<UInt8>) {
    var tableSums: [Int: Int] = [:]
    var tableOfComponent: [Int] = []
    var position = 2
    scan: while position + 4 <= bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if marker == 0xFF {  // fill byte
        position += 1
        continue
      }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      let body = position + 4
      let end = position + 2 + length
      guard length >= 2, end <= bytes.count else { break }
      switch marker {
      case 0xDB:
        var offset = body
        while offset < end {
          let byteCount = bytes[offset] >> 4 == 0 ? 64 : 128
          guard offset + 1 + byteCount <= end else { break scan }
          let stride = byteCount / 64
          let sum = (0..<64).reduce(0) { sum, index in
            let at = offset + 1 + index * stride
            return sum + (stride == 1 ? Int(bytes[at]) : Int(bytes[at]) << 8 | Int(bytes[at + 1]))
          }
          tableSums[Int(bytes[offset] & 15)] = sum
          offset += 1 + byteCount
        }
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        isProgressive = marker == 0xC2 || marker == 0xC6 || marker == 0xCA || marker == 0xCE
        guard length >= 8 else { break scan }
        let count = Int(bytes[body + 5])
        guard body + 6 + count * 3 <= end else { break scan }
        tableOfComponent = (0..<count).map { Int(bytes[body + 8 + $0 * 3]) }
        hasHalvedChroma =
          count == 3 && bytes[body + 7] == 0x22 && bytes[body + 10] == 0x11
          && bytes[body + 13] == 0x11
      case 0xDA: break scan
      default: break
      }
      position = end
    }
    quality = Self.quality(
      luma: tableOfComponent.first.flatMap { tableSums[$0] },
      chroma: tableOfComponent.dropFirst().first.flatMap { tableSums[$0] })
  }

  /// The lowest quality whose tables are nowhere coarser in sum; for files of libjpeg's own scale
  /// that is exactly the one they were written with.
  private static func quality(luma: Int?, chroma: Int?) -> Int? {
    guard let luma else { return nil }
    return (1...100).first { quality in
      sum(standardLuma, quality: quality) <= luma
        && chroma.map { sum(standardChroma, quality: quality) <= $0 } ?? true
    } ?? 100
  }

  /// The sum of a table scaled as libjpeg's `jpeg_set_quality` does.
  private static func sum(_ table: [Int], quality: Int) -> Int {
    let scale = quality < 50 ? 5000 / quality : 200 - quality * 2
    return table.reduce(0) { $0 + min(max(($1 * scale + 50) / 100, 1), 255) }
  }

  /// T.81, table K.1.
  private static let standardLuma = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ]

  /// T.81, table K.2.
  private static let standardChroma = [
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99,
    24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  ]
}
