import GuiseCore

/// A picture as a coarse grid of linear colours: what surrounds its faces.
struct Surroundings {
  static let columns = 32
  static let rows = 18

  private let coded = AlignedBytes(count: columns * rows * 3 * MemoryLayout<Float>.stride)
  private var cells = [SIMD3<Float>](repeating: .zero, count: columns * rows)
  private var size = SIMD2<Float>(1, 1)

  mutating func read(_ frame: borrowing Frame) {
    size = frame.displaySize
    coded.withFloats { pixels in
      RegionSampler.sample(
        frame, region: Region(center: size / 2, size: size), width: Self.columns,
        height: Self.rows, border: .repeated, range: 0...1, subsamples: 2, into: &pixels)
      for index in cells.indices {
        cells[index] = LinearLight.color(
          pixels[3 * index], pixels[3 * index + 1], pixels[3 * index + 2])
      }
    }
  }

  /// The mean of the cells that lie outside of a face; nil where there are hardly any.
  func mean(outside face: Bounds) -> SIMD3<Float>? {
    var sum = SIMD3<Float>.zero
    var count: Float = 0
    let cell = size / SIMD2(Float(Self.columns), Float(Self.rows))
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let place = (SIMD2(Float(column), Float(row)) + 0.5) * cell
        guard !face.contains(place) else { continue }
        sum += cells[row * Self.columns + column]
        count += 1
      }
    }
    return count >= Float(cells.count) / 20 ? sum / count : nil
  }
}
