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
  private let pixels: [Float]

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
    var pixels = [Float](repeating: 0, count: width * height * 3)
    var span = pixels.mutableSpan
    RegionSampler.sample(
      frame, region: region, width: width, height: height, border: .repeated,
      range: FaceDetector.inputRange, subsamples: max(1, Int((step / 2).rounded(.up))), into: &span)
    self.pixels = pixels
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
    let size = Self.tileSize
    let present = min(size, width - column) * 3
    for y in 0..<size {
      let target = y * size * 3
      guard row + y < height else {
        for index in target..<target + size * 3 { input[index] = FaceDetector.inputRange.lowerBound }
        continue
      }
      let source = ((row + y) * width + column) * 3
      for index in 0..<present { input[target + index] = pixels[source + index] }
      for index in present..<max(size * 3, present) {
        input[target + index] = FaceDetector.inputRange.lowerBound
      }
    }
  }
}
