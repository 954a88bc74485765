internal import CVips
import GuiseCore

/// A picture in libvips: a pipeline that makes pixels on demand, from encoded bytes or from frames.
///
/// Used by one thread at a time. Pixels are made only by ``decode(into:orientation:name:)`` and
/// ``encode(as:name:)``; everything before them reads the header alone.
@safe package final class VipsPicture {
  @unsafe let image: UnsafeMutablePointer<VipsImage>
  /// What the pipeline reads from, kept as long as it.
  private let source: AnyObject?

  /// Takes ownership of `image`.
  init(owning image: UnsafeMutablePointer<VipsImage>, source: AnyObject?) {
    unsafe self.image = image
    self.source = source
  }

  deinit {
    unsafe g_object_unref(image)
  }

  /// Opens an encoded picture: reads its header.
  ///
  /// - Parameters:
  ///   - bytes: the file; kept until the picture goes away.
  ///   - options: vips' options of the loader: "access=sequential,n=-1".
  ///   - name: what messages call it.
  package convenience init(
    bytes: PixelStorage, count: Int, options: String, name: String
  ) throws(CodecError) {
    try Vips.start()
    let file = unsafe UnsafeBufferPointer(
      start: bytes.base.assumingMemoryBound(to: UInt8.self), count: count)
    try PNGBounds.check(unsafe file.span, name: name)
    vips_error_clear()
    guard let image = unsafe guise_vips_load(bytes.base, count, options) else {
      throw Vips.loadingError(name: name)
    }
    unsafe self.init(owning: image, source: bytes)
  }

  /// Opens an SVG drawing, enlarged so that its longer side has at least `side` pixels.
  convenience init(
    svg bytes: PixelStorage, count: Int, side: Int, name: String
  ) throws(CodecError) {
    try Vips.start()
    vips_error_clear()
    var natural: UnsafeMutablePointer<VipsImage>?
    try Vips.check(
      unsafe guise_vips_load_svg(bytes.base, count, 1, &natural), .damaged, "\(name): SVG")
    guard let natural = unsafe natural else { throw CodecError(.damaged, "\(name): SVG") }
    let longer = unsafe Int(max(vips_image_get_width(natural), vips_image_get_height(natural)))
    guard longer < side else {
      unsafe self.init(owning: natural, source: bytes)
      return
    }
    unsafe g_object_unref(natural)
    var enlarged: UnsafeMutablePointer<VipsImage>?
    try Vips.check(
      unsafe guise_vips_load_svg(bytes.base, count, Double(side) / Double(longer), &enlarged),
      .damaged, "\(name): SVG")
    guard let enlarged = unsafe enlarged else { throw CodecError(.damaged, "\(name): SVG") }
    unsafe self.init(owning: enlarged, source: bytes)
  }

  /// One of vips' operations that make a picture from a picture.
  enum Operation {
    case colourspace(VipsInterpretation)
    /// Through the embedded profile, or the built-in `fallback`, to sRGB of `depth` bits.
    case iccToSRGB(fallback: String, depth: Int32)
    case firstBands(Int32)
    /// Over white, which also removes alpha.
    case flattenWhite(white: Double)
  }

  /// The next step of the pipeline.
  func applying(
    _ operation: Operation, _ code: CodecError.Code, _ context: @autoclosure () -> String
  ) throws(CodecError) -> VipsPicture {
    var out: UnsafeMutablePointer<VipsImage>?
    let status =
      switch operation {
      case .colourspace(let space):
        unsafe guise_vips_colourspace(image, &out, space)
      case .iccToSRGB(let fallback, let depth):
        unsafe guise_vips_icc_to_srgb(image, &out, fallback, depth)
      case .firstBands(let count):
        unsafe guise_vips_extract_bands(image, &out, count)
      case .flattenWhite(let white):
        unsafe guise_vips_flatten_white(image, &out, white)
      }
    try Vips.check(status, code, context())
    guard let out = unsafe out else { throw CodecError(code, context()) }
    return unsafe VipsPicture(owning: out, source: source)
  }
}

// MARK: - The header

extension VipsPicture {
  /// How samples are stored.
  package enum SampleFormat: Hashable {
    case uint8
    case uint16
    case other
  }

  /// What the bands mean.
  package enum Space: Hashable {
    case gray
    case rgb
    case cmyk
    case other
  }

  /// Pixels.
  package var width: Int { unsafe Int(vips_image_get_width(image)) }
  /// Pixels, of all pages together.
  package var height: Int { unsafe Int(vips_image_get_height(image)) }
  /// Pixels.
  package var pageHeight: Int { unsafe Int(vips_image_get_page_height(image)) }
  /// Samples of a pixel, alpha included.
  package var bandCount: Int { unsafe Int(vips_image_get_bands(image)) }
  package var hasAlpha: Bool { unsafe vips_image_hasalpha(image) != 0 }

  package var sampleFormat: SampleFormat {
    switch unsafe vips_image_get_format(image) {
    case VIPS_FORMAT_UCHAR: .uint8
    case VIPS_FORMAT_USHORT: .uint16
    default: .other
    }
  }

  package var space: Space {
    switch unsafe vips_image_guess_interpretation(image) {
    case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: .gray
    case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_RGB16: .rgb
    case VIPS_INTERPRETATION_CMYK: .cmyk
    default: .other
    }
  }

  /// Pixels for each millimetre.
  package var resolution: (x: Double, y: Double) {
    unsafe (vips_image_get_xres(image), vips_image_get_yres(image))
  }

  /// A whole number of the header; nil where it has none of that name.
  package func integer(_ field: String) -> Int? {
    guard unsafe vips_image_get_typeof(image, field) != 0 else { return nil }
    var value: Int32 = 0
    guard unsafe vips_image_get_int(image, field, &value) == 0 else {
      vips_error_clear()
      return nil
    }
    return Int(value)
  }

  /// A list of whole numbers of the header; empty where it has none of that name.
  package func integers(_ field: String) -> [Int] {
    guard unsafe vips_image_get_typeof(image, field) != 0 else { return [] }
    var values: UnsafeMutablePointer<Int32>?
    var count: Int32 = 0
    guard unsafe vips_image_get_array_int(image, field, &values, &count) == 0 else {
      vips_error_clear()
      return []
    }
    return unsafe UnsafeBufferPointer(start: values, count: Int(count)).map(Int.init)
  }

  /// A block of metadata; nil where the header has none of that name.
  package func blob(_ field: String) -> [UInt8]? {
    guard unsafe vips_image_get_typeof(image, field) != 0 else { return nil }
    var bytes: UnsafeRawPointer?
    var count = 0
    guard unsafe vips_image_get_blob(image, field, &bytes, &count) == 0 else {
      vips_error_clear()
      return nil
    }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
