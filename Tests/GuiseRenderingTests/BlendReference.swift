import Foundation
import GuiseCore
import TestSupport

/// Blending as the standards write it, sample by sample in Double, without regard to speed. Standard
/// dynamic range only: overlay colours are the picture's.
struct BlendReference {
  let frame: Frame
  let color: ColorDescription
  let image: Image
  let origin: (x: Int, y: Int)

  /// The overlay's premultiplied pixel at a place of the picture, 0…1; the picture's last row and
  /// column go on for ever.
  private func pixel(_ x: Int, _ y: Int) -> SIMD4<Double> {
    let column = min(max(x, 0), frame.width - 1) - origin.x
    let row = min(max(y, 0), frame.height - 1) - origin.y
    guard column >= 0, row >= 0, column < image.width, row < image.height else { return .zero }
    let base = (row * image.width + column) * 4
    guard image.pixels[base + 3] > 0 else { return .zero }
    return SIMD4(
      Double(image.pixels[base]), Double(image.pixels[base + 1]), Double(image.pixels[base + 2]),
      Double(image.pixels[base + 3])) / 255
  }

  private var maximum: Double { Double((1 << frame.format.bitDepth) - 1) }

  /// What the sample should become, not rounded. `x` counts samples.
  func expected(plane: Int, x: Int, y: Int) -> Double {
    let below = Double(frame.sample(plane: plane, x: x, y: y))
    let value: Double
    switch frame.format.layout {
    case .rgb:
      let over = pixel(x / 3, y)
      value = over[x % 3] * maximum + (1 - over.w) * below
    case .rgba:
      let over = pixel(x / 4, y)
      guard over.w > 0 else { return below }
      let alpha = Double(frame.sample(plane: 0, x: x / 4 * 4 + 3, y: y)) / maximum
      let total = over.w + alpha * (1 - over.w)
      value =
        x % 4 == 3
        ? total * maximum
        : (over[x % 4] * maximum + (1 - over.w) * alpha * below) / total
    case .gray, .yuv420, .yuv420SemiPlanar, .yuv422, .yuv444:
      value = expectedYUV(plane: plane, x: x, y: y, below: below)
    }
    return min(max(value, 0), maximum)
  }

  private func expectedYUV(plane: Int, x: Int, y: Int, below: Double) -> Double {
    let step = Double(1 << (frame.format.bitDepth - 8))
    let isFull = color.range == .full
    let (kr, kb) = color.lumaWeights
    func luma(_ p: SIMD4<Double>) -> Double { kr * p.x + (1 - kr - kb) * p.y + kb * p.z }
    if plane == 0 {
      let over = pixel(x, y)
      return luma(over) * (isFull ? maximum : 219 * step) + over.w * (isFull ? 0 : 16 * step)
        + (1 - over.w) * below
    }
    let isPair = frame.format.layout == .yuv420SemiPlanar
    let over = chromaPixel(isPair ? x / 2 : x, y)
    let isBlue = isPair ? x % 2 == 0 : plane == 1
    let difference =
      isBlue ? (over.z - luma(over)) / (2 * (1 - kb)) : (over.x - luma(over)) / (2 * (1 - kr))
    return difference * (isFull ? maximum : 224 * step) + over.w * 128 * step
      + (1 - over.w) * below
  }

  /// The mean of the overlay about a chroma sample, 0 where all pixels that it covers are transparent.
  private func chromaPixel(_ x: Int, _ y: Int) -> SIMD4<Double> {
    let shift = frame.format.chromaShift
    let columns: [(Int, Double)] =
      shift.x == 0
      ? [(x, 1)]
      : [.center, .top, .bottom].contains(color.chromaSiting)
        ? [(2 * x, 0.5), (2 * x + 1, 0.5)]
        : [(2 * x - 1, 0.25), (2 * x, 0.5), (2 * x + 1, 0.25)]
    let rows: [(Int, Double)]
    switch (shift.y, color.chromaSiting) {
    case (0, _): rows = [(y, 1)]
    case (_, .topLeft), (_, .top): rows = [(2 * y - 1, 0.25), (2 * y, 0.5), (2 * y + 1, 0.25)]
    case (_, .bottomLeft), (_, .bottom):
      rows = [(2 * y, 0.25), (2 * y + 1, 0.5), (2 * y + 2, 0.25)]
    default: rows = [(2 * y, 0.5), (2 * y + 1, 0.5)]
    }
    guard isCovered(chromaX: x, chromaY: y) else { return .zero }
    var sum = SIMD4<Double>.zero
    for (row, rowWeight) in rows {
      for (column, weight) in columns { sum += pixel(column, row) * rowWeight * weight }
    }
    return sum
  }

  private func isCovered(chromaX x: Int, chromaY y: Int) -> Bool {
    let shift = frame.format.chromaShift
    for row in y << shift.y..<(y + 1) << shift.y {
      for column in x << shift.x..<(x + 1) << shift.x where pixel(column, row).w > 0 {
        return true
      }
    }
    return false
  }

  /// Whether the sample belongs to pixels that are all transparent, so that it must not change.
  func isUntouched(plane: Int, x: Int, y: Int) -> Bool {
    let column = x / frame.format.samplesPerPixel(plane: plane)
    return plane == 0 ? pixel(column, y).w == 0 : !isCovered(chromaX: column, chromaY: y)
  }
}
