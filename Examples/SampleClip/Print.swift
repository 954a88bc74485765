import GuiseCore

/// A photograph on paper: head and shoulders of the portrait, with a white border.
struct Print {
  /// Red, green, blue of 0…255; the fourth lane is unused.
  private let pixels: [SIMD4<Float>]
  private let stride: Int
  /// Of the picture without border, in its pixels; it is square.
  let side: Float

  /// Width of the border as a part of the picture's side.
  static let border: Float = 0.035

  init(_ portrait: Image) {
    // The upper middle of a portrait, as in the sample photo: head and shoulders.
    let side = portrait.height * 6 / 10
    let left = max(0, min(portrait.width - side, portrait.width * 3 / 20))
    stride = side
    self.side = Float(side)
    pixels = (0..<side * side).map { index in
      let base = ((index / side) * portrait.width + left + index % side) * 4
      let bytes = portrait.pixels
      return [Float(bytes[base]), Float(bytes[base + 1]), Float(bytes[base + 2]), 0]
    }
  }

  /// The picture at a point in its pixels, interpolated; at the edge outside of it.
  func color(_ x: Float, _ y: Float) -> SIMD4<Float> {
    let last = Float(stride - 1)
    let u = min(max(x - 0.5, 0), last)
    let v = min(max(y - 0.5, 0), last)
    let (column, row) = (min(Int(u), stride - 2), min(Int(v), stride - 2))
    let (fx, fy) = (u - Float(column), v - Float(row))
    let base = row * stride + column
    let top = pixels[base] + fx * (pixels[base + 1] - pixels[base])
    let below = base + stride
    let bottom = pixels[below] + fx * (pixels[below + 1] - pixels[below])
    return top + fy * (bottom - top)
  }

  /// Mean colour of a square around a point: a strong blur.
  func blurred(_ x: Float, _ y: Float, radius: Float) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    for row in -4...4 {
      for column in -4...4 {
        sum += color(x + Float(column) * radius / 4, y + Float(row) * radius / 4)
      }
    }
    return sum / 81
  }
}
