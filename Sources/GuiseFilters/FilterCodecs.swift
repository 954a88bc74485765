import GuiseCore

/// The libraries that a filter needs, injected by those who have them.
public struct FilterCodecs: Sendable {
  public var images: any ImageDecoding
  public var glyphs: any GlyphRasterizing
  public var archives: any ArchiveReading

  public init(
    images: any ImageDecoding, glyphs: any GlyphRasterizing, archives: any ArchiveReading
  ) {
    self.images = images
    self.glyphs = glyphs
    self.archives = archives
  }
}
