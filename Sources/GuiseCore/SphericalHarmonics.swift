/// Light from all around, as radiance in real spherical harmonics up to degree 2: nine coefficients
/// for each of red, green and blue, linear.
///
/// Coefficient `l(l + 1) + m` belongs to degree l and order m. The functions are orthonormal on the
/// sphere, without the Condon–Shortley phase; for a unit vector (x, y, z):
///
/// | index | l, m | function |
/// | --- | --- | --- |
/// | 0 | 0, 0 | 0.282095 |
/// | 1 | 1, −1 | 0.488603 y |
/// | 2 | 1, 0 | 0.488603 z |
/// | 3 | 1, 1 | 0.488603 x |
/// | 4 | 2, −2 | 1.092548 x y |
/// | 5 | 2, −1 | 1.092548 y z |
/// | 6 | 2, 0 | 0.315392 (3 z² − 1) |
/// | 7 | 2, 1 | 1.092548 x z |
/// | 8 | 2, 2 | 0.546274 (x² − y²) |
///
/// A direction is that which the light comes from. The unit is such that a white matte surface under
/// ``neutral`` light reflects 1.
///
///     let seen = albedo * light.sphericalHarmonics.diffuse(normal)
public struct SphericalHarmonics: Hashable, Sendable {
  /// Coefficients of each channel.
  public static let count = 9

  private var red = SIMD16<Float>(repeating: 0)
  private var green = SIMD16<Float>(repeating: 0)
  private var blue = SIMD16<Float>(repeating: 0)

  /// No light.
  public init() {}

  /// White light, equal from all sides: a white matte surface reflects 1, whichever way it faces.
  public static let neutral: SphericalHarmonics = {
    var light = SphericalHarmonics()
    light[0] = SIMD3(repeating: 1 / 0.282095)
    return light
  }()

  /// Red, green and blue of one coefficient, `0..<9`.
  public subscript(index: Int) -> SIMD3<Float> {
    get {
      precondition((0..<Self.count).contains(index))
      return SIMD3(red[index], green[index], blue[index])
    }
    set {
      precondition((0..<Self.count).contains(index))
      (red[index], green[index], blue[index]) = (newValue.x, newValue.y, newValue.z)
    }
  }

  /// The 27 numbers as ARKit has them: nine of red, nine of green, nine of blue.
  public var elements: [Float] {
    [red, green, blue].flatMap { channel in (0..<Self.count).map { channel[$0] } }
  }

  /// The nine functions at a direction of length 1.
  public static func basis(_ direction: SIMD3<Float>) -> SIMD16<Float> {
    let (x, y, z) = (direction.x, direction.y, direction.z)
    var values = SIMD16<Float>(repeating: 0)
    values[0] = 0.282095
    values[1] = 0.488603 * y
    values[2] = 0.488603 * z
    values[3] = 0.488603 * x
    values[4] = 1.092548 * x * y
    values[5] = 1.092548 * y * z
    values[6] = 0.315392 * (3 * z * z - 1)
    values[7] = 1.092548 * x * z
    values[8] = 0.546274 * (x * x - y * y)
    return values
  }

  /// How much of each coefficient a matte surface gathers, over π: 1, 2/3 and 1/4 for degrees 0, 1 and
  /// 2 (Ramamoorthi, Hanrahan: An Efficient Representation for Irradiance Environment Maps, 2001).
  public static let matte: SIMD16<Float> = {
    var factors = SIMD16<Float>(repeating: 0)
    factors[0] = 1
    for index in 1...3 { factors[index] = 2.0 / 3 }
    for index in 4...8 { factors[index] = 0.25 }
    return factors
  }()

  /// What comes from a direction of length 1; may dip below 0 opposite to a strong light.
  public func radiance(_ direction: SIMD3<Float>) -> SIMD3<Float> {
    gather(Self.basis(direction))
  }

  /// What a white matte surface with this normal, of length 1, reflects.
  public func diffuse(_ normal: SIMD3<Float>) -> SIMD3<Float> {
    gather(Self.basis(normal) * Self.matte)
  }

  private func gather(_ weights: SIMD16<Float>) -> SIMD3<Float> {
    SIMD3((red * weights).sum(), (green * weights).sum(), (blue * weights).sum())
  }

  /// Adds a far lamp.
  ///
  /// - Parameters:
  ///   - direction: toward it, of length 1.
  ///   - color: what it alone makes a white matte surface reflect that faces it.
  public mutating func addLamp(toward direction: SIMD3<Float>, color: SIMD3<Float>) {
    let values = Self.basis(direction) * Float.pi
    red += values * color.x
    green += values * color.y
    blue += values * color.z
  }

  /// The light of both.
  public static func + (a: SphericalHarmonics, b: SphericalHarmonics) -> SphericalHarmonics {
    var sum = a
    sum.red += b.red
    sum.green += b.green
    sum.blue += b.blue
    return sum
  }

  /// Each channel times a factor.
  public static func * (light: SphericalHarmonics, factor: SIMD3<Float>) -> SphericalHarmonics {
    var product = light
    product.red *= factor.x
    product.green *= factor.y
    product.blue *= factor.z
    return product
  }
}
