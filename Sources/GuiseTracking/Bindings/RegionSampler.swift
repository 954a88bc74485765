internal import CKernels
import Foundation
import GuiseCore

/// Samples regions of frames straight from their own pixel format, as red, green and blue floats.
///
/// Bilinear with positions on a grid of 1/32 of a pixel, as MediaPipe 1.2.3 samples; output pixel
/// (0, 0) lies on the region's corner itself, without half a pixel's offset, as there. Where the
/// region is more than four times the output's size, the mean of several points is taken instead, so
/// that fine detail does not alias.
enum RegionSampler {
  /// What lies outside of the picture.
  enum Border {
    case repeated
    case black
  }

  /// How wide a step between points may be, in pixels, before more of them are averaged.
  private static let stepLimit: Double = 4

  /// Samples `region` into `width` × `height` × 3 floats.
  ///
  /// - Parameters:
  ///   - range: what black and full white become.
  ///   - subsamples: points per output pixel and axis; nil for as many as the size asks for.
  static func sample(
    _ frame: borrowing Frame, region: Region, width: Int, height: Int, border: Border,
    range: ClosedRange<Float>, subsamples: Int? = nil, into output: inout MutableSpan<Float>
  ) {
    precondition(output.count >= width * height * 3)
    var area = warpRegion(
      region, pixelAspectRatio: frame.pixelAspectRatio, width: width, height: height)
    area.subsamples = Int32(subsamples ?? Self.subsamples(area))
    area.black_border = border == .black ? 1 : 0
    area.scale = range.upperBound - range.lowerBound
    area.offset = range.lowerBound
    run(frame, area, into: &output)
  }

  /// Samples the square that holds the whole picture, exactly as the reference does for its detector.
  static func sampleLetterboxed(
    _ frame: borrowing Frame, mapping: LetterboxMapping, range: ClosedRange<Float>,
    into output: inout MutableSpan<Float>
  ) {
    let inputSize = mapping.inputSize
    precondition(output.count >= inputSize * inputSize * 3)
    let matrix = mapping.matrix
    var area = GuiseWarpRegion()
    area.origin_x = matrix[2] / frame.pixelAspectRatio
    area.origin_y = matrix[5]
    area.column_x = matrix[0] / frame.pixelAspectRatio
    area.column_y = matrix[3]
    area.row_x = matrix[1] / frame.pixelAspectRatio
    area.row_y = matrix[4]
    area.units = 32 / matrix[8]
    area.width = Int32(inputSize)
    area.height = Int32(inputSize)
    area.subsamples = 1
    area.black_border = 1
    area.scale = range.upperBound - range.lowerBound
    area.offset = range.lowerBound
    run(frame, area, into: &output)
  }

  private static func run(
    _ frame: borrowing Frame, _ area: GuiseWarpRegion, into output: inout MutableSpan<Float>
  ) {
    withSource(frame) { source in
      var source = source
      var area = area
      unsafe output.withUnsafeMutableBufferPointer { target in
        guard let base = target.baseAddress else { return }
        unsafe guise_warp(&source, &area, base)
      }
    }
  }

  static func warpRegion(
    _ region: Region, pixelAspectRatio: Double, width: Int, height: Int
  ) -> GuiseWarpRegion {
    let origin = region.place([0, 0])
    let c = Double(Foundation.cos(region.rotation))
    let s = Double(Foundation.sin(region.rotation))
    let stepX = Double(region.size.x) / Double(width)
    let stepY = Double(region.size.y) / Double(height)
    var area = GuiseWarpRegion()
    area.origin_x = Double(origin.x) / pixelAspectRatio
    area.origin_y = Double(origin.y)
    area.column_x = c * stepX / pixelAspectRatio
    area.column_y = s * stepX
    area.row_x = -s * stepY / pixelAspectRatio
    area.row_y = c * stepY
    area.width = Int32(width)
    area.height = Int32(height)
    area.units = 32
    area.subsamples = 1
    area.scale = 1
    return area
  }

  private static func subsamples(_ area: GuiseWarpRegion) -> Int {
    let step = max(
      abs(area.column_x) + abs(area.row_x), abs(area.column_y) + abs(area.row_y))
    return step <= stepLimit ? 1 : min(Int((step / (stepLimit / 2)).rounded(.up)), 16)
  }

  /// Calls `body` with the frame as the kernel sees it, valid during the call.
  static func withSource<R>(_ frame: borrowing Frame, _ body: (GuiseWarpSource) -> R) -> R {
    let frame = copy frame
    let format = frame.format
    let color = frame.color.resolved(height: frame.height, isYUV: format.isYUV)
    var source = GuiseWarpSource()
    source.width = Int32(frame.width)
    source.height = Int32(frame.height)
    source.bytes_per_sample = Int32(format.bytesPerSample)
    source.bit_depth = Int32(format.bitDepth)
    source.layout = Int32(layout(format).rawValue)
    source.rounds = !format.isYUV && format.bitDepth == 8 ? 1 : 0
    source.chroma_shift_x = Int32(format.chromaShift.x)
    source.chroma_shift_y = Int32(format.chromaShift.y)
    let offset = chromaOffset(color.chromaSiting, format: format)
    source.chroma_offset_x = offset.x
    source.chroma_offset_y = offset.y
    let matrix = SampleMatrix(format: format, color: color)
    let (red, green, blue) = (
      SIMD4<Float>(matrix.red), SIMD4<Float>(matrix.green), SIMD4<Float>(matrix.blue)
    )
    source.matrix = (
      red.x, red.y, red.z, red.w, green.x, green.y, green.z, green.w, blue.x, blue.y, blue.z,
      blue.w
    )
    unsafe withUnsafeMutableBytes(of: &source.planes) { planes in
      unsafe withUnsafeMutableBytes(of: &source.row_bytes) { rows in
        for plane in 0..<format.planeCount {
          let layout = frame.layout(plane: plane)
          unsafe planes.bindMemory(to: UnsafeRawPointer?.self)[plane] =
            UnsafeRawPointer(frame.storage.base + layout.offset)
          unsafe rows.bindMemory(to: Int.self)[plane] = layout.rowBytes
        }
      }
    }
    let chroma = format.planeSize(1, width: frame.width, height: frame.height)
    source.chroma_width = Int32(chroma.width)
    source.chroma_height = Int32(chroma.height)
    return withExtendedLifetime(frame.storage) { body(source) }
  }

  private static func layout(_ format: PixelFormat) -> GuiseWarpLayout {
    switch format.layout {
    case .gray: GUISE_WARP_GRAY
    case .yuv420, .yuv422, .yuv444: GUISE_WARP_PLANAR
    case .yuv420SemiPlanar: GUISE_WARP_SEMI_PLANAR
    case .rgb: GUISE_WARP_RGB
    case .rgba: GUISE_WARP_RGBA
    }
  }

  /// Of the first chroma sample, in 1/32 of a luma pixel.
  private static func chromaOffset(
    _ siting: ColorDescription.ChromaSiting, format: PixelFormat
  ) -> (x: Int32, y: Int32) {
    let between: Int32 = 16
    let next: Int32 = 32
    let offset: (x: Int32, y: Int32) =
      switch siting {
      case .left, .unspecified: (0, between)
      case .center: (between, between)
      case .topLeft: (0, 0)
      case .top: (between, 0)
      case .bottomLeft: (0, next)
      case .bottom: (between, next)
      }
    return (format.chromaShift.x > 0 ? offset.x : 0, format.chromaShift.y > 0 ? offset.y : 0)
  }
}
