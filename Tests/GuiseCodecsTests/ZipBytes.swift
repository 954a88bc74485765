/// Builds ZIP archives byte by byte (PKWARE's APPNOTE), honest ones and others.
struct ZipBytes {
  /// One entry as it is written, whatever it claims.
  struct Entry {
    var name: String
    var packed: [UInt8]
    var method = 0
    var claimedSize: Int
    var checksum: UInt32
    var flags = 0
    /// Upper half: the Unix mode.
    var externalAttributes: UInt32 = 0o100644 << 16
    /// 3 is Unix.
    var madeBy = 3

    /// A stored file.
    init(_ name: String, _ text: String = "hello") {
      let bytes = Array(text.utf8)
      self.name = name
      packed = bytes
      claimedSize = bytes.count
      checksum = ZipBytes.crc32(bytes)
    }

    /// A deflated file of `count` zeros, honest but for `claimedSize`.
    init(_ name: String, zeros count: Int, claimedSize: Int? = nil) {
      self.name = name
      packed = ZipBytes.deflatedZeros(count)
      method = 8
      self.claimedSize = claimedSize ?? count
      checksum = ZipBytes.crc32([UInt8](repeating: 0, count: count))
    }

    func with(_ change: (inout Entry) -> Void) -> Entry {
      var entry = self
      change(&entry)
      return entry
    }
  }

  static func archive(_ entries: [Entry]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let name = Array(entry.name.utf8)
      let common =
        little(20, 2) + little(entry.flags, 2) + little(entry.method, 2) + little(0, 4)
        + little(Int(entry.checksum), 4) + little(entry.packed.count, 4)
        + little(entry.claimedSize, 4) + little(name.count, 2) + little(0, 2)
      directory += Array("PK\u{1}\u{2}".utf8) + little(20 | entry.madeBy << 8, 2) + common
      directory += little(0, 6) + little(Int(entry.externalAttributes), 4)
      directory += little(archive.count, 4) + name
      archive += Array("PK\u{3}\u{4}".utf8) + common + name + entry.packed
    }
    let start = archive.count
    archive += directory + Array("PK\u{5}\u{6}".utf8) + little(0, 4)
    archive += little(entries.count, 2) + little(entries.count, 2)
    return archive + little(directory.count, 4) + little(start, 4) + little(0, 2)
  }

  private static func little(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Zeros in one deflate block of fixed codes (RFC 1951): a literal, then copies of 258 bytes from
  /// the byte before, then single ones.
  private static func deflatedZeros(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var bitCount = 0
    func push(_ value: Int, _ width: Int, reversed: Bool = false) {
      for bit in 0..<width {
        let isSet = value >> (reversed ? width - 1 - bit : bit) & 1 == 1
        if bitCount % 8 == 0 { bytes.append(0) }
        if isSet { bytes[bytes.count - 1] |= 1 << (bitCount % 8) }
        bitCount += 1
      }
    }
    push(1, 1)  // last block
    push(1, 2)  // fixed codes
    let copies = max(0, (count - 1) / 258)
    for _ in 0..<count - copies * 258 { push(0x30, 8, reversed: true) }
    for _ in 0..<copies {
      push(0b1100_0101, 8, reversed: true)  // length 258
      push(0, 5, reversed: true)  // distance 1
    }
    push(0, 7)  // end of block
    return bytes
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
  }
}
