import GuiseCodecs
import GuiseFilters

extension FilterCodecs {
  /// The codecs of this machine.
  public static let installed = FilterCodecs(
    images: VipsImageDecoder(), glyphs: EmojiRasterizer(), archives: ZipArchiveReader())
}
