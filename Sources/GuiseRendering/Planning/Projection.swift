import GuiseCore

/// The camera as a matrix: camera space → picture pixels times w, depth, w, where w is the distance
/// before the camera in metres.
///
/// Depth grows from −w on the near plane to w in the infinite: what OpenGL clips and interpolates.
struct Projection {
  /// Nothing nearer than this is drawn, in metres.
  static let near: Float = 0.01

  let matrix: Transform
  /// Pixels.
  let focalLength: Float

  init(_ camera: CameraIntrinsics) {
    matrix = Transform(
      [camera.focalLength.x, 0, 0, 0],
      [0, -camera.focalLength.y, 0, 0],
      [-camera.principalPoint.x, -camera.principalPoint.y, -1, -1],
      [0, 0, -2 * Self.near, 0])
    focalLength = (camera.focalLength.x + camera.focalLength.y) / 2
  }

  /// The same matrix for points of an item's own space.
  func matrix(for transform: Transform) -> Transform { matrix * transform }
}

/// The part of the picture and of the depth that an item may touch, gathered vertex by vertex.
struct Extent {
  private var low = SIMD2<Float>(repeating: .infinity)
  private var high = SIMD2<Float>(repeating: -.infinity)
  private(set) var nearest = Float.infinity
  private(set) var farthest = -Float.infinity
  /// NaN as soon as one vertex is not finite, else 0.
  private var poison = SIMD4<Float>(repeating: 0)
  private(set) var crossesNearPlane = false

  /// Adds a vertex as `Projection` gives it.
  mutating func add(_ vertex: SIMD4<Float>) {
    poison += vertex * 0
    let w = vertex.w
    farthest = max(farthest, w)
    if w < Projection.near {
      crossesNearPlane = true
      nearest = Projection.near
    } else {
      nearest = min(nearest, w)
      let pixel = SIMD2(vertex.x, vertex.y) / w
      low = pointwiseMin(low, pixel)
      high = pointwiseMax(high, pixel)
    }
  }

  var isFinite: Bool { poison == .zero }

  /// The rectangle of picture pixels within `margin` of the vertices, and the whole picture where a
  /// part is nearer than the near plane; empty for what is not finite or behind the camera.
  func bounds(margin: Float, in picture: PixelRect) -> PixelRect {
    guard isFinite, farthest >= Projection.near else { return .zero }
    if crossesNearPlane { return picture }
    // Clamped before the conversion: pixels may lie anywhere.
    let size = SIMD2(Float(picture.width), Float(picture.height))
    let from = (low - margin).rounded(.down).clamped(lowerBound: .zero, upperBound: size)
    let to = (high + margin).rounded(.up).clamped(lowerBound: .zero, upperBound: size)
    let rect = PixelRect(
      x: Int(from.x), y: Int(from.y), width: Int(to.x) - Int(from.x),
      height: Int(to.y) - Int(from.y))
    return rect.isEmpty ? .zero : rect
  }
}
