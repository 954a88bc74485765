import GuiseCore

/// The plane of something flat, as the camera sees it, to tell cheaply what can't hide it.
///
/// Works on vertices as `Projection` gives them: their x, y and w are a linear image of camera space,
/// with the camera at the origin, so that planes stay planes.
struct SightPlane {
  /// A point p lies beyond the plane where `normal.dot(p) > distance`.
  private let normal: SIMD3<Float>
  private let distance: Float

  /// Half of what occluders stand further back than they are (see `Shaders.depthVertex`), in metres:
  /// the other half makes up for rounding.
  private static let setback: Float = 0.001

  /// Through three points; nil where the plane is seen from so steep an angle that which side is which
  /// is not certain.
  init?(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>) {
    func place(_ v: SIMD4<Float>) -> SIMD3<Float> { SIMD3(v.x, v.y, v.w) }
    let origin = place(a)
    let normal = (place(b) - origin).cross(place(c) - origin)
    let distance = normal.dot(origin)
    guard abs(distance) > 1e-3 * normal.length * origin.length else { return nil }
    self.normal = distance > 0 ? normal : -normal
    self.distance = abs(distance)
  }

  /// Whether all corners of a triangle, as it is drawn as an occluder, lie beyond the plane.
  func isInFront(of corners: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)) -> Bool {
    isInFront(of: corners.0) && isInFront(of: corners.1) && isInFront(of: corners.2)
  }

  private func isInFront(of vertex: SIMD4<Float>) -> Bool {
    // Set back along the line of sight. Nothing is certain of what is hardly before the camera.
    guard vertex.w > Projection.near else { return false }
    let reach = normal.x * vertex.x + normal.y * vertex.y + normal.z * vertex.w
    return reach * (vertex.w + Self.setback) > distance * vertex.w
  }
}
