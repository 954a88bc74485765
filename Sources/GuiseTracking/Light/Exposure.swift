import Foundation
import GuiseCore

/// How bright the light on a face is and which colour it has, judged from the face and its surroundings.
///
/// A face alone can't tell: skin reflects 5 to 45 % of the light. So the surroundings are asked, which
/// are a middle grey on the mean in most pictures, and half of what they say is believed, since rooms
/// and clothes have colours of their own. The face then decides as far as no skin could look like
/// it in such light: its lit parts, and its colour, have to be in the range of people's skin.
enum Exposure {
  /// Linear, of a picture's mean.
  static let middleGray: Float = 0.18
  /// What the lit parts of skin of any colour reflect; see ``FaceAnchor/brightness``.
  static let skin: ClosedRange<Float> = 0.13...0.69
  /// Red over green of skin in white light, linear.
  static let skinRed: ClosedRange<Float> = 1.25...2.6
  /// Blue over green of skin in white light, linear.
  static let skinBlue: ClosedRange<Float> = 0.35...0.9

  /// What a white surface would reflect on the mean over the face's front, linear.
  ///
  /// - Parameters:
  ///   - brightness: of the face: ``FaceAnchor/brightness``.
  ///   - color: mean of its skin, linear.
  ///   - surroundings: their mean, linear; nil where there are none.
  static func light(
    brightness: Float, color: SIMD3<Float>, surroundings: SIMD3<Float>?
  ) -> SIMD3<Float> {
    let lit = LinearLight.value(brightness)
    let around = surroundings ?? SIMD3(repeating: middleGray)
    var level = (max(around.luma, 1e-4) / middleGray).squareRoot()
    level = min(max(level, lit / skin.upperBound), lit / skin.lowerBound)
    let tint = tint(color: color, around: around)
    return tint * (level / tint.luma)
  }

  /// Red and blue relative to green.
  private static func tint(color: SIMD3<Float>, around: SIMD3<Float>) -> SIMD3<Float> {
    let seen = ratios(color)
    let ambient = ratios(around)
    // In a picture of one hue (gray, sepia) skin has no hue of its own: all is the light's.
    let difference = max(abs(log(seen.x / ambient.x)), abs(log(seen.y / ambient.y)))
    guard difference > oneHue else { return SIMD3(seen.x, 1, seen.y) }
    let red = min(
      max(ambient.x.squareRoot(), seen.x / skinRed.upperBound), seen.x / skinRed.lowerBound)
    let blue = min(
      max(ambient.y.squareRoot(), seen.y / skinBlue.upperBound), seen.y / skinBlue.lowerBound)
    return SIMD3(red, 1, blue)
  }

  /// Colours whose ratios differ by less, as logarithms, are of one hue.
  private static let oneHue: Float = 0.06

  /// Red and blue over green, within what light can be.
  private static func ratios(_ color: SIMD3<Float>) -> SIMD2<Float> {
    let green = max(color.y, 1e-5)
    let limits = SIMD2<Float>(repeating: 0.05)
    return pointwiseMin(
      pointwiseMax(SIMD2(color.x, color.z) / green, limits), SIMD2(repeating: 20))
  }
}
