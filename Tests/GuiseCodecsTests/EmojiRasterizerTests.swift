import Foundation
import GuiseCore
import Testing

@testable import GuiseCodecs

/// Emoji in any size. Needs the font that setup installs.
struct EmojiRasterizerTests {
  private let rasterizer = EmojiRasterizer()

  @Test(arguments: [
    "👃", "🐽", "💧", "👁", "👁️", "🌕", "🌟", "🔥", "⚽️", "🔎", "👄", "👅", "❤️", "❤", "🎓", "🎩",
    "🧢", "⛑", "👒", "👍🏽", "🇫🇷", "🏴‍☠️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👨‍👩‍👧‍👦", "3️⃣", "👩🏾‍🚀", "❤️‍🔥",
  ])
  func inkFillsTheSquareAndIsCentred(emoji: String) throws {
    let size = 64
    let image = try rasterizer.rasterizeEmoji(emoji, pixelSize: size)
    #expect(image.width == size && image.height == size && image.alpha == .premultiplied)
    let ink = try #require(image.inkBounds)
    #expect(max(ink.width, ink.height) >= size - 3)
    #expect(ink.x >= 1 && ink.y >= 1 && ink.maxX <= size - 1 && ink.maxY <= size - 1)
    #expect(abs(ink.x - (size - ink.maxX)) <= 1)
    #expect(abs(ink.y - (size - ink.maxY)) <= 1)
    #expect(
      stride(from: 0, to: image.pixels.count, by: 4).allSatisfy { base in
        image.pixels[base..<base + 3].allSatisfy { $0 <= image.pixels[base + 3] }
      })
  }

  @Test func coloursAreThere() throws {
    let nose = try rasterizer.rasterizeEmoji("🐽", pixelSize: 256)
    let middle = (128 * 256 + 128) * 4
    // The pink of the snout's middle.
    #expect(nose.pixels[middle] > 200)
    #expect(nose.pixels[middle + 1] < nose.pixels[middle])
    #expect(nose.pixels[middle + 3] == 255)
  }

  @Test func sharpAtTwoThousandPixels() throws {
    let size = 2048
    let image = try rasterizer.rasterizeEmoji("🌕", pixelSize: size)
    // From transparent to opaque along the middle row within two pixels: an outline, not a bitmap.
    let alphas = (0..<size / 2).map { image.pixels[(size / 2 * size + $0) * 4 + 3] }
    #expect(alphas.filter { $0 > 0 && $0 < 255 }.count <= 2)
    #expect(alphas.last == 255)
  }

  @Test func skinTonesDiffer() throws {
    let light = try rasterizer.rasterizeEmoji("👍🏻", pixelSize: 64)
    let dark = try rasterizer.rasterizeEmoji("👍🏿", pixelSize: 64)
    #expect(light != dark)
  }

  @Test(arguments: ["", "👃👃", "\u{E123}", "\u{10FFFF}"])
  func whatIsNotOneEmojiIsNamed(text: String) {
    let error = #expect(throws: CodecError.self) {
      try rasterizer.rasterizeEmoji(text, pixelSize: 64)
    }
    #expect(error?.code == .noGlyph)
    #expect(error?.message.contains("\"\(text)\"") == true)
  }

  @Test func missingFontIsNamed() {
    let fonts = EmojiRasterizer(fonts: [URL(fileURLWithPath: "/nonexistent.ttf")])
    let error = #expect(throws: CodecError.self) {
      try fonts.rasterizeEmoji("👃", pixelSize: 64)
    }
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains("/nonexistent.ttf") == true)
  }

  @Test(arguments: [1, 2, 3, 16])
  func tinySizesWork(size: Int) throws {
    #expect(try rasterizer.rasterizeEmoji("👃", pixelSize: size).width == size)
  }
}

extension Image {
  /// The smallest rectangle that holds all that can be seen: outlines are rounded to 1/64 pixel.
  fileprivate var inkBounds: PixelRect? {
    var bounds = PixelRect.zero
    for y in 0..<height {
      for x in 0..<width where pixels[(y * width + x) * 4 + 3] > 8 {
        bounds = bounds.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return bounds.isEmpty ? nil : bounds
  }
}
