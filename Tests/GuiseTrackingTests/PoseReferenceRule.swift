import Foundation
import GuiseCore

@testable import GuiseTracking

/// MediaPipe's own rule for the pose of a face (its `geometry_pipeline.cc`), for comparison: all
/// depth is taken along the picture's axis, the field of view is 63° vertically, pixels are square.
enum PoseReferenceRule {
  /// Face → camera, metres; nil where the landmarks have no pose.
  static func pose(
    landmarks: [SIMD3<Float>], width: Int, height: Int, geometry: GeometryMetadata
  ) -> (rotation: Rotation, translation: SIMD3<Double>)? {
    let halfHeight = tan(31.5 * Double.pi / 180)
    let scale = 2 * halfHeight / Double(height)
    let halfWidth = scale * Double(width) / 2
    let points = landmarks.prefix(FaceTopology.vertexCount).map {
      SIMD3(
        Double($0.x) * scale - halfWidth, halfHeight - Double($0.y) * scale, Double($0.z) * scale)
    }
    let meanDepth = points.reduce(0) { $0 + $1.z } / Double(points.count)
    func fit(_ target: (SIMD3<Double>) -> SIMD3<Double>) -> SimilarityFit.Similarity? {
      var fit = SimilarityFit()
      for point in geometry.basis {
        fit.add(point.position, target(points[point.index]), weight: point.weight)
      }
      return fit.solution()
    }
    func unprojected(_ scale: Double) -> (SIMD3<Double>) -> SIMD3<Double> {
      { p in
        let depth = (p.z - meanDepth + 1) / scale
        return [p.x * depth, p.y * depth, -depth]
      }
    }
    guard let first = fit({ $0 * [1, 1, -1] })?.scale, let second = fit(unprojected(first))?.scale,
      let last = fit(unprojected(first * second))
    else { return nil }
    return (last.rotation, last.translation)
  }
}

extension Rotation {
  /// The angle of the rotation that takes `other` to this one, in degrees.
  func degrees(from other: Rotation) -> Double {
    let trace = x.dot(other.x) + y.dot(other.y) + z.dot(other.z)
    return acos(min(max((trace - 1) / 2, -1), 1)) * 180 / .pi
  }

  init(_ transform: Transform) {
    self.init(
      x: SIMD3<Double>(transform.columns.0.xyz), y: SIMD3<Double>(transform.columns.1.xyz),
      z: SIMD3<Double>(transform.columns.2.xyz))
  }
}
