/// The largest eigenvalue of a symmetric 4×4 matrix, its eigenvector, and the second largest.
///
/// Found by cyclic Jacobi rotations, which stay accurate where eigenvalues are close (Golub and
/// Van Loan, "Matrix Computations", section 8.5).
struct SymmetricEigen {
  private(set) var largest: Double
  /// Of length 1.
  private(set) var vector: SIMD4<Double>
  private(set) var second: Double

  init(
    diagonal: SIMD4<Double>, xy: Double, xz: Double, yz: Double, xw: Double, yw: Double, zw: Double
  ) {
    var matrix: InlineArray<4, SIMD4<Double>> = [
      [diagonal.x, xy, xz, xw], [xy, diagonal.y, yz, yw], [xz, yz, diagonal.z, zw],
      [xw, yw, zw, diagonal.w],
    ]
    var vectors: InlineArray<4, SIMD4<Double>> = [
      [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1],
    ]
    // Convergence is quadratic: five or six sweeps reach the last bit.
    for _ in 0..<12 {
      var offDiagonal = 0.0
      for p in 0..<3 {
        for q in p + 1..<4 { offDiagonal += matrix[p][q] * matrix[p][q] }
      }
      let scale = matrix[0][0].magnitude + matrix[1][1].magnitude + matrix[2][2].magnitude
      guard offDiagonal > 1e-34 * (scale * scale + offDiagonal) else { break }
      for p in 0..<3 {
        for q in p + 1..<4 { Self.annihilate(&matrix, &vectors, p, q) }
      }
    }
    var best = 0
    for index in 1..<4 where matrix[index][index] > matrix[best][best] { best = index }
    largest = matrix[best][best]
    vector = vectors[best]
    second = -.infinity
    for index in 0..<4 where index != best { second = max(second, matrix[index][index]) }
  }

  /// Turns the matrix in the plane of `p` and `q` so that its element there becomes 0.
  private static func annihilate(
    _ matrix: inout InlineArray<4, SIMD4<Double>>, _ vectors: inout InlineArray<4, SIMD4<Double>>,
    _ p: Int, _ q: Int
  ) {
    let element = matrix[p][q]
    guard element != 0 else { return }
    let theta = (matrix[q][q] - matrix[p][p]) / (2 * element)
    let tangent =
      (theta < 0 ? -1 : 1) / (theta.magnitude + (theta * theta + 1).squareRoot())
    let cosine = 1 / (tangent * tangent + 1).squareRoot()
    let sine = tangent * cosine
    for row in 0..<4 {
      let (a, b) = (matrix[row][p], matrix[row][q])
      matrix[row][p] = cosine * a - sine * b
      matrix[row][q] = sine * a + cosine * b
    }
    let (a, b) = (matrix[p], matrix[q])
    matrix[p] = a * cosine - b * sine
    matrix[q] = a * sine + b * cosine
    let (u, v) = (vectors[p], vectors[q])
    vectors[p] = u * cosine - v * sine
    vectors[q] = u * sine + v * cosine
  }
}
