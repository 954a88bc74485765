import GuiseCore

extension Image {
  /// The picture, which is premultiplied, cut to its ink and resized, so that the longer side of it
  /// has `inkSize` pixels, in the middle of a square of `pixelSize`; nil where there is no ink.
  func inkCentered(pixelSize: Int, inkSize: Int) -> Image? {
    guard let ink = inkRect else { return nil }
    let scale = Double(inkSize) / Double(max(ink.width, ink.height))
    let left = (Double(pixelSize) - Double(ink.width) * scale) / 2
    let top = (Double(pixelSize) - Double(ink.height) * scale) / 2
    var result = Image(width: pixelSize, height: pixelSize)
    for y in 0..<pixelSize {
      for x in 0..<pixelSize {
        // The area of the source that this pixel covers.
        let x0 = (Double(x) - left) / scale + Double(ink.x)
        let y0 = (Double(y) - top) / scale + Double(ink.y)
        let color = average(x: x0, y: y0, side: 1 / scale)
        for channel in 0..<4 {
          result.pixels[(y * pixelSize + x) * 4 + channel] = UInt8((color[channel]).rounded())
        }
      }
    }
    return result
  }

  /// The smallest rectangle that holds every pixel which is not transparent.
  private var inkRect: PixelRect? {
    var rect = PixelRect.zero
    for y in 0..<height {
      for x in 0..<width where pixels[(y * width + x) * 4 + 3] > 0 {
        rect = rect.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return rect.isEmpty ? nil : rect
  }

  /// The mean over a square of the source, blended between pixel centres where it is small.
  private func average(x: Double, y: Double, side: Double) -> SIMD4<Double> {
    let reach = max(side, 1)
    let centerX = x + side / 2
    let centerY = y + side / 2
    var sum = SIMD4<Double>.zero
    var weights = 0.0
    // A triangle filter: linear interpolation when enlarging, a soft mean when reducing.
    let columns = Int((centerX - reach).rounded(.down))...Int((centerX + reach).rounded(.up))
    let rows = Int((centerY - reach).rounded(.down))...Int((centerY + reach).rounded(.up))
    for row in rows {
      let vertical = max(0, 1 - abs(Double(row) + 0.5 - centerY) / reach)
      for column in columns {
        let weight = vertical * max(0, 1 - abs(Double(column) + 0.5 - centerX) / reach)
        weights += weight
        guard weight > 0, (0..<height).contains(row), (0..<width).contains(column) else { continue }
        let base = (row * width + column) * 4
        sum +=
          weight
          * SIMD4(
            Double(pixels[base]), Double(pixels[base + 1]), Double(pixels[base + 2]),
            Double(pixels[base + 3]))
      }
    }
    return weights > 0 ? sum / weights : .zero
  }
}
