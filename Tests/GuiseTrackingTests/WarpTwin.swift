import GuiseCore

@testable import GuiseTracking

/// What the sampling kernel does, written once more for clarity instead of speed: the definition that
/// the kernel is held to.
struct WarpTwin {
  let frame: Frame
  let matrix: SampleMatrix
  let siting: ColorDescription.ChromaSiting

  init(_ frame: Frame) {
    self.frame = frame
    let color = frame.color.resolved(height: frame.height, isYUV: frame.format.isYUV)
    matrix = SampleMatrix(format: frame.format, color: color)
    siting = color.chromaSiting
  }

  /// Red, green and blue of the point (x, y), where sample (i, j) lies at (i, j).
  func color(x: Double, y: Double, border: RegionSampler.Border) -> SIMD3<Float> {
    let lastX = Double(frame.width - 1) * 32
    let lastY = Double(frame.height - 1) * 32
    let margin: Double = border == .black ? 32 : 0
    var px = Int(min(max(x * 32, -margin), lastX + margin).rounded(.toNearestOrEven))
    var py = Int(min(max(y * 32, -margin), lastY + margin).rounded(.toNearestOrEven))
    let outsideX = max(0, -px, px - Int(lastX))
    let outsideY = max(0, -py, py - Int(lastY))
    let coverage = Float((32 - outsideX) * (32 - outsideY)) / 1024
    px = min(max(px, 0), Int(lastX))
    py = min(max(py, 0), Int(lastY))
    let samples = samples(px, py)
    let value = SIMD3<Float>(
      row(matrix.red, samples), row(matrix.green, samples), row(matrix.blue, samples))
    return value.clamped(lowerBound: .zero, upperBound: .one) * coverage
  }

  private func row(_ row: SIMD4<Double>, _ samples: SIMD3<Double>) -> Float {
    Float(row.x * samples.x + row.y * samples.y + row.z * samples.z + row.w)
  }

  private func samples(_ x: Int, _ y: Int) -> SIMD3<Double> {
    let format = frame.format
    switch format.layout {
    case .rgb, .rgba:
      return SIMD3(
        (0..<3).map { channel in
          let value = bilinear(plane: 0, x, y) { color(at: $0, $1, channel) }
          return format.bitDepth == 8 ? (value + 1e-9).rounded() : value
        })
    case .gray:
      return [bilinear(plane: 0, x, y) { sample(0, $0, $1, 0) }, 0, 0]
    case .yuv420, .yuv422, .yuv444, .yuv420SemiPlanar:
      let (shiftX, shiftY) = format.chromaShift
      let size = format.planeSize(1, width: frame.width, height: frame.height)
      let offset = chromaOffset
      let cx = min(max((x - (shiftX > 0 ? offset.x : 0)) >> shiftX, 0), (size.width - 1) * 32)
      let cy = min(max((y - (shiftY > 0 ? offset.y : 0)) >> shiftY, 0), (size.height - 1) * 32)
      let isPair = format.layout == .yuv420SemiPlanar
      return [
        bilinear(plane: 0, x, y) { sample(0, $0, $1, 0) },
        bilinear(plane: 1, cx, cy) { sample(1, $0, $1, 0) },
        bilinear(plane: 1, cx, cy) { isPair ? sample(1, $0, $1, 1) : sample(2, $0, $1, 0) },
      ]
    }
  }

  private var chromaOffset: (x: Int, y: Int) {
    switch siting {
    case .left, .unspecified: (0, 16)
    case .center: (16, 16)
    case .topLeft: (0, 0)
    case .top: (16, 0)
    case .bottomLeft: (0, 32)
    case .bottom: (16, 32)
    }
  }

  private func bilinear(plane: Int, _ x: Int, _ y: Int, _ value: (Int, Int) -> Int) -> Double {
    let size = frame.format.planeSize(plane, width: frame.width, height: frame.height)
    let (x0, y0) = (x >> 5, y >> 5)
    let (x1, y1) = (min(x0 + 1, size.width - 1), min(y0 + 1, size.height - 1))
    let (wx, wy) = (x & 31, y & 31)
    let upper = (32 - wx) * value(x0, y0) + wx * value(x1, y0)
    let lower = (32 - wx) * value(x0, y1) + wx * value(x1, y1)
    return Double((32 - wy) * upper + wy * lower) / 1024
  }

  private func color(at x: Int, _ y: Int, _ channel: Int) -> Int {
    let value = sample(0, x, y, channel)
    guard frame.format.layout == .rgba else { return value }
    let maximum = (1 << (8 * frame.format.bytesPerSample)) - 1
    return Int((Double(value * sample(0, x, y, 3)) / Double(maximum)).rounded())
  }

  private func sample(_ plane: Int, _ x: Int, _ y: Int, _ lane: Int) -> Int {
    frame.withPlane(plane) { bytes, layout in
      let column = x * frame.format.samplesPerPixel(plane: plane) + lane
      let offset = y * layout.rowBytes + column * frame.format.bytesPerSample
      return frame.format.bytesPerSample == 1
        ? Int(unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
        : Int(unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }
  }
}
