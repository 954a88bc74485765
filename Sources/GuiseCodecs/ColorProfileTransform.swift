import GuiseCore

/// Brings sRGB graphics into a photo's own colour space, so that a red nose is as red on a
/// Display P3 photo as it is on an sRGB one.
///
/// Relative colorimetric with black point compensation. Safe to share between threads.
///
///     let transform = try ColorProfileTransform(iccProfile: profile)
///     let overlay = transform.convert(overlay)
public final class ColorProfileTransform: Sendable {
  /// Nil where the profile is sRGB's.
  private let conversion: ColorConversion?

  /// - Throws: ``CodecError`` `.damaged` or `.unsupported` where the profile is not one of an RGB
  ///   device that can be written to.
  public init(iccProfile: [UInt8]) throws(CodecError) {
    let conversion = try ColorConversion(.fromSRGB, profile: iccProfile, format: .rgba8)
    self.conversion = Self.isIdentity(conversion) ? nil : conversion
  }

  /// Whether the profile is sRGB's but for rounding, so that nothing is converted.
  public var isIdentity: Bool { conversion == nil }

  /// The same graphics with colours of the profile's space.
  ///
  /// - Parameter image: sRGB; premultiplied or straight, and comes back as it was.
  public func convert(_ image: Image) -> Image {
    guard let conversion else { return image }
    var result = image.straight()
    conversion.convert(&result.pixels)
    return image.alpha == .premultiplied ? result.premultiplied() : result
  }

  /// Whether a grid of 9³ colours comes back within 1 of where it was.
  private static func isIdentity(_ conversion: ColorConversion) -> Bool {
    let levels = stride(from: 0, through: 255, by: 32).map { UInt8(min($0, 255)) } + [255]
    var grid: [UInt8] = []
    for red in levels {
      for green in levels {
        for blue in levels { grid += [red, green, blue, 255] }
      }
    }
    var converted = grid
    conversion.convert(&converted)
    return zip(grid, converted).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }
}

extension Image {
  /// The same picture with straight alpha; rounded to nearest.
  func straight() -> Image {
    guard alpha == .premultiplied else { return self }
    var image = self
    image.alpha = .straight
    for base in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Int(pixels[base + 3])
      guard alpha > 0, alpha < 255 else { continue }
      for channel in base..<base + 3 {
        image.pixels[channel] = UInt8(min((Int(pixels[channel]) * 255 + alpha / 2) / alpha, 255))
      }
    }
    return image
  }
}
