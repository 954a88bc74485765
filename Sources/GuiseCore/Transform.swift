import Foundation

/// A 4×4 matrix of columns that maps column vectors: `(a * b)(p) == a(b(p))`.
///
/// Where it is a pose, its upper left 3×3 is a rotation and its translation is in metres.
public struct Transform: Hashable, Sendable {
  public var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  public init(
    _ column0: SIMD4<Float>, _ column1: SIMD4<Float>, _ column2: SIMD4<Float>,
    _ column3: SIMD4<Float>
  ) {
    columns = (column0, column1, column2, column3)
  }

  public static let identity = Transform([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1])

  public init(translation: SIMD3<Float>) {
    self = .identity
    columns.3 = SIMD4(translation, 1)
  }

  public init(scale: SIMD3<Float>) {
    self.init(
      [scale.x, 0, 0, 0], [0, scale.y, 0, 0], [0, 0, scale.z, 0], [0, 0, 0, 1])
  }

  /// A rotation by `radians` about `axis` (any length but 0), counter-clockwise seen from its tip.
  public init(rotation radians: Float, axis: SIMD3<Float>) {
    let n = axis.normalized
    let c = Foundation.cos(radians)
    let s = Foundation.sin(radians)
    let t = 1 - c
    self.init(
      [t * n.x * n.x + c, t * n.x * n.y + s * n.z, t * n.x * n.z - s * n.y, 0],
      [t * n.x * n.y - s * n.z, t * n.y * n.y + c, t * n.y * n.z + s * n.x, 0],
      [t * n.x * n.z + s * n.y, t * n.y * n.z - s * n.x, t * n.z * n.z + c, 0],
      [0, 0, 0, 1])
  }

  /// Rotation by a unit quaternion (x, y, z, w).
  public init(quaternion q: SIMD4<Float>) {
    let (x, y, z, w) = (q.x, q.y, q.z, q.w)
    self.init(
      [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
      [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
      [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0],
      [0, 0, 0, 1])
  }

  public var translation: SIMD3<Float> {
    get { columns.3.xyz }
    set { columns.3 = SIMD4(newValue, 1) }
  }

  public static func * (a: Transform, b: Transform) -> Transform {
    Transform(a * b.columns.0, a * b.columns.1, a * b.columns.2, a * b.columns.3)
  }

  public static func * (a: Transform, v: SIMD4<Float>) -> SIMD4<Float> {
    a.columns.0 * v.x + a.columns.1 * v.y + a.columns.2 * v.z + a.columns.3 * v.w
  }

  /// Maps a point (w = 1; no perspective division).
  public func point(_ p: SIMD3<Float>) -> SIMD3<Float> { (self * SIMD4(p, 1)).xyz }

  /// Maps a direction (w = 0).
  public func direction(_ d: SIMD3<Float>) -> SIMD3<Float> { (self * SIMD4(d, 0)).xyz }

  /// The inverse of an affine transform whose upper left 3×3 can be inverted; nil where it can't.
  public var affineInverse: Transform? {
    let (a, b, c) = (columns.0.xyz, columns.1.xyz, columns.2.xyz)
    let bc = b.cross(c)
    let determinant = a.dot(bc)
    guard determinant != 0, determinant.isFinite else { return nil }
    let ca = c.cross(a)
    let ab = a.cross(b)
    let k = 1 / determinant
    let inverse = Transform(
      SIMD4(bc.x, ca.x, ab.x, 0) * k, SIMD4(bc.y, ca.y, ab.y, 0) * k,
      SIMD4(bc.z, ca.z, ab.z, 0) * k, [0, 0, 0, 1])
    return inverse * Transform(translation: -columns.3.xyz)
  }

  /// The 16 numbers, column after column.
  public var elements: [Float] {
    [columns.0, columns.1, columns.2, columns.3].flatMap { [$0.x, $0.y, $0.z, $0.w] }
  }

  public static func == (a: Transform, b: Transform) -> Bool {
    a.columns.0 == b.columns.0 && a.columns.1 == b.columns.1 && a.columns.2 == b.columns.2
      && a.columns.3 == b.columns.3
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(columns.0)
    hasher.combine(columns.1)
    hasher.combine(columns.2)
    hasher.combine(columns.3)
  }
}

extension SIMD4<Float> {
  public var xyz: SIMD3<Float> { SIMD3(x, y, z) }
}

extension SIMD3<Float> {
  public func dot(_ other: SIMD3<Float>) -> Float { (self * other).sum() }

  public func cross(_ other: SIMD3<Float>) -> SIMD3<Float> {
    [y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x]
  }

  public var length: Float { dot(self).squareRoot() }

  /// The vector at length 1; itself where its length is 0.
  public var normalized: SIMD3<Float> {
    let length = length
    return length > 0 ? self / length : self
  }

  public var xy: SIMD2<Float> { SIMD2(x, y) }
}

extension SIMD2<Float> {
  public func dot(_ other: SIMD2<Float>) -> Float { (self * other).sum() }
  public var length: Float { dot(self).squareRoot() }
}
