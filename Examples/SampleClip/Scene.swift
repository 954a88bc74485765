import Foundation
import GuiseCore

/// The print with its shadow before a blurred backdrop, as frames of video.
struct Scene {
  let width: Int
  let height: Int
  private let print: Print
  private let backdrop: [SIMD4<Float>]

  init(_ print: Print, width: Int, height: Int) {
    self.print = print
    self.width = width
    self.height = height
    backdrop = Self.backdrop(print.smoothed(cells: 12), cells: 12, width, height)
  }

  /// Cells spread over the picture, darker than the print.
  private static func backdrop(
    _ grid: [SIMD4<Float>], cells: Int, _ width: Int, _ height: Int
  ) -> [SIMD4<Float>] {
    var random = SystemRandomNumberGenerator()
    return (0..<width * height).map { index in
      let x = Float(index % width) / Float(width) * Float(cells) - 0.5
      let y = Float(index / width) / Float(height) * Float(cells) - 0.5
      let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
      let (across, down) = (weights(x - Float(column)), weights(y - Float(row)))
      var sum = SIMD4<Float>.zero
      for j in 0...3 {
        for i in 0...3 {
          let at = (min(max(column + i - 1, 0), cells - 1), min(max(row + j - 1, 0), cells - 1))
          sum += across[i] * down[j] * grid[at.1 * cells + at.0]
        }
      }
      // A little noise hides the steps of 8 bits.
      return sum * 0.6 + Float.random(in: 0..<1, using: &random)
    }
  }

  /// Of the uniform cubic B-spline.
  private static func weights(_ t: Float) -> SIMD4<Float> {
    let (t2, t3) = (t * t, t * t * t)
    return [1 - 3 * t + 3 * t2 - t3, 4 - 6 * t2 + 3 * t3, 1 + 3 * t + 3 * t2 - 3 * t3, t3] / 6
  }

  /// One frame, with the print where `placement` says.
  func frame(at placement: Placement) -> Frame {
    let view = PrintView(placement, of: print, width: width, height: height)
    var frame = Frame(format: .i420, width: width, height: height, color: .bt709)
    var luma = [UInt8](repeating: 0, count: width * height)
    var blue = [UInt8](repeating: 0, count: width * height / 4)
    var red = blue
    // Two by two, as chroma is stored.
    for row in stride(from: 0, to: height, by: 2) {
      for column in stride(from: 0, to: width, by: 2) {
        var sum = SIMD4<Float>.zero
        for (x, y) in [(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)] {
          let color = view.color(x, y, over: backdrop[y * width + x])
          luma[y * width + x] = UInt8(Self.luma(color) * 219 / 255 + 16.5)
          sum += color
        }
        let mean = sum / 4
        let (y, index) = (Self.luma(mean), row / 2 * width / 2 + column / 2)
        blue[index] = UInt8((mean.z - y) / 1.8556 * 224 / 255 + 128.5)
        red[index] = UInt8((mean.x - y) / 1.5748 * 224 / 255 + 128.5)
      }
    }
    for (plane, samples) in [luma, blue, red].enumerated() {
      frame.withMutablePlane(plane) { bytes, layout in
        for row in 0..<layout.height {
          for column in 0..<layout.width {
            bytes.storeBytes(
              of: samples[row * layout.width + column],
              toByteOffset: row * layout.rowBytes + column, as: UInt8.self)
          }
        }
      }
    }
    return frame
  }

  /// BT.709.
  private static func luma(_ color: SIMD4<Float>) -> Float {
    0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
  }
}

/// The print as it is seen in one frame.
private struct PrintView {
  private let print: Print
  /// Picture pixels -> print pixels, relative to both centres.
  private let cosine: Float
  private let sine: Float
  private let center: SIMD2<Float>
  /// Print pixels to a picture pixel.
  private let scale: Float
  /// Half the paper's side, in print pixels.
  private let half: Float
  /// Outside of this square around the centre, in picture pixels, there is nothing but backdrop.
  private let reach: Float

  init(_ placement: Placement, of print: Print, width: Int, height: Int) {
    let angle = Float(placement.roll) * .pi / 180
    self.print = print
    half = print.side / 2 * (1 + 2 * Print.border)
    scale = half * 2 / (Float(placement.size) * Float(height))
    cosine = cos(angle)
    sine = sin(angle)
    center = [Float(placement.x) * Float(width), Float(placement.y) * Float(height)]
    reach = (half * 1.45 + Self.shadowSoftness * 2) / scale
  }

  /// Print pixels.
  private static let shadowSoftness: Float = 16
  private static let shadowOffset = SIMD2<Float>(3, 8)

  func color(_ column: Int, _ row: Int, over backdrop: SIMD4<Float>) -> SIMD4<Float> {
    let offset = SIMD2(Float(column) + 0.5, Float(row) + 0.5) - center
    guard max(abs(offset.x), abs(offset.y)) < reach else { return backdrop }
    let point =
      SIMD2(cosine * offset.x - sine * offset.y, sine * offset.x + cosine * offset.y) * scale
    // Each edge is one picture pixel wide, so that it does not crawl.
    let paper = Self.coverage(distance(point) / scale)
    guard paper < 1 else { return inside(point) }
    let away = distance(point - Self.shadowOffset)
    let shade = min(max(0.5 - away / (2 * Self.shadowSoftness), 0), 1)
    let ground = backdrop * (1 - 0.55 * shade * shade * (3 - 2 * shade))
    return ground + paper * (inside(point) - ground)
  }

  private func inside(_ point: SIMD2<Float>) -> SIMD4<Float> {
    let picture = Self.coverage((max(abs(point.x), abs(point.y)) - print.side / 2) / scale)
    let white = SIMD4<Float>(246, 245, 241, 0)
    guard picture > 0 else { return white }
    let color = print.color(point.x + print.side / 2, point.y + print.side / 2)
    return white + picture * (color - white)
  }

  /// From the paper's edge; negative inside.
  private func distance(_ point: SIMD2<Float>) -> Float {
    let (x, y) = (abs(point.x) - half, abs(point.y) - half)
    guard x > 0, y > 0 else { return max(x, y) }
    return (x * x + y * y).squareRoot()
  }

  private static func coverage(_ distance: Float) -> Float { min(max(0.5 - distance, 0), 1) }
}
