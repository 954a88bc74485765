import GuiseCore

/// A picture reduced so that square tiles of it have the size that the detector sees: the tiles of one
/// level of the finer search share these pixels.
struct TileLevel {
  /// A tile's side, in the space of ``Region``.
  let tileSide: Float
  /// Where tiles begin, in pixels of the reduced picture; neighbours overlap by half or more.
  let columns: [Int]
  let rows: [Int]

  private let width: Int
  private let height: Int
  private let pixels: AlignedBytes

  static let tileSize = FaceDetector.inputSize

  /// Reduces a picture. Each pixel is the mean of as many points as it takes not to alias.
  init(_ frame: borrowing Frame, tileSide: Float) {
    self.tileSide = tileSide
    let step = tileSide / Float(Self.tileSize)
    let size = frame.displaySize
    let extent = (size / step).rounded(.up)
    // Whole vectors of eight; what is beyond the picture repeats its edge.
    width = (Int(extent.x) + 7) & ~7
    height = Int(extent.y)
    columns = Self.starts(extent: Int(extent.x))
    rows = Self.starts(extent: height)
    let region = Region(
      center: SIMD2(Float(width), Float(height)) * step / 2,
      size: SIMD2(Float(width), Float(height)) * step)
    pixels = AlignedBytes(count: width * height * 3 * MemoryLayout<Float>.stride)
    pixels.withFloats { [width, height] pixels in
      RegionSampler.sample(
        frame, region: region, width: width, height: height, border: .repeated,
        range: FaceDetector.inputRange, subsamples: max(1, Int((step / 2).rounded(.up))),
        into: &pixels)
    }
  }

  /// Evenly spaced starts of tiles that cover `extent` pixels.
  static func starts(extent: Int) -> [Int] {
    let last = extent - tileSize
    guard last > 0 else { return [0] }
    let count = (last + tileSize / 2 - 1) / (tileSize / 2)
    return (0...count).map { (last * $0 + count / 2) / count }
  }

  /// The part of the picture that a tile shows.
  func region(column: Int, row: Int) -> Region {
    let step = tileSide / Float(Self.tileSize)
    return Region(
      center: SIMD2(Float(column), Float(row)) * step + tileSide / 2,
      size: SIMD2(repeating: tileSide))
  }

  /// Copies a tile to the detector's input; black beyond the picture.
  func copy(column: Int, row: Int, to input: inout MutableSpan<Float>) {
    let rowLength = Self.tileSize * 3
    let present = min(Self.tileSize, width - column) * 3
    let rows = min(Self.tileSize, height - row)
    if present < rowLength || rows < Self.tileSize {
      let black = FaceDetector.inputRange.lowerBound
      for index in 0..<Self.tileSize * rowLength { input[index] = black }
    }
    for y in 0..<rows {
      let source = ((row + y) * width + column) * 3
      pixels.copyFloats(source..<source + present, to: &input, at: y * rowLength)
    }
  }
}
