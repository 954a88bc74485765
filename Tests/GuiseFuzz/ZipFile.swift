/// Writes small ZIP archives, honest ones and others.
enum ZipFile {
  enum Method {
    case stored
    /// Deflate, in blocks that are stored: valid, and every byte stays where a mutation finds it.
    case deflated
    /// Deflate that unpacks to that many zeros: 13 bits for each 258 bytes.
    case zeros(count: Int)
  }

  static func archive(_ entries: [(name: String, bytes: [UInt8], method: Method)]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (name, bytes, method) in entries {
      let (code, packed, size): (Int, [UInt8], Int) =
        switch method {
        case .stored: (0, bytes, bytes.count)
        case .deflated: (8, deflated(bytes), bytes.count)
        case .zeros(let count): (8, zeros(count), count)
        }
      let checksum = crc32(size == bytes.count ? bytes : [UInt8](repeating: 0, count: size))
      let common =
        little(20, 2) + little(0, 2) + little(code, 2) + little(0, 4) + little(Int(checksum), 4)
        + little(packed.count, 4) + little(size, 4) + little(name.utf8.count, 2) + little(0, 2)
      directory += Array("PK\u{1}\u{2}".utf8) + little(20, 2) + common + little(0, 6)
      directory += little(0, 4) + little(archive.count, 4) + Array(name.utf8)
      archive += Array("PK\u{3}\u{4}".utf8) + common + Array(name.utf8) + packed
    }
    let start = archive.count
    archive += directory + Array("PK\u{5}\u{6}".utf8) + little(0, 4)
    archive += little(entries.count, 2) + little(entries.count, 2)
    archive += little(directory.count, 4) + little(start, 4) + little(0, 2)
    return archive
  }

  private static func little(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      result += [rest.isEmpty ? 1 : 0] + little(block.count, 2) + little(~block.count, 2) + block
    } while !rest.isEmpty
    return result
  }

  /// One literal 0, then (length 258, distance 1) in the fixed code of RFC 1951, 3.2.6.
  private static func zeros(_ count: Int) -> [UInt8] {
    var bits: [UInt8] = [1, 1, 0]
    bits += [0, 0, 1, 1, 0, 0, 0, 0]
    for _ in 0..<(count - 1) / 258 { bits += [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] }
    bits += [0, 0, 0, 0, 0, 0, 0]
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) {
        $0 | $1.element << $1.offset
      }
    }
  }

  /// Of RFC 1952.
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
