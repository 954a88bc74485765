/// A small picture in memory: a texture, a sticker, an emoji. 8-bit sRGB with alpha.
public struct Image: Hashable, Sendable {
  public enum Alpha: Hashable, Sendable {
    case straight
    case premultiplied
  }

  /// Pixels.
  public let width: Int
  /// Pixels.
  public let height: Int
  public var alpha: Alpha
  /// Rows from the top, R, G, B, A, no padding: `width * height * 4` bytes.
  public var pixels: [UInt8]

  public init(width: Int, height: Int, alpha: Alpha = .premultiplied, pixels: [UInt8]) {
    precondition(pixels.count == width * height * 4, "an image has width × height × 4 bytes")
    self.width = width
    self.height = height
    self.alpha = alpha
    self.pixels = pixels
  }

  /// A fully transparent image.
  public init(width: Int, height: Int) {
    self.init(
      width: width, height: height, pixels: [UInt8](repeating: 0, count: width * height * 4))
  }

  /// The same picture with premultiplied alpha; rounded to nearest.
  public func premultiplied() -> Image {
    guard alpha == .straight else { return self }
    var image = self
    image.alpha = .premultiplied
    for base in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Int(pixels[base + 3])
      for channel in base..<base + 3 {
        image.pixels[channel] = UInt8((Int(pixels[channel]) * alpha + 127) / 255)
      }
    }
    return image
  }
}
