import GuiseCore

/// Reads the light from faces: its directions from how their skin is shaded, its amount and colour also
/// from what surrounds them.
///
/// Use from one thread at a time; once for each frame ``begin(_:)``, then, for each face,
/// ``read(from:into:)`` while the landmark model holds it, and ``light(on:colors:)`` when its pose is known.
final class LightEstimator {
  private let patches: SkinPatches
  private var surroundings = Surroundings()
  private var fit = ShadingFit()

  /// A patch is seen when its normal is no further from the camera's direction: the cosine.
  private static let grazing: Float = 0.2

  init(_ topology: FaceTopology) {
    patches = SkinPatches(topology)
  }

  /// Takes a look at the whole picture.
  func begin(_ frame: borrowing Frame) { surroundings.read(frame) }

  /// Reads the colours of the skin, linear, in the model's input.
  func read(from landmarks: LandmarkDetector, into colors: inout [SIMD3<Float>]) {
    landmarks.readColors(at: patches.triangles, into: &colors)
  }

  /// The light on a face; nil where it has no shape or shows too little of itself.
  func light(on anchor: FaceAnchor, colors: [SIMD3<Float>]) -> FaceLight? {
    guard let vertices = anchor.geometry?.vertices, colors.count == patches.triangles.count else {
      return nil
    }
    let eye = anchor.transform.inverseRotation(of: -anchor.transform.translation)
    fit.removeAll()
    for (triangle, color) in zip(patches.triangles, colors) {
      let (a, b, c) = (vertices[triangle.x], vertices[triangle.y], vertices[triangle.z])
      let normal = (b - a).cross(c - a).normalized
      guard normal.dot((eye - a).normalized) > Self.grazing else { continue }
      fit.add(normal: anchor.transform.direction(normal), color: color)
    }
    guard let shading = fit.solve() else { return nil }
    let mean = Exposure.light(
      brightness: anchor.brightness ?? 0, color: shading.color,
      surroundings: surroundings.mean(outside: Bounds(ofLandmarks: anchor.landmarks)))
    return FaceLight(harmonics: shading.light * mean, mean: mean)
  }
}

extension Transform {
  /// A direction turned back by a pose.
  fileprivate func inverseRotation(of direction: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(
      columns.0.xyz.dot(direction), columns.1.xyz.dot(direction), columns.2.xyz.dot(direction))
  }
}
