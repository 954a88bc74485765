import Foundation

/// The entries of a ZIP archive that are stored without compression: what a landmark model bundle
/// is. Every offset and size is checked against the bytes that are there.
///
/// Layout: PKWARE's APPNOTE.TXT, 4.3.
struct StoredZipArchive {
  /// The bytes of each entry, by its name.
  let entries: [String: ArraySlice<UInt8>]

  private static let entryLimit = 64

  /// - Parameter name: what messages call the archive.
  /// - Throws: ``TrackingError/Code/invalidBundle``.
  init(_ bytes: [UInt8], name: String) throws(TrackingError) {
    let reader = Reader(bytes: bytes, name: name)
    let end = try reader.endOfDirectory()
    let count = try Int(reader.integer16(end + 10))
    guard count <= Self.entryLimit else {
      throw reader.invalid("it has \(count) entries, expected at most \(Self.entryLimit)")
    }
    var position = try Int(reader.integer32(end + 16))
    var entries: [String: ArraySlice<UInt8>] = [:]
    for index in 0..<count {
      guard try reader.integer32(position) == 0x0201_4b50 else {
        throw reader.invalid("entry \(index) of its directory is damaged")
      }
      let flags = try reader.integer16(position + 8)
      let method = try reader.integer16(position + 10)
      let stored = try Int(reader.integer32(position + 20))
      let size = try Int(reader.integer32(position + 24))
      let nameLength = try Int(reader.integer16(position + 28))
      let extraLength = try Int(reader.integer16(position + 30))
      let commentLength = try Int(reader.integer16(position + 32))
      let local = try Int(reader.integer32(position + 42))
      let entry = String(decoding: try reader.slice(position + 46, nameLength), as: UTF8.self)
      guard method == 0, flags & 1 == 0, stored == size else {
        throw reader.invalid("entry \(entry) is compressed or encrypted, expected a stored one")
      }
      guard try reader.integer32(local) == 0x0403_4b50 else {
        throw reader.invalid("the header of entry \(entry) is damaged")
      }
      let skipped = try Int(reader.integer16(local + 26)) + Int(reader.integer16(local + 28))
      let content = try reader.slice(local + 30 + skipped, size)
      // A model with a changed byte still runs, and gives wrong faces.
      guard try reader.integer32(position + 16) == Checksum.crc32(content) else {
        throw reader.invalid("its entry \(entry) is damaged: the checksum is wrong")
      }
      guard entries.updateValue(content, forKey: entry) == nil else {
        throw reader.invalid("it has two entries \(entry)")
      }
      position += 46 + nameLength + extraLength + commentLength
    }
    self.entries = entries
  }

  private struct Reader {
    let bytes: [UInt8]
    let name: String

    func invalid(_ what: String) -> TrackingError {
      TrackingError(.invalidBundle, "\(name) is not a landmark model bundle: \(what)")
    }

    func slice(_ offset: Int, _ count: Int) throws(TrackingError) -> ArraySlice<UInt8> {
      guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
        throw invalid(
          "it points to bytes \(offset)..<\(offset + count), but has \(bytes.count) bytes")
      }
      return bytes[offset..<offset + count]
    }

    func integer16(_ offset: Int) throws(TrackingError) -> UInt16 {
      try slice(offset, 2).reversed().reduce(0) { $0 << 8 | UInt16($1) }
    }

    func integer32(_ offset: Int) throws(TrackingError) -> UInt32 {
      try slice(offset, 4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Where the record lies that ends the archive; a comment of up to 65,535 bytes may follow it.
    func endOfDirectory() throws(TrackingError) -> Int {
      var position = bytes.count - 22
      let first = max(0, position - 65_535)
      while position >= first {
        if try integer32(position) == 0x0605_4b50 { return position }
        position -= 1
      }
      throw invalid("it is not a ZIP archive")
    }
  }
}
