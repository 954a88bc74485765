import GuiseCodecs
import GuiseCore
import GuiseFilters
import Synchronization

extension FilterCodecs {
  /// The codecs of this machine.
  public static let installed = FilterCodecs(
    images: VipsImageDecoder(), glyphs: InstalledEmoji(), archives: ZipArchiveReader())
}

/// Opens the emoji fonts when the first emoji is drawn: filters without emoji need none.
private final class InstalledEmoji: GlyphRasterizing {
  private let rasterizer = Mutex<EmojiRasterizer?>(nil)

  func rasterizeEmoji(_ emoji: String, pixelSize: Int) throws -> Image {
    let rasterizer = try rasterizer.withLock { rasterizer in
      let opened = try rasterizer ?? EmojiRasterizer()
      rasterizer = opened
      return opened
    }
    return try rasterizer.rasterizeEmoji(emoji, pixelSize: pixelSize)
  }
}
