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

  /// - Parameter portrait: RGB or RGBA, 8 bits.
  init(_ portrait: Frame) {
    // The upper middle of a portrait, as in the sample photo: head and shoulders.
    let side = portrait.height * 6 / 10
    let left = max(0, min(portrait.width - side, portrait.width * 3 / 20))
    let samples = portrait.format.samplesPerPixel(plane: 0)
    stride = side
    self.side = Float(side)
    pixels = portrait.withPlane(0) { bytes, layout in
      (0..<side * side).map { index in
        let base = index / side * layout.rowBytes + (left + index % side) * samples
        func byte(_ channel: Int) -> Float {
          Float(unsafe bytes.unsafeLoad(fromByteOffset: base + channel, as: UInt8.self))
        }
        return [byte(0), byte(1), byte(2), 0]
      }
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

  /// The picture's colours on a coarse grid of `count` × `count` cells, each the mean of its pixels,
  /// smoothed: what is left is light and shade.
  func smoothed(cells count: Int) -> [SIMD4<Float>] {
    var cells = [SIMD4<Float>](repeating: .zero, count: count * count)
    for row in 0..<stride {
      for column in 0..<stride {
        cells[row * count / stride * count + column * count / stride] +=
          pixels[row * stride + column]
      }
    }
    let pixelsInCell = Float(stride * stride) / Float(count * count)
    cells = cells.map { $0 / pixelsInCell }
    // 1 2 1 across and down, twice.
    for step in [1, count, 1, count] {
      cells = cells.indices.map { index in
        let place = step == 1 ? index % count : index / count
        let before = cells[place > 0 ? index - step : index]
        let after = cells[place < count - 1 ? index + step : index]
        return (before + 2 * cells[index] + after) / 4
      }
    }
    return cells
  }
}
