/// Photoshop's image resources as a JPEG holds them (Adobe, "Photoshop File Formats", image
/// resource blocks); IPTC captions are one of them.
struct PhotoshopResources {
  private static let prefix = Array("Photoshop 3.0\0".utf8)
  private var resources: [(id: Int, bytes: ArraySlice<UInt8>)] = []

  /// Thumbnails, of Photoshop 4 and later ones.
  private static let thumbnails: Set = [0x0409, 0x040C]

  /// - Parameter bytes: with the prefix "Photoshop 3.0", or bare IPTC records (from TIFF files),
  ///   which are wrapped.
  /// - Returns: nil where the blocks are not well formed.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.prefix) else {
      guard bytes.first == 0x1C else { return nil }
      resources = [(0x0404, Self.block(0x0404, bytes))]
      return
    }
    var rest = bytes.dropFirst(Self.prefix.count)
    while rest.count >= 12 {
      let start = rest.startIndex
      guard rest.starts(with: Array("8BIM".utf8)) else { return nil }
      let id = Int(rest[start + 4]) << 8 | Int(rest[start + 5])
      // A Pascal string, padded to even.
      let nameCount = (Int(rest[start + 6]) + 2) & ~1
      let sizeStart = start + 6 + nameCount
      guard sizeStart + 4 <= rest.endIndex else { return nil }
      let size = rest[sizeStart..<sizeStart + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = sizeStart + 4 + size
      guard end <= rest.endIndex else { return nil }
      let paddedEnd = min(end + size & 1, rest.endIndex)
      resources.append((id, rest[start..<paddedEnd]))
      rest = rest[paddedEnd...]
    }
  }

  private static func block(_ id: Int, _ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var block = Array("8BIM".utf8) + [UInt8(id >> 8), UInt8(id & 0xFF), 0, 0]
    block += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) }
    block += bytes
    if bytes.count & 1 == 1 { block.append(0) }
    return block[...]
  }

  /// All blocks but thumbnails, with the prefix.
  func withoutThumbnails() -> [UInt8] {
    resources.filter { !Self.thumbnails.contains($0.id) }.reduce(into: Self.prefix) {
      $0 += $1.bytes
      if $1.bytes.count & 1 == 1 { $0.append(0) }
    }
  }
}
