import Foundation

/// A rotation in double precision: the three columns of its matrix.
struct Rotation: Sendable {
  var x: SIMD3<Double>
  var y: SIMD3<Double>
  var z: SIMD3<Double>

  func callAsFunction(_ v: SIMD3<Double>) -> SIMD3<Double> { x * v.x + y * v.y + z * v.z }

  /// Turns `v` back.
  func inverse(_ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(x.dot(v), y.dot(v), z.dot(v))
  }

  static func * (a: Rotation, b: Rotation) -> Rotation {
    Rotation(x: a(b.x), y: a(b.y), z: a(b.z))
  }
}

extension Rotation {
  /// The rotation of a quaternion (x, y, z, w) of any length but 0.
  init(quaternion: SIMD4<Double>) {
    let q = quaternion / (quaternion * quaternion).sum().squareRoot()
    let (x, y, z, w) = (q.x, q.y, q.z, q.w)
    self.init(
      x: SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
      y: SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
      z: SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)))
  }

  /// The rotation about `vector` by its length in radians, counter-clockwise seen from its tip.
  init(vector: SIMD3<Double>) {
    let angle = vector.dot(vector).squareRoot()
    // sin(a/2)/a, by its series where it would be 0/0.
    let k = angle > 1e-6 ? sin(angle / 2) / angle : 0.5 - angle * angle / 48
    self.init(quaternion: SIMD4(vector * k, cos(angle / 2)))
  }

  /// The smallest rotation that takes −z to `direction`, which has z < 0.
  init(turningForwardTo direction: SIMD3<Double>) {
    let d = direction.normalized
    // The half-way quaternion: axis (0, 0, −1) × d, scalar 1 + (0, 0, −1) · d.
    self.init(quaternion: SIMD4(d.y, -d.x, 0, 1 - d.z))
  }
}

extension SIMD3<Double> {
  func dot(_ other: SIMD3<Double>) -> Double { (self * other).sum() }

  func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
    // No array literal: it would be allocated at each call.
    SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  var length: Double { dot(self).squareRoot() }

  /// The vector at length 1; itself where its length is 0.
  var normalized: SIMD3<Double> {
    let length = length
    return length > 0 ? self / length : self
  }

  var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
