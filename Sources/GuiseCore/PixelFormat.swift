/// How the samples of a picture lie in memory.
///
/// YUV pictures are planar or semi-planar with any chroma subsampling; RGB pictures are one
/// interleaved plane. Samples deeper than 8 bits take two bytes, in the machine's byte order, with
/// the value in the low bits (FFmpeg's `yuv420p10le`).
///
///     let format = PixelFormat.i420
///     format.bytesPerSample      // 1
///     format.planeCount          // 3
public struct PixelFormat: Hashable, Sendable {
  /// What the channels mean and how chroma is subsampled.
  public enum Layout: Hashable, Sendable {
    /// One plane of luma.
    case gray
    /// Y, U, V planes; chroma halved in both directions, rounded up.
    case yuv420
    /// Y and interleaved UV planes; chroma halved in both directions, rounded up (NV12).
    case yuv420SemiPlanar
    /// Y, U, V planes; chroma halved horizontally, rounded up.
    case yuv422
    /// Y, U, V planes at full size.
    case yuv444
    /// One plane of R, G, B.
    case rgb
    /// One plane of R, G, B, A with straight (not premultiplied) alpha.
    case rgba
  }

  public var layout: Layout
  /// Significant bits of a sample: 8, 10, 12 or 16.
  public var bitDepth: Int

  public init(_ layout: Layout, bitDepth: Int = 8) {
    precondition((8...16).contains(bitDepth), "bit depth must be 8...16, is \(bitDepth)")
    self.layout = layout
    self.bitDepth = bitDepth
  }

  public static let i420 = PixelFormat(.yuv420)
  public static let nv12 = PixelFormat(.yuv420SemiPlanar)
  public static let rgb8 = PixelFormat(.rgb)
  public static let rgba8 = PixelFormat(.rgba)

  public var bytesPerSample: Int { bitDepth > 8 ? 2 : 1 }

  public var planeCount: Int {
    switch layout {
    case .gray, .rgb, .rgba: 1
    case .yuv420SemiPlanar: 2
    case .yuv420, .yuv422, .yuv444: 3
    }
  }

  /// Whether the picture is stored as luma and chroma.
  public var isYUV: Bool { layout != .rgb && layout != .rgba }

  /// Base-2 logarithm of the horizontal and vertical chroma subsampling.
  public var chromaShift: (x: Int, y: Int) {
    switch layout {
    case .yuv420, .yuv420SemiPlanar: (1, 1)
    case .yuv422: (1, 0)
    case .gray, .yuv444, .rgb, .rgba: (0, 0)
    }
  }

  /// Samples beside each other that make one pixel of plane `plane`.
  public func samplesPerPixel(plane: Int) -> Int {
    switch layout {
    case .rgb: 3
    case .rgba: 4
    case .yuv420SemiPlanar: plane == 0 ? 1 : 2
    case .gray, .yuv420, .yuv422, .yuv444: 1
    }
  }

  /// Width and height in pixels of plane `plane` in a picture of the given size.
  public func planeSize(_ plane: Int, width: Int, height: Int) -> (width: Int, height: Int) {
    guard plane > 0 else { return (width, height) }
    let shift = chromaShift
    return ((width + (1 << shift.x) - 1) >> shift.x, (height + (1 << shift.y) - 1) >> shift.y)
  }
}
