internal import CVips
import GuiseCore

extension VipsPicture {
  /// A picture whose pages are frames, top to bottom.
  ///
  /// - Parameter frames: at least one, all of one size and one RGB(A) format; kept until the picture
  ///   goes away.
  package convenience init(frames: [Frame]) throws(CodecError) {
    try Vips.start()
    let first = frames[0]
    let format = first.format
    precondition(!format.isYUV && (format.bitDepth == 8 || format.bitDepth == 16))
    precondition(
      frames.allSatisfy {
        $0.format == format && $0.width == first.width && $0.height == first.height
      })
    guard let image = unsafe vips_image_new() else {
      throw CodecError(.encodingFailed, "libvips cannot make an image: \(Vips.takeMessage())")
    }
    let is16Bit = format.bitDepth == 16
    let source = FrameSource(frames: frames)
    unsafe self.init(owning: image, source: source)
    unsafe vips_image_init_fields(
      image, Int32(first.width), Int32(first.height * frames.count),
      Int32(format.samplesPerPixel(plane: 0)),
      is16Bit ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR, VIPS_CODING_NONE,
      is16Bit ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB, 1, 1)
    if frames.count > 1 { set("page-height", first.height) }
    try Vips.check(
      unsafe guise_vips_generated(
        image, generateRegion, Unmanaged.passUnretained(source).toOpaque()),
      .encodingFailed, "the picture cannot be encoded")
  }

  package func set(_ field: String, _ value: Int) {
    unsafe vips_image_set_int(image, field, Int32(clamping: value))
  }

  package func set(_ field: String, _ values: [Int]) {
    let values = values.map(Int32.init(clamping:))
    unsafe vips_image_set_array_int(image, field, values, Int32(values.count))
  }

  package func set(_ field: String, _ bytes: [UInt8]) {
    unsafe vips_image_set_blob_copy(image, field, bytes, bytes.count)
  }

  /// - Parameters:
  ///   - x: pixels for each millimetre.
  ///   - y: pixels for each millimetre.
  package func setResolution(x: Double, y: Double) {
    unsafe image.pointee.Xres = x
    unsafe image.pointee.Yres = y
  }

  /// The same with 8 bits a sample, sRGB samples truncated.
  package func reducedTo8Bits() throws(CodecError) -> VipsPicture {
    sampleFormat == .uint8
      ? self
      : try applying(
        .colourspace(VIPS_INTERPRETATION_sRGB), .encodingFailed, "the picture cannot be reduced")
  }

  /// The same over white and without alpha.
  package func flattenedOverWhite() throws(CodecError) -> VipsPicture {
    guard hasAlpha else { return self }
    return try applying(
      .flattenWhite(white: sampleFormat == .uint16 ? 65_535 : 255), .encodingFailed,
      "the picture cannot be flattened")
  }

  /// Runs the pipeline into an encoder.
  ///
  /// - Parameter suffix: the format and vips' options of its saver: ".jpg[Q=90,strip]".
  package func encode(as suffix: String, name: String) throws(CodecError) -> [UInt8] {
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    let status = unsafe guise_vips_save(image, suffix, &bytes, &count)
    defer { unsafe g_free(bytes) }
    try Vips.check(status, .encodingFailed, "\(name): cannot be encoded")
    return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

/// What a picture made of frames reads from. Only read, by any of vips' threads.
private final class FrameSource: Sendable {
  let frames: [Frame]

  init(frames: [Frame]) { self.frames = frames }
}

private func generateRegion(
  region: UnsafeMutablePointer<VipsRegion>?, sequence: UnsafeMutableRawPointer?,
  context: UnsafeMutableRawPointer?, unused: UnsafeMutableRawPointer?,
  stop: UnsafeMutablePointer<gboolean>?
) -> Int32 {
  guard let region = unsafe region, let context = unsafe context else { return -1 }
  let frames = unsafe Unmanaged<FrameSource>.fromOpaque(context).takeUnretainedValue().frames
  let area = unsafe region.pointee.valid
  let layout = frames[0].layout(plane: 0)
  let format = frames[0].format
  let pixelBytes = format.samplesPerPixel(plane: 0) * format.bytesPerSample
  for y in Int(area.top)..<Int(area.top + area.height) {
    let (page, row) = y.quotientAndRemainder(dividingBy: layout.height)
    unsafe guise_vips_region_mutable_row(region, area.left, Int32(y)).copyMemory(
      from: frames[page].storage.base + row * layout.rowBytes + Int(area.left) * pixelBytes,
      byteCount: Int(area.width) * pixelBytes)
  }
  return 0
}
