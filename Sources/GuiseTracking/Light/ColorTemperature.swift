import GuiseCore

/// The temperature of a colour of light.
enum ColorTemperature {
  static let range: ClosedRange<Float> = 2000...15_000

  /// Kelvin, of linear red, green and blue with the primaries of BT.709; within ``range``. 6500 for white.
  ///
  /// By the cubic that approximates the locus of black bodies (McCamy: Correlated color temperature as
  /// an explicit function of chromaticity coordinates, 1992).
  static func kelvin(_ color: SIMD3<Float>) -> Float {
    let x = 0.4124 * color.x + 0.3576 * color.y + 0.1805 * color.z
    let y = 0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
    let z = 0.0193 * color.x + 0.1192 * color.y + 0.9505 * color.z
    let sum = x + y + z
    guard sum > 0, sum.isFinite else { return 6500 }
    let slope = y / sum - 0.1858
    guard abs(slope) > 1e-4 else { return range.lowerBound }
    let n = (x / sum - 0.3320) / slope
    let kelvin = ((-449 * n + 3525) * n - 6823.3) * n + 5520.33
    return min(max(kelvin, range.lowerBound), range.upperBound)
  }
}
