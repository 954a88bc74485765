/// An EXIF block (Exif 2.32: a TIFF stream), patched in place.
///
/// Only values that became false are touched. Everything else keeps its place, since makers' notes
/// point into the block by absolute offsets.
struct ExifBlock {
  private var stream: TIFFStream

  private enum Tag {
    static let imageWidth: UInt16 = 0x0100
    static let imageLength: UInt16 = 0x0101
    static let stripOffsets: UInt16 = 0x0111
    static let orientation: UInt16 = 0x0112
    static let stripByteCounts: UInt16 = 0x0117
    static let thumbnailOffset: UInt16 = 0x0201
    static let thumbnailByteCount: UInt16 = 0x0202
    static let exifDirectory: UInt16 = 0x8769
    static let pixelXDimension: UInt16 = 0xA002
    static let pixelYDimension: UInt16 = 0xA003
  }

  /// - Parameter bytes: with or without the prefix "Exif\0\0".
  /// - Returns: nil where it is no TIFF stream or its first directory is not inside it.
  init?(_ bytes: [UInt8]) {
    let prefix = Array("Exif\0\0".utf8)
    guard
      let stream = TIFFStream(bytes.starts(with: prefix) ? Array(bytes.dropFirst(6)) : bytes),
      stream.directory(at: stream.firstDirectory) != nil
    else { return nil }
    self.stream = stream
  }

  /// The block without prefix, true for upright pixels of the given size that were changed.
  func madeTrue(width: Int, height: Int) -> [UInt8] {
    var stream = stream
    guard let main = stream.directory(at: stream.firstDirectory) else { return stream.bytes }
    for entry in main.entries {
      switch entry.tag {
      case Tag.orientation: stream.set(entry, to: 1)
      case Tag.imageWidth: stream.set(entry, to: width)
      case Tag.imageLength: stream.set(entry, to: height)
      default: break
      }
    }
    if let pointer = main.entry(Tag.exifDirectory), let offset = stream.integer(pointer),
      let exif = stream.directory(at: offset)
    {
      for entry in exif.entries {
        switch entry.tag {
        case Tag.pixelXDimension: stream.set(entry, to: width)
        case Tag.pixelYDimension: stream.set(entry, to: height)
        default: break
        }
      }
    }
    Self.removeThumbnail(after: main, from: &stream)
    return stream.bytes
  }

  /// Erases the picture that the second directory holds, and unlinks that directory.
  private static func removeThumbnail(
    after main: TIFFStream.Directory, from stream: inout TIFFStream
  ) {
    let position = main.nextOffsetPosition
    guard let next = stream.integer(at: position, byteCount: 4), next != 0 else { return }
    stream.set(0, at: position, byteCount: 4)
    guard let thumbnail = stream.directory(at: next) else { return }
    let pairs = [
      (Tag.thumbnailOffset, Tag.thumbnailByteCount), (Tag.stripOffsets, Tag.stripByteCounts),
    ]
    for (offsetTag, countTag) in pairs {
      guard let offset = thumbnail.entry(offsetTag).flatMap(stream.integer),
        let count = thumbnail.entry(countTag).flatMap(stream.integer)
      else { continue }
      stream.erase(offset: offset, count: count)
    }
  }
}
