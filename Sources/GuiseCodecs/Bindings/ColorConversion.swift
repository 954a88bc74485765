private import CLittleCMS
import GuiseCore

/// A conversion between sRGB and the space of an RGB profile, by LittleCMS: relative colorimetric
/// with black point compensation.
@safe final class ColorConversion: @unchecked Sendable {
  // Unchecked: a LittleCMS transform without cache is never written to after it was made.
  @unsafe private let transform: cmsHTRANSFORM
  private let format: PixelFormat

  enum Direction {
    case fromSRGB
    case toSRGB
  }

  /// - Parameter format: of the pixels to convert: RGB or RGBA, 8 or 16 bits.
  /// - Throws: `.damaged`, `.unsupported` (not an RGB profile, or one-way).
  init(
    _ direction: Direction, profile: [UInt8], format: PixelFormat
  ) throws(CodecError) {
    let context = "the colour profile cannot be used"
    guard let other = unsafe cmsOpenProfileFromMem(profile, UInt32(clamping: profile.count)) else {
      throw CodecError(.damaged, "\(context): it is damaged")
    }
    defer { unsafe cmsCloseProfile(other) }
    guard unsafe cmsGetColorSpace(other) == cmsSigRgbData else {
      throw CodecError(.unsupported, "\(context): it is not one of an RGB device")
    }
    let sRGB = unsafe cmsCreate_sRGBProfile()
    defer { unsafe cmsCloseProfile(sRGB) }
    let isDeep = format.bitDepth > 8
    let type =
      switch format.layout {
      case .rgba: isDeep ? guise_cms_rgba16() : guise_cms_rgba8()
      default: isDeep ? guise_cms_rgb16() : guise_cms_rgb8()
      }
    let flags =
      UInt32(cmsFLAGS_NOCACHE) | UInt32(cmsFLAGS_COPY_ALPHA)
      | UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION)
    let transform =
      direction == .fromSRGB
      ? unsafe cmsCreateTransform(
        sRGB, type, other, type, UInt32(INTENT_RELATIVE_COLORIMETRIC), flags)
      : unsafe cmsCreateTransform(
        other, type, sRGB, type, UInt32(INTENT_RELATIVE_COLORIMETRIC), flags)
    guard let transform = unsafe transform else {
      throw CodecError(.unsupported, "\(context): it has no conversion in this direction")
    }
    unsafe self.transform = transform
    self.format = format
  }

  deinit {
    unsafe cmsDeleteTransform(transform)
  }

  /// Converts 8-bit pixels in place; alpha is left as it is.
  func convert(_ pixels: inout [UInt8]) {
    precondition(format.bitDepth == 8)
    let count = pixels.count / format.samplesPerPixel(plane: 0)
    unsafe pixels.withUnsafeMutableBytes { bytes in
      unsafe cmsDoTransform(transform, bytes.baseAddress, bytes.baseAddress, UInt32(count))
    }
  }

  /// Converts a frame of the format in place.
  func convert(_ frame: inout Frame) {
    precondition(frame.format == format)
    unsafe frame.withUnsafeMutablePlane(0) { base, layout in
      for y in 0..<layout.height {
        let row = unsafe base + y * layout.rowBytes
        unsafe cmsDoTransform(transform, row, row, UInt32(layout.width))
      }
    }
  }
}
