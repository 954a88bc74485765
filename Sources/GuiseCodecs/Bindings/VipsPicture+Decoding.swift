private import CKernels
internal import CVips
import GuiseCore

extension VipsPicture {
  /// What bringing a picture to RGB(A) changed.
  package struct Normalization {
    package let picture: VipsPicture
    /// The ICC profile that the pixels are in now; nil means sRGB.
    package let iccProfile: [UInt8]?
    /// Whether colours were converted and not only stored differently.
    package let convertedFrom: Space?
  }

  /// The same picture as RGB or RGBA with 8 or 16 bits, as cheaply as can be: RGB stays what it is,
  /// grey is repeated, CMYK and others go to sRGB through their profiles.
  package func normalized(name: String) throws(CodecError) -> Normalization {
    let profile = blob("icc-profile-data")
    let profileSpace = profile.flatMap(Self.space(ofProfile:))
    let context = "\(name): its colours cannot be read"
    let depth: Int32 = sampleFormat == .uint16 ? 16 : 8

    if sampleFormat != .other, space == .rgb, bandCount >= 3 {
      let picture =
        bandCount <= 4
        ? self
        : try applying(.firstBands(4), .unsupported, context)
      return Normalization(
        picture: picture, iccProfile: profileSpace == .rgb ? profile : nil, convertedFrom: nil)
    }
    if space == .cmyk {
      let picture = try applying(
        .iccToSRGB(fallback: "cmyk", depth: depth), .damaged, context)
      return Normalization(picture: picture, iccProfile: nil, convertedFrom: .cmyk)
    }
    if space == .gray, sampleFormat != .other, profileSpace == .gray,
      let picture = try? applying(
        .iccToSRGB(fallback: "srgb", depth: depth), .damaged, context)
    {
      return Normalization(picture: picture, iccProfile: nil, convertedFrom: nil)
    }
    let target = depth == 16 ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB
    let picture = try applying(.colourspace(target), .unsupported, context)
    guard picture.sampleFormat != .other, picture.bandCount == 3 || picture.bandCount == 4 else {
      throw CodecError(.unsupported, "\(context): \(bandCount) channels")
    }
    return Normalization(
      picture: picture, iccProfile: nil, convertedFrom: space == .other ? .other : nil)
  }

  /// The colour space that an ICC profile describes (ICC.1, header, bytes 16…19).
  private static func space(ofProfile profile: [UInt8]) -> Space? {
    guard profile.count >= 128 else { return nil }
    switch profile[16..<20] {
    case [0x52, 0x47, 0x42, 0x20]: return .rgb
    case [0x47, 0x52, 0x41, 0x59]: return .gray
    case [0x43, 0x4d, 0x59, 0x4b]: return .cmyk
    default: return .other
    }
  }

  /// The pixel format that ``decode(into:orientation:name:)`` fills; after ``normalized(name:)``.
  package var pixelFormat: PixelFormat {
    PixelFormat(bandCount == 4 ? .rgba : .rgb, bitDepth: sampleFormat == .uint16 ? 16 : 8)
  }

  /// Runs the pipeline and puts every page into its frame, turned upright on the way.
  ///
  /// - Parameters:
  ///   - frames: one for each page, of ``pixelFormat``, of the upright size, held by nobody else.
  ///   - orientation: 1…8 as EXIF counts (TIFF 6.0, tag 274).
  package func decode(
    into frames: [Frame], orientation: Int, name: String
  ) throws(CodecError) {
    let format = pixelFormat
    precondition(frames.count * pageHeight == height && frames.allSatisfy { $0.format == format })
    let sink = FrameSink(
      frames: frames, pageWidth: width, pageHeight: pageHeight, orientation: orientation)
    let status = unsafe vips_sink_disc(
      image, writeRegion, Unmanaged.passUnretained(sink).toOpaque())
    withExtendedLifetime(sink) {}
    try Vips.check(status, .damaged, "\(name): its pixels are damaged or cut off")
  }
}

/// Where decoded rows go. Written to by vips' one writing thread while `decode` waits for it.
private final class FrameSink {
  let frames: [Frame]
  let pageWidth: Int
  let pageHeight: Int
  let placement: PixelPlacement
  let pixelBytes: Int

  init(frames: [Frame], pageWidth: Int, pageHeight: Int, orientation: Int) {
    self.frames = frames
    self.pageWidth = pageWidth
    self.pageHeight = pageHeight
    let format = frames[0].format
    pixelBytes = format.samplesPerPixel(plane: 0) * format.bytesPerSample
    placement = PixelPlacement(
      orientation: orientation, width: pageWidth, height: pageHeight, pixelBytes: pixelBytes,
      rowBytes: frames[0].layout(plane: 0).rowBytes)
  }

  func write(rows: UnsafeRawPointer, rowBytes: Int, y: Int, count: Int) {
    var rows = unsafe rows
    var y = y
    let end = y + count
    while y < end {
      let page = y / pageHeight
      let pageRow = y - page * pageHeight
      let part = min(end - y, pageHeight - pageRow)
      let destination =
        unsafe frames[page].storage.base + placement.offset
        + pageRow * placement.stepY
      unsafe guise_place_pixels(
        rows.assumingMemoryBound(to: UInt8.self), rowBytes, Int32(pageWidth), Int32(part),
        Int32(pixelBytes), destination.assumingMemoryBound(to: UInt8.self), placement.stepX,
        placement.stepY)
      unsafe rows += part * rowBytes
      y += part
    }
  }
}

private func writeRegion(
  region: UnsafeMutablePointer<VipsRegion>?, area: UnsafeMutablePointer<VipsRect>?,
  context: UnsafeMutableRawPointer?
) -> Int32 {
  guard let region = unsafe region, let area = unsafe area?.pointee, let context = unsafe context,
    let rows = unsafe guise_vips_region_row(region, area.left, area.top)
  else { return -1 }
  let sink = unsafe Unmanaged<FrameSink>.fromOpaque(context).takeUnretainedValue()
  unsafe sink.write(
    rows: rows, rowBytes: Int(guise_vips_region_row_bytes(region)), y: Int(area.top),
    count: Int(area.height))
  return 0
}
