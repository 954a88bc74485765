import Foundation

/// Decodes small pictures: textures and stickers. Implemented on real libraries by `GuiseCodecs`
/// and injected, so that the modules that use it stay portable.
public protocol ImageDecoding: Sendable {
  /// Decodes the first frame of a PNG, JPEG, WebP, GIF or SVG as 8-bit sRGB with straight alpha.
  ///
  /// - Parameters:
  ///   - name: what messages call it.
  ///   - pixelLimit: refuses pictures with more pixels, judged by the header, before decoding.
  /// - Throws: an error whose description names `name` and says what is wrong.
  func decodeImage(_ data: Data, name: String, pixelLimit: Int) throws -> Image
}

/// Draws emoji and text as pictures.
public protocol GlyphRasterizing: Sendable {
  /// One emoji, with skin tones, flags and joined sequences, centred in a square of `pixelSize`
  /// pixels, premultiplied.
  ///
  /// - Throws: an error that names the emoji where no font has it, or where it is not exactly one
  ///   grapheme.
  func rasterizeEmoji(_ emoji: String, pixelSize: Int) throws -> Image
}

/// Reads archives that may be hostile.
public protocol ArchiveReading: Sendable {
  /// All files of the ZIP archive at `url`, by their paths with `/`.
  ///
  /// Refuses absolute paths, `..`, links, duplicate names, encrypted entries, more than
  /// `limits.fileCount` files and more than `limits.byteCount` bytes unpacked, judged while
  /// unpacking, not by what the headers claim.
  func readArchive(at url: URL, limits: ArchiveLimits) throws -> [String: Data]
}

/// Bounds on what an archive may unpack to.
public struct ArchiveLimits: Hashable, Sendable {
  public var fileCount: Int
  public var byteCount: Int

  public init(fileCount: Int = 10_000, byteCount: Int = 256 << 20) {
    self.fileCount = fileCount
    self.byteCount = byteCount
  }
}
