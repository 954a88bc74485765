import Foundation

/// What a WebP file's headers (RFC 9649; VP8: RFC 6386) say about how it was compressed.
struct WebPHeader: Hashable {
  /// The quality of libwebp's scale, 0…100, that gives the first frame's quantiser; nil for lossless
  /// ones.
  private(set) var quality: Int?
  private(set) var isLossless = false

  init(_ bytes: Span<UInt8>) {
    var position = 12
    while position + 8 <= bytes.count {
      let name = String(
        decoding: (0..<4).map { bytes[position + $0] }, as: UTF8.self)
      let size = (0..<4).reduce(0) { $0 | Int(bytes[position + 4 + $1]) << (8 * $1) }
      let body = position + 8
      switch name {
      case "VP8L":
        isLossless = true
        return
      case "VP8 ":
        quality = Self.quality(frame: bytes, at: body)
        return
      case "ANMF":
        position = body + 16  // the frame's own chunks follow its header
      default:
        position = body + size + size & 1
      }
    }
  }

  /// Reads the frame header (RFC 6386, 9.2–9.6) as far as the quantiser index.
  private static func quality(frame bytes: Span<UInt8>, at start: Int) -> Int? {
    guard start + 10 < bytes.count, bytes[start] & 1 == 0 else { return nil }
    var decoder = BooleanDecoder(position: start + 10)
    func bits(_ count: Int) -> Int { decoder.literal(count, bytes) }
    func skipOptional(_ count: Int) { if bits(1) == 1 { _ = bits(count) } }

    _ = bits(2)  // colour space, clamping
    var segmentQuantizers: [Int] = []
    var areAbsolute = false
    if bits(1) == 1 {
      let updatesMap = bits(1) == 1
      if bits(1) == 1 {
        areAbsolute = bits(1) == 1
        for _ in 0..<4 {
          let magnitude = bits(1) == 1 ? bits(7) : 0
          segmentQuantizers.append(magnitude > 0 && bits(1) == 1 ? -magnitude : magnitude)
        }
        for _ in 0..<4 { skipOptional(7) }  // loop filter levels: 6 bits and a sign
      }
      if updatesMap { for _ in 0..<3 { skipOptional(8) } }
    }
    _ = bits(1 + 6 + 3)  // loop filter
    if bits(1) == 1, bits(1) == 1 { for _ in 0..<8 { skipOptional(7) } }
    _ = bits(2)  // partitions
    let base = bits(7)
    guard !decoder.isExhausted else { return nil }
    let all = segmentQuantizers.map { areAbsolute ? $0 : base + $0 }
    let quantizer = all.isEmpty ? base : all.reduce(0, +) / all.count
    return quality(quantizer: min(max(quantizer, 0), 127))
  }

  /// The inverse of libwebp's curve (`QualityToCompression` in `quant_enc.c`): the quantiser is
  /// 127 · (1 − c), c³ is ⅔·q below q = 0.75 and 2·q − 1 above.
  private static func quality(quantizer: Int) -> Int {
    let linear = pow(1 - Double(quantizer) / 127, 3)
    let quality = linear < 0.5 ? linear * 1.5 : (linear + 1) / 2
    return Int((quality * 100).rounded(.up))
  }
}

/// The arithmetic decoder of VP8 (RFC 6386, 7.3), for bits of even probability.
private struct BooleanDecoder {
  private var position: Int
  private var value = 0
  private var range = 255
  private var bitCount = 0
  private(set) var isExhausted = false
  private var isPrimed = false

  init(position: Int) { self.position = position }

  private mutating func nextByte(_ bytes: Span<UInt8>) -> Int {
    guard position < bytes.count else {
      isExhausted = true
      return 0
    }
    defer { position += 1 }
    return Int(bytes[position])
  }

  mutating func literal(_ count: Int, _ bytes: Span<UInt8>) -> Int {
    if !isPrimed {
      isPrimed = true
      value = nextByte(bytes) << 8 | nextByte(bytes)
    }
    return (0..<count).reduce(0) { result, _ in result << 1 | bit(bytes) }
  }

  private mutating func bit(_ bytes: Span<UInt8>) -> Int {
    let split = 1 + ((range - 1) * 128) >> 8
    let isSet = value >= split << 8
    if isSet {
      range -= split
      value -= split << 8
    } else {
      range = split
    }
    while range < 128 {
      value <<= 1
      range <<= 1
      bitCount += 1
      if bitCount == 8 {
        bitCount = 0
        value |= nextByte(bytes)
      }
    }
    return isSet ? 1 : 0
  }
}
