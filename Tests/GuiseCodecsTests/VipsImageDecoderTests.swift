import Foundation
import GuiseCore
import TestSupport
import Testing

@testable import GuiseCodecs

struct VipsImageDecoderTests {
  private let decoder = VipsImageDecoder()

  private func decode(_ bytes: [UInt8], pixelLimit: Int = 1 << 22) throws -> Image {
    try decoder.decodeImage(Data(bytes), name: "nose.png", pixelLimit: pixelLimit)
  }

  /// A picture whose samples are known, encoded by libvips.
  private func encoded(_ format: PixelFormat, as suffix: String) throws -> [UInt8] {
    var frame = Frame(format: format, width: 5, height: 3)
    frame.fill { _, x, y in (x * 7 + y * 50) * (format.bitDepth > 8 ? 257 : 1) }
    return try VipsPicture(frames: [frame]).encode(as: suffix, name: "test")
  }

  @Test(arguments: [".png", ".webp[lossless]", ".tif"])
  func straightAlphaComesThrough(suffix: String) throws {
    let image = try decode(try encoded(.rgba8, as: suffix))
    #expect(image.width == 5 && image.height == 3 && image.alpha == .straight)
    #expect(image.pixels.prefix(20).elementsEqual((0..<20).map { UInt8($0 * 7) }))
  }

  @Test func sixteenBitsAreReduced() throws {
    let image = try decode(try encoded(PixelFormat(.rgba, bitDepth: 16), as: ".png"))
    #expect(image.pixels.prefix(20).elementsEqual((0..<20).map { UInt8($0 * 7) }))
  }

  @Test func opaquePicturesGetAlpha() throws {
    let image = try decode(try encoded(.rgb8, as: ".png"))
    #expect(image.pixels.prefix(8).elementsEqual([0, 7, 14, 255, 21, 28, 35, 255]))
  }

  @Test func drawingsAreEnlarged() throws {
    let svg = """
      <?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" width="20"
      height="10"><rect width="10" height="10" fill="#f00"/></svg>
      """
    let image = try decode(Array(svg.utf8))
    #expect(image.width == 1024 && image.height == 512)
    #expect(image.pixels.prefix(4).elementsEqual([255, 0, 0, 255]))
    #expect(image.pixels.suffix(4).elementsEqual([0, 0, 0, 0]))
  }

  @Test func drawingsReadNoOtherFiles() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("guise-secret-\(UUID().uuidString).png")
    try Data(try encoded(.rgba8, as: ".png")).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20"
      height="10"><image width="20" height="10" xlink:href="file://\(url.path)"/></svg>
      """
    let image = try decode(Array(svg.utf8))
    #expect(image.pixels.allSatisfy { $0 == 0 })
  }

  @Test func pixelsAreLimitedByTheHeader() throws {
    let error = #expect(throws: CodecError.self) {
      try decode(try encoded(.rgb8, as: ".png"), pixelLimit: 14)
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.message.contains("nose.png: 5 × 3 pixels") == true)
  }

  @Test(
    arguments: [
      [], Array("hello".utf8), Array("P6 2 1 255\n123456".utf8), Array("<svg".utf8),
      Array("#?RADIANCE\n".utf8), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0],
    ] as [[UInt8]])
  func whatIsNoPictureIsNamed(bytes: [UInt8]) {
    let error = #expect(throws: CodecError.self) { try decode(bytes) }
    #expect(error?.message.hasPrefix("nose.png: ") == true)
  }

  @Test func truncatedPicturesAreErrors() throws {
    let png = try encoded(.rgba8, as: ".png")
    #expect(throws: CodecError.self) { try decode(Array(png.dropLast(30))) }
  }
}
