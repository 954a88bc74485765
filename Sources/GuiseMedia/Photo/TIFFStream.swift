/// Reads and patches the tags of a TIFF stream (TIFF 6.0, section 2; EXIF uses the same), however
/// broken it is: every offset is checked, a directory is visited once.
struct TIFFStream {
  private(set) var bytes: [UInt8]
  private let isBigEndian: Bool
  /// Where the first directory is said to be.
  let firstDirectory: Int

  /// One tag of a directory.
  struct Entry {
    let tag: UInt16
    let type: UInt16
    let count: Int
    /// Where its value lies: inside the entry where it fits into four bytes.
    let valueOffset: Int
  }

  /// A directory's entries, and where the offset of the next one is stored.
  struct Directory {
    let entries: [Entry]
    let nextOffsetPosition: Int

    func entry(_ tag: UInt16) -> Entry? { entries.first { $0.tag == tag } }
  }

  /// - Returns: nil where the header is not that of a (classic) TIFF.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    switch bytes[0..<4] {
    case [0x49, 0x49, 0x2A, 0]: isBigEndian = false
    case [0x4D, 0x4D, 0, 0x2A]: isBigEndian = true
    default: return nil
    }
    self.bytes = bytes
    let offset = bytes[4..<8]
    firstDirectory = (isBigEndian ? Array(offset) : offset.reversed()).reduce(0) {
      $0 << 8 | Int($1)
    }
  }

  /// The directory at `offset`; nil where it is not wholly inside the stream.
  func directory(at offset: Int) -> Directory? {
    guard let count = integer(at: offset, byteCount: 2) else { return nil }
    let next = offset + 2 + count * 12
    guard next <= bytes.count else { return nil }
    let entries = (0..<count).compactMap { entry(at: offset + 2 + $0 * 12) }
    return Directory(entries: entries, nextOffsetPosition: next)
  }

  private func entry(at offset: Int) -> Entry? {
    guard let tag = integer(at: offset, byteCount: 2),
      let type = integer(at: offset + 2, byteCount: 2),
      let count = integer(at: offset + 4, byteCount: 4),
      let value = integer(at: offset + 8, byteCount: 4)
    else { return nil }
    let size = count * Self.byteCount(ofType: type)
    let valueOffset = size <= 4 ? offset + 8 : value
    guard size > 0, valueOffset + size <= bytes.count else { return nil }
    return Entry(tag: UInt16(tag), type: UInt16(type), count: count, valueOffset: valueOffset)
  }

  private static func byteCount(ofType type: Int) -> Int {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12: 8
    default: 0
    }
  }

  /// The entry's first value where it is a SHORT or a LONG.
  func integer(_ entry: Entry) -> Int? {
    switch entry.type {
    case 3: integer(at: entry.valueOffset, byteCount: 2)
    case 4, 13: integer(at: entry.valueOffset, byteCount: 4)
    default: nil
    }
  }

  /// Replaces the entry's first value where it is a SHORT or a LONG.
  mutating func set(_ entry: Entry, to value: Int) {
    switch entry.type {
    case 3: set(UInt32(UInt16(clamping: value)), at: entry.valueOffset, byteCount: 2)
    case 4: set(UInt32(clamping: value), at: entry.valueOffset, byteCount: 4)
    default: break
    }
  }

  /// The whole number at `offset`; nil where that is outside of the stream.
  func integer(at offset: Int, byteCount: Int) -> Int? {
    guard offset >= 0, offset + byteCount <= bytes.count else { return nil }
    let digits = bytes[offset..<offset + byteCount]
    return isBigEndian
      ? digits.reduce(0) { $0 << 8 | Int($1) } : digits.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func set(_ value: UInt32, at offset: Int, byteCount: Int) {
    for index in 0..<byteCount {
      let shift = UInt32(8 * (isBigEndian ? byteCount - 1 - index : index))
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }

  /// Fills a range with zeros; ends the stream there where the range is its end.
  mutating func erase(offset: Int, count: Int) {
    guard offset >= 8, count > 0, offset <= bytes.count, count <= bytes.count - offset else {
      return
    }
    if offset + count == bytes.count {
      bytes.removeLast(count)
    } else {
      bytes.replaceSubrange(
        offset..<offset + count, with: repeatElement(UInt8(0), count: count))
    }
  }
}
