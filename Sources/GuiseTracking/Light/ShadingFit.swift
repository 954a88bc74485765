import GuiseCore

/// Finds the light, up to its amount and colour, that shades a surface of one colour as it was seen:
/// spherical harmonics in least squares, where what does not fit (a beard, a highlight, a shadow that
/// something casts) counts ever less. Used again and again, it allocates nothing.
///
/// Half a sphere of normals does not determine nine coefficients, and the half that is seen should
/// not be bent to every spot of the skin: coefficients of degree 1 and 2 are held near 0, all of them by
/// the same strength, so that no direction is preferred.
struct ShadingFit {
  /// How strongly coefficients are held, relative to the samples' trust.
  static let restraint: Float = 0.0005
  /// Degree 1 over degree 0, at most; a lamp without any ambient light has 1.73.
  static let contrastLimit: Float = 1.5
  static let rounds = 4
  /// Patches; a face that is turned by 80° shows more.
  static let fewest = 24

  /// What the surface gathers of each coefficient.
  private var weights: [SIMD16<Float>] = []
  /// Red, green, blue and luma, linear.
  private var colors: [SIMD4<Float>] = []
  private var trust: [Float] = []
  private var residuals: [Float] = []
  private var equations = LeastSquares()
  private var coefficients = [SIMD4<Float>](repeating: .zero, count: LeastSquares.count)

  /// The light, and the colour that the surface was seen in.
  struct Solution {
    /// Such that a white surface would reflect 1 on the mean over what was seen of this one.
    var light = SphericalHarmonics.neutral
    /// The mean of what fits, linear.
    var color = SIMD3<Float>.zero
  }

  mutating func removeAll() {
    weights.removeAll(keepingCapacity: true)
    colors.removeAll(keepingCapacity: true)
    trust.removeAll(keepingCapacity: true)
    residuals.removeAll(keepingCapacity: true)
  }

  /// Adds what was seen of a bit of the surface.
  ///
  /// - Parameters:
  ///   - normal: of length 1.
  ///   - color: linear.
  mutating func add(normal: SIMD3<Float>, color: SIMD3<Float>) {
    weights.append(SphericalHarmonics.basis(normal) * SphericalHarmonics.matte)
    colors.append(SIMD4(color, color.luma))
    trust.append(1)
    residuals.append(0)
  }

  /// Nil where too little was seen, or all is black.
  mutating func solve() -> Solution? {
    guard weights.count >= Self.fewest else { return nil }
    var mean = SIMD4<Float>.zero
    for round in 0..<Self.rounds {
      if round > 0 { judge() }
      guard let next = fit() else { return nil }
      mean = next
    }
    return Solution(light: light(), color: mean.xyz)
  }

  /// Fits all channels, each relative to its trusted mean, which is returned; nil where that is black.
  private mutating func fit() -> SIMD4<Float>? {
    var sum = SIMD4<Float>.zero
    var total: Float = 0
    for index in colors.indices {
      sum += colors[index] * trust[index]
      total += trust[index]
    }
    guard total > 0, sum.w > 1e-5 * total else { return nil }
    // A channel without light is divided by, too.
    let mean = pointwiseMax(sum / total, SIMD4(repeating: 1e-6))
    let inverse = 1 / mean
    equations.removeAll()
    for index in colors.indices {
      equations.add(weights[index], value: colors[index] * inverse, trust: trust[index])
    }
    guard equations.solve(restraint: Self.restraint * total, into: &coefficients) else {
      return nil
    }
    for index in colors.indices {
      residuals[index] = colors[index].w * inverse.w
      for row in 0..<LeastSquares.count {
        residuals[index] -= weights[index][row] * coefficients[row].w
      }
    }
    return mean
  }

  /// Trusts each patch by how well it fits in luma (Cauchy's weights).
  private mutating func judge() {
    var sum: Float = 0
    var total: Float = 0
    for index in residuals.indices {
      sum += abs(residuals[index]) * trust[index]
      total += trust[index]
    }
    let spread = max(1.5 * sum / max(total, 1e-6), 0.02)
    for index in residuals.indices {
      let ratio = residuals[index] / spread
      trust[index] = 1 / (1 + ratio * ratio)
    }
  }

  /// The coefficients as light that gives 1 on the mean, with its contrast limited.
  private func light() -> SphericalHarmonics {
    var gathered = SIMD16<Float>.zero
    var total: Float = 0
    for index in weights.indices {
      gathered += weights[index] * trust[index]
      total += trust[index]
    }
    gathered /= total
    var light = SphericalHarmonics()
    light[0] = coefficients[0].xyz
    let strength = (1...3).reduce(SIMD3<Float>.zero) {
      $0 + coefficients[$1].xyz * coefficients[$1].xyz
    }
    var scale = SIMD3<Float>(repeating: 1)
    for channel in 0..<3 where strength[channel] > 0 {
      let limit = max(light[0][channel], 0) * Self.contrastLimit
      scale[channel] = min(1, limit / strength[channel].squareRoot())
    }
    var mean = light[0] * gathered[0]
    for index in 1..<LeastSquares.count {
      light[index] = coefficients[index].xyz * scale
      mean += light[index] * gathered[index]
    }
    for channel in 0..<3 where !(mean[channel] > 1e-3) { return .neutral }
    return light * (1 / mean)
  }
}

extension SIMD3<Float> {
  /// Of linear red, green and blue (BT.709).
  var luma: Float { 0.2126 * x + 0.7152 * y + 0.0722 * z }
}
