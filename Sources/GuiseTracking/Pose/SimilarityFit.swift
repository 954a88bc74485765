/// The rotation, scale and translation that take one set of points to another with the least
/// weighted sum of squared distances (weighted Procrustes analysis).
///
/// Solved with Horn's quaternion method ("Closed-form solution of absolute orientation using unit
/// quaternions", J. Opt. Soc. Am. A 4, 1987), which never yields a reflection. The points are
/// added one by one; nothing is stored but their moments.
///
///     var fit = SimilarityFit()
///     for point in points { fit.add(point.source, point.target, weight: point.weight) }
///     guard let similarity = fit.solution() else { … }
struct SimilarityFit {
  /// `target = rotation(source) * scale + translation`.
  struct Similarity {
    var rotation: Rotation
    var scale: Double
    var translation: SIMD3<Double>
  }

  private var weight = 0.0
  private var source = SIMD3<Double>.zero
  private var target = SIMD3<Double>.zero
  /// Σ w · source.x · target, and so on for y and z.
  private var productX = SIMD3<Double>.zero
  private var productY = SIMD3<Double>.zero
  private var productZ = SIMD3<Double>.zero
  private var sourceSquares = 0.0
  private var targetSquares = 0.0

  mutating func add(_ source: SIMD3<Double>, _ target: SIMD3<Double>, weight: Double) {
    let weighted = target * weight
    self.weight += weight
    self.source += source * weight
    self.target += weighted
    productX += weighted * source.x
    productY += weighted * source.y
    productZ += weighted * source.z
    sourceSquares += source.dot(source) * weight
    targetSquares += target.dot(weighted)
  }

  /// Nil where the points don't determine a rotation: fewer than three, all on one line, or not
  /// finite.
  func solution() -> Similarity? {
    let sourceMean = source / weight
    let targetMean = target / weight
    let sx = productX - targetMean * source.x
    let sy = productY - targetMean * source.y
    let sz = productZ - targetMean * source.z
    let sourceSpread = sourceSquares - sourceMean.dot(source)
    let targetSpread = targetSquares - targetMean.dot(target)
    // What is left of points that all coincide is rounding.
    guard sourceSpread > 1e-12 * sourceSquares, targetSpread > 1e-12 * targetSquares,
      targetSpread.isFinite
    else { return nil }
    // Horn's N, for quaternions (x, y, z, w).
    let eigen = SymmetricEigen(
      diagonal: SIMD4(
        sx.x - sy.y - sz.z, sy.y - sx.x - sz.z, sz.z - sx.x - sy.y, sx.x + sy.y + sz.z),
      xy: sx.y + sy.x, xz: sz.x + sx.z, yz: sy.z + sz.y,
      xw: sy.z - sz.y, yw: sz.x - sx.z, zw: sx.y - sy.x)
    // The largest eigenvalue is Σ w · rotation(source) · target about the means; where another
    // comes close, turning the points about some axis changes next to nothing.
    let bound = (sourceSpread * targetSpread).squareRoot()
    guard eigen.largest > 0, eigen.largest - eigen.second > 0.01 * bound else { return nil }
    let rotation = Rotation(quaternion: eigen.vector)
    let scale = eigen.largest / sourceSpread
    return Similarity(
      rotation: rotation, scale: scale, translation: targetMean - rotation(sourceMean) * scale)
  }
}
