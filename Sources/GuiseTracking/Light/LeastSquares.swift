import GuiseCore

/// The normal equations of a weighted least-squares fit of nine coefficients to four values at once.
/// Used again and again, it allocates nothing.
struct LeastSquares {
  static let count = SphericalHarmonics.count

  /// Symmetric; row after row.
  private var matrix = [SIMD16<Float>](repeating: .zero, count: count)
  private var values = [SIMD4<Float>](repeating: .zero, count: count)

  mutating func removeAll() {
    for row in 0..<Self.count {
      matrix[row] = .zero
      values[row] = .zero
    }
  }

  /// Adds that coefficients · `weights` should be `value`.
  mutating func add(_ weights: SIMD16<Float>, value: SIMD4<Float>, trust: Float) {
    let trusted = weights * trust
    for row in 0..<Self.count {
      matrix[row] += trusted * weights[row]
      values[row] += value * trusted[row]
    }
  }

  /// Solves for the coefficients, in place.
  ///
  /// - Parameter restraint: holds all coefficients but the first near 0; greater than 0, so that the
  ///   others are determined.
  /// - Returns: false where the first is not, since nothing was added.
  mutating func solve(restraint: Float, into coefficients: inout [SIMD4<Float>]) -> Bool {
    for row in 1..<Self.count { matrix[row][row] += restraint }
    guard matrix[0][0] > 0 else { return false }
    // The matrix is symmetric and positive: no pivoting is needed.
    for pivot in 0..<Self.count {
      guard matrix[pivot][pivot] > 0 else { return false }
      for row in pivot + 1..<Self.count {
        let factor = matrix[row][pivot] / matrix[pivot][pivot]
        matrix[row] -= matrix[pivot] * factor
        values[row] -= values[pivot] * factor
      }
    }
    for row in (0..<Self.count).reversed() {
      var value = values[row]
      for column in row + 1..<Self.count { value -= coefficients[column] * matrix[row][column] }
      coefficients[row] = value / matrix[row][row]
    }
    return true
  }
}
