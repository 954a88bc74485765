import GuiseCore
import GuiseScene
import Testing

@testable import GuiseFilters

@Suite struct GlyphTexturesTests {
  /// A square whose lower quarter is empty.
  private struct Bottomless: GlyphRasterizing {
    func rasterizeEmoji(_ emoji: String, pixelSize: Int) throws -> Image {
      var image = Image(width: pixelSize, height: pixelSize)
      for byte in 0..<(pixelSize * 3 / 4 * pixelSize * 4) { image.pixels[byte] = 255 }
      return image
    }
  }

  /// A bar across the middle half, from which a strap of a tenth of the width hangs to the border.
  private struct Strap: GlyphRasterizing {
    func rasterizeEmoji(_ emoji: String, pixelSize: Int) throws -> Image {
      var image = Image(width: pixelSize, height: pixelSize)
      for row in pixelSize / 4..<pixelSize {
        let width = row < pixelSize * 3 / 4 ? pixelSize : pixelSize / 10
        for column in 0..<width { image.pixels[4 * (row * pixelSize + column) + 3] = 255 }
      }
      return image
    }
  }

  @Test func memoryIsBounded() throws {
    // Room for three squares of 64 pixels.
    let glyphs = GlyphTextures(FakeGlyphs(), byteLimit: 3 * 64 * 64 * 4)
    for emoji in ["🌕", "🌟", "🔥", "🎩", "🌕"] {
      glyphs.beginFrame()
      _ = try glyphs.texture(emoji, level: 6)
      #expect(glyphs.count <= 3)
    }
    // What one frame uses is kept, be it too much.
    glyphs.beginFrame()
    for emoji in ["🌕", "🌟", "🔥", "🎩"] { _ = try glyphs.texture(emoji, level: 6) }
    #expect(glyphs.count == 4)
    glyphs.beginFrame()
    _ = try glyphs.texture("👒", level: 6)
    #expect(glyphs.count == 3)
  }

  @Test func theOldestGoesFirst() throws {
    let rasterizer = FakeGlyphs()
    let glyphs = GlyphTextures(rasterizer, byteLimit: 2 * 64 * 64 * 4)
    for emoji in ["🌕", "🌟", "🌕", "🔥", "🌕"] {
      glyphs.beginFrame()
      _ = try glyphs.texture(emoji, level: 6)
    }
    #expect(rasterizer.drawn == ["🌕 64", "🌟 64", "🔥 64"])
  }

  @Test func aStrapHangsBelowTheBrim() throws {
    let glyphs = GlyphTextures(Strap())
    _ = try glyphs.texture("⛑", level: 6)
    #expect(glyphs.bottomMargin("⛑") == 0.25)
  }

  @Test func theRimOfAnEmoji() throws {
    let glyphs = GlyphTextures(Bottomless())
    #expect(glyphs.bottomMargin("🎩") == 0)
    _ = try glyphs.texture("🎩", level: 6)
    #expect(glyphs.bottomMargin("🎩") == 0.25)
    let blank = GlyphTextures(FakeGlyphs())
    _ = try blank.texture("🎩", level: 6)
    #expect(blank.bottomMargin("🎩") == 0)
  }

  @Test func levels() {
    #expect(GlyphTextures.level(for: 10, current: 0) == 6)
    #expect(GlyphTextures.level(for: 65, current: 6) == 7)
    #expect(GlyphTextures.level(for: 60, current: 7) == 7)
    #expect(GlyphTextures.level(for: 50, current: 7) == 6)
    #expect(GlyphTextures.level(for: 1e9, current: 6) == 11)
    #expect(GlyphTextures.level(for: .nan, current: 8) == 6)
  }
}
