/// The light that falls on a face, read from the picture: what ARKit calls a directional light
/// estimate.
///
/// Directions are in camera space (+x right, +y up, +z toward the camera). Amounts are relative to the
/// picture's exposure: under neutral light a white matte surface appears as linear 1.
///
///     let light = anchor.lightEstimate ?? .neutral
///     let seen = albedo * light.sphericalHarmonics.diffuse(normal)
public struct LightEstimate: Hashable, Sendable {
  /// 1000 is neutral: a well lit picture. What the face receives on the mean over its front.
  public var ambientIntensity: Float
  /// Kelvin, 2000…15,000; 6500 is neutral, less is warmer.
  public var ambientColorTemperature: Float
  /// All light: its diffuse reflection is that of the ambient and of the primary light together.
  public var sphericalHarmonics: SphericalHarmonics
  /// Toward the strongest light, of length 1; straight up where all sides are equally bright.
  public var primaryLightDirection: SIMD3<Float>
  /// 1000: the primary light alone makes a white matte surface that faces it appear as linear 1. It is a
  /// part of ``sphericalHarmonics``.
  public var primaryLightIntensity: Float

  public init(
    ambientIntensity: Float, ambientColorTemperature: Float,
    sphericalHarmonics: SphericalHarmonics, primaryLightDirection: SIMD3<Float>,
    primaryLightIntensity: Float
  ) {
    self.ambientIntensity = ambientIntensity
    self.ambientColorTemperature = ambientColorTemperature
    self.sphericalHarmonics = sphericalHarmonics
    self.primaryLightDirection = primaryLightDirection
    self.primaryLightIntensity = primaryLightIntensity
  }

  /// White light, equal from all sides.
  public static let neutral = LightEstimate(
    ambientIntensity: 1000, ambientColorTemperature: 6500, sphericalHarmonics: .neutral,
    primaryLightDirection: [0, 1, 0], primaryLightIntensity: 0)
}
