/// The mapping from the detector's input to a picture, with the reference's own rounding.
///
/// It is a mere scale and shift. But the reference (OpenCV's `getPerspectiveTransform`, `invert` and
/// `warpPerspective`) solves linear systems for it, and where a position falls halfway between two
/// thirty-seconds of a pixel, which it does for every other column of a picture whose longer side is
/// even and no multiple of 4, the last bit of that solution decides which is taken. At a sixteenth of
/// the picture's size such bits move a detected box enough to be seen in the landmarks, so the same
/// steps are taken here, in the same order.
struct LetterboxMapping {
  /// Row-major 3 × 3: (column, row, 1) of the input to the picture.
  let matrix: [Double]
  /// Of the picture.
  let size: SIMD2<Float>
  /// Of the square input.
  let inputSize: Int

  init(size: SIMD2<Float>, inputSize: Int) {
    self.size = size
    self.inputSize = inputSize
    let input = Float(inputSize)
    let center = size * 0.5
    let half = size.max() * 0.5
    let bottomLeft = center + SIMD2(-half, half)
    let topLeft = center + SIMD2(-half, -half)
    let corners = [
      (picture: bottomLeft, input: SIMD2(0, input)), (topLeft, SIMD2(0, 0)),
      (2 * center - bottomLeft, SIMD2(input, 0)), (2 * center - topLeft, SIMD2(input, input)),
    ]
    // Eight equations for the perspective transform from the picture to the input.
    var rows = [[Double]](repeating: [Double](repeating: 0, count: 9), count: 8)
    for (index, (picture, input)) in corners.enumerated() {
      for axis in 0..<2 {
        let row = index + 4 * axis
        rows[row][3 * axis] = Double(picture.x)
        rows[row][3 * axis + 1] = Double(picture.y)
        rows[row][3 * axis + 2] = 1
        rows[row][6] = Double(-picture.x * input[axis])
        rows[row][7] = Double(-picture.y * input[axis])
        rows[row][8] = Double(input[axis])
      }
    }
    matrix = Self.inverse(Self.solve(rows) + [1])
  }

  /// Gaussian elimination with partial pivoting; the last column holds the right side.
  private static func solve(_ equations: [[Double]]) -> [Double] {
    var a = equations
    let count = a.count
    for i in 0..<count {
      var pivot = i
      for j in i + 1..<count where abs(a[j][i]) > abs(a[pivot][i]) { pivot = j }
      a.swapAt(i, pivot)
      let d = -1 / a[i][i]
      for j in i + 1..<count {
        let factor = a[j][i] * d
        for k in i + 1...count { a[j][k] += factor * a[i][k] }
      }
    }
    var x = a.map { $0[count] }
    for i in (0..<count).reversed() {
      for k in i + 1..<count { x[i] -= a[i][k] * x[k] }
      x[i] /= a[i][i]
    }
    return x
  }

  private static func inverse(_ m: [Double]) -> [Double] {
    let determinant =
      m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6])
      + m[2] * (m[3] * m[7] - m[4] * m[6])
    let d = 1 / determinant
    return [
      (m[4] * m[8] - m[5] * m[7]) * d, (m[2] * m[7] - m[1] * m[8]) * d,
      (m[1] * m[5] - m[2] * m[4]) * d,
      (m[5] * m[6] - m[3] * m[8]) * d, (m[0] * m[8] - m[2] * m[6]) * d,
      (m[2] * m[3] - m[0] * m[5]) * d,
      (m[3] * m[7] - m[4] * m[6]) * d, (m[1] * m[6] - m[0] * m[7]) * d,
      (m[0] * m[4] - m[1] * m[3]) * d,
    ]
  }
}
