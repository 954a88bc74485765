/// Improves a pose by a few Gauss–Newton steps on what the camera saw.
///
/// A similarity fit weighs depth like position, but the network's position is much better than its
/// depth: off the picture's centre, where one side of a face is stretched more than the other, its
/// depth tilts. So this minimises, over rotation and translation, the weighted squares of the
/// re-projection error in the virtual camera's plane and, with less weight, of the error in
/// relative depth (``FaceView/depthWeight``).
struct PoseRefinement {
  /// Convergence is quadratic from the similarity fit on.
  static let stepCount = 3

  /// Face → virtual camera.
  var rotation: Rotation
  /// Face → virtual camera, metres.
  var translation: SIMD3<Double>

  /// Takes the steps. Where they lead nowhere the pose stays as it is.
  mutating func run(
    landmarks: [SIMD3<Float>], view: FaceView, basis: [GeometryMetadata.BasisPoint]
  ) {
    let start = self
    var firstCost = 0.0
    for step in 0...Self.stepCount {
      guard let system = normalEquations(landmarks: landmarks, view: view, basis: basis) else {
        self = start
        return
      }
      if step == 0 { firstCost = system.cost }
      if step == Self.stepCount {
        if !(system.cost <= firstCost) { self = start }
        return
      }
      guard let update = system.solution() else {
        self = start
        return
      }
      rotation = Rotation(vector: update.rotation) * rotation
      translation += update.translation
    }
  }

  /// Linearised about the pose; nil where a point is not before the camera.
  private func normalEquations(
    landmarks: [SIMD3<Float>], view: FaceView, basis: [GeometryMetadata.BasisPoint]
  ) -> NormalEquations? {
    var weight = 0.0
    var armMean = SIMD3<Double>.zero
    var seenMean = 0.0
    for point in basis {
      guard let sight = view.sight(landmarks[point.index]) else { return nil }
      weight += point.weight
      armMean += rotation(point.position) * point.weight
      seenMean += sight.relativeDepth * point.weight
    }
    armMean /= weight
    seenMean /= weight
    let meanDepth = -(armMean.z + translation.z)
    guard meanDepth > 0 else { return nil }

    var system = NormalEquations()
    for point in basis {
      guard let sight = view.sight(landmarks[point.index]) else { return nil }
      let arm = rotation(point.position)
      let place = arm + translation
      guard place.z < 0 else { return nil }
      // A small rotation ω and translation τ move the place by ω × arm + τ. The gradient of a
      // component c is therefore (arm × c, c).
      let inverse = 1 / -place.z
      let x = SIMD3(inverse, 0, place.x * inverse * inverse)
      let y = SIMD3(0, inverse, place.y * inverse * inverse)
      system.add(
        x, arm.cross(x), error: place.x * inverse - sight.ray.x, weight: point.weight)
      system.add(
        y, arm.cross(y), error: place.y * inverse - sight.ray.y, weight: point.weight)
      // Relative depth: depth / mean depth − 1.
      let ratio = -place.z / meanDepth
      let ofPlace = SIMD3(0, 0, -1 / meanDepth)
      let ofMean = SIMD3(0, 0, ratio / meanDepth)
      system.add(
        ofPlace + ofMean, arm.cross(ofPlace) + armMean.cross(ofMean),
        error: ratio - 1 - (sight.relativeDepth - seenMean),
        weight: point.weight * view.depthWeight * view.depthWeight)
    }
    return system
  }
}

/// Sums for the least squares step in six unknowns: translation, then rotation.
private struct NormalEquations {
  /// The upper triangle of the symmetric matrix, row by row.
  private var matrix = InlineArray<6, SIMD8<Double>>(repeating: .zero)
  private var right = SIMD8<Double>.zero
  /// The weighted sum of squared errors.
  private(set) var cost = 0.0

  mutating func add(
    _ translation: SIMD3<Double>, _ rotation: SIMD3<Double>, error: Double, weight: Double
  ) {
    let gradient = SIMD8(
      translation.x, translation.y, translation.z, rotation.x, rotation.y, rotation.z, 0, 0)
    for row in 0..<6 { matrix[row] += gradient * (gradient[row] * weight) }
    right -= gradient * (error * weight)
    cost += error * error * weight
  }

  /// By Cholesky factorisation; nil where the matrix is not positive definite.
  func solution() -> (translation: SIMD3<Double>, rotation: SIMD3<Double>)? {
    var lower = matrix
    var vector = right
    for column in 0..<6 {
      var diagonal = lower[column][column]
      for k in 0..<column { diagonal -= lower[column][k] * lower[column][k] }
      guard diagonal > 1e-12 * matrix[column][column] else { return nil }
      let root = diagonal.squareRoot()
      lower[column][column] = root
      for row in column + 1..<6 {
        var sum = lower[row][column]
        for k in 0..<column { sum -= lower[row][k] * lower[column][k] }
        lower[row][column] = sum / root
      }
      for k in 0..<column { vector[column] -= lower[column][k] * vector[k] }
      vector[column] /= root
    }
    for row in (0..<6).reversed() {
      for k in row + 1..<6 { vector[row] -= lower[k][row] * vector[k] }
      vector[row] /= lower[row][row]
    }
    return (
      SIMD3(vector[0], vector[1], vector[2]), SIMD3(vector[3], vector[4], vector[5])
    )
  }
}
