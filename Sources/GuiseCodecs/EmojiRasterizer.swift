import Foundation
import GuiseCore
import Synchronization

/// Draws emoji from OpenMoji's outlines, sharp at any size; from Noto Color Emoji's bitmaps, which
/// are sharp to about 128 pixels, where OpenMoji has none.
///
/// The longer side of an emoji's ink fills the square but for a margin of one pixel, which keeps
/// filtered edges soft. Safe to use from several threads.
///
///     let nose = try EmojiRasterizer().rasterizeEmoji("👃", pixelSize: 512)
public final class EmojiRasterizer: GlyphRasterizing {
  /// Pixels of the largest square.
  public static let sizeLimit = 4096

  private let files: [URL]?
  /// Opened at first use: many programs draw no emoji.
  private let fonts = Mutex<[GlyphFont]?>(nil)

  /// Draws with the fonts of the installation; where OpenMoji is missing, with Noto alone.
  public init() {
    files = nil
  }

  /// - Parameter fonts: font files, the best first.
  public init(fonts: [URL]) {
    files = fonts
  }

  private static func installedFonts() throws(CodecError) -> [URL] {
    let files =
      [Installation.locate("fonts/OpenMoji.ttf")].compactMap(\.self)
      + notoFiles.map { URL(fileURLWithPath: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) }.prefix(1)
    guard files.isEmpty else { return files }
    let folders = Installation.searchPath.map(\.path).joined(separator: ", ")
    throw CodecError(
      .unavailable, "no emoji font is installed: fonts/OpenMoji.ttf is in none of \(folders)")
  }

  private static let notoFiles = [
    "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf",
    "/usr/share/fonts/noto/NotoColorEmoji.ttf",
    "/usr/share/fonts/google-noto-emoji/NotoColorEmoji.ttf",
  ]

  /// - Throws: ``CodecError`` `.noGlyph`; `.unavailable` where no font is installed or one cannot be
  ///   loaded.
  public func rasterizeEmoji(_ emoji: String, pixelSize: Int) throws -> Image {
    precondition(
      (1...Self.sizeLimit).contains(pixelSize), "an emoji has 1…\(Self.sizeLimit) pixels a side")
    guard emoji.count == 1 else {
      throw CodecError(.noGlyph, "\"\(emoji)\" is not exactly one emoji but \(emoji.count)")
    }
    let inkSize = max(pixelSize - 2, 1)
    let image = try fonts.withLock { fonts in
      let opened =
        try fonts ?? (files ?? Self.installedFonts()).map { try GlyphFont(contentsOf: $0) }
      fonts = opened
      return opened.lazy.compactMap { font in
        Self.spellings(of: emoji).lazy.compactMap(font.glyph).first.flatMap {
          font.draw(glyph: $0, pixelSize: pixelSize, inkSize: inkSize)
        }
      }.first
    }
    guard let image else {
      let codes = emoji.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
      throw CodecError(
        .noGlyph, "no emoji font has \"\(emoji)\" (\(codes.joined(separator: " ")))")
    }
    return image
  }

  /// The emoji as it is, and without the selector for colour presentation, which fonts leave out of
  /// some of their sequences.
  private static func spellings(of emoji: String) -> [String] {
    let bare = String(String.UnicodeScalarView(emoji.unicodeScalars.filter { $0 != "\u{FE0F}" }))
    return bare.isEmpty || bare == emoji ? [emoji] : [emoji, bare]
  }
}
