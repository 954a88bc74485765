import Foundation
import GuiseCore

/// The light on a face in a form that can be averaged over time.
struct FaceLight {
  /// All light, with its amount and colour.
  var harmonics: SphericalHarmonics
  /// What a white surface would reflect on the mean over the face's front, linear.
  var mean: SIMD3<Float>

  /// Seconds after which a change of light is two thirds known.
  static let timeConstant = 0.4

  /// Comes nearer to what was measured `step` seconds after the last time.
  mutating func approach(_ measured: FaceLight, step: Double) {
    let share = Float(1 - exp(-max(step, 0) / Self.timeConstant))
    let kept = SIMD3<Float>(repeating: 1 - share)
    harmonics = harmonics * kept + measured.harmonics * SIMD3(repeating: share)
    mean += share * (measured.mean - mean)
  }

  var estimate: LightEstimate {
    let direct = SIMD3(harmonics[3].luma, harmonics[1].luma, harmonics[2].luma)
    // A lamp that alone makes a surface reflect 1 has π times the basis, of length 0.4886.
    let strength = direct.length / (0.488603 * .pi)
    return LightEstimate(
      ambientIntensity: 1000 * mean.luma, ambientColorTemperature: ColorTemperature.kelvin(mean),
      sphericalHarmonics: harmonics,
      primaryLightDirection: strength > 1e-4 ? direct.normalized : [0, 1, 0],
      primaryLightIntensity: 1000 * strength)
  }
}
