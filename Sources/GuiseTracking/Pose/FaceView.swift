import Foundation
import GuiseCore

/// A face's landmarks as a camera sees them that looks straight at the face.
///
/// The landmark network sees a crop around the face and reports depth as if the camera looked at
/// the crop's centre, so its numbers are a weak-perspective view along the ray through the face,
/// wherever in the picture that is. This view undoes the picture's own perspective: it turns a
/// virtual camera, at the place of the real one, until its axis is that ray. There, and only there,
/// a landmark's depth is along the axis.
///
/// Off the picture's centre a pinhole also stretches: at the angle θ from the axis by 1/cos²θ away
/// from the centre and by 1/cos θ across. The network gives depth in the units of the picture it is
/// shown, so depth is divided by the geometric mean of the two.
struct FaceView {
  /// One landmark in the virtual camera.
  struct Sight {
    /// The direction of its ray, at z = −1.
    var ray: SIMD3<Double>
    /// Its depth beyond the face's mean depth, as a fraction of the mean depth.
    var relativeDepth: Double
  }

  /// Virtual camera → camera.
  let rotation: Rotation
  private let principalPoint: SIMD2<Double>
  private let focalLength: SIMD2<Double>
  private let depthMean: Double
  private let depthScale: Double
  /// How much an error in depth counts beside one of the same size in position: 1 at the picture's
  /// centre, the sixth power of cos θ away from it, at least 0.3.
  ///
  /// The more the picture stretches one side of a face, the more the network's depth tilts.
  /// Measured on photographs turned about the camera (Documentation/Conventions.md).
  let depthWeight: Double

  /// Nil where a landmark or the camera is not finite, where the landmarks coincide or lie on one line
  /// in the picture, and where the face is at right angles to the axis.
  init?(landmarks: [SIMD3<Float>], basis: [GeometryMetadata.BasisPoint], camera: CameraIntrinsics) {
    focalLength = SIMD2<Double>(camera.focalLength)
    principalPoint = SIMD2<Double>(camera.principalPoint)
    guard focalLength.x > 0, focalLength.y > 0 else { return nil }
    var depth = 0.0
    var sum = SIMD3<Double>.zero
    for index in landmarks.indices {
      let landmark = SIMD3<Double>(landmarks[index])
      sum += landmark
      if index < FaceTopology.vertexCount { depth += landmark.z }
    }
    var center = SIMD2<Double>.zero
    var weight = 0.0
    for point in basis {
      center += SIMD2<Double>(landmarks[point.index].xy) * point.weight
      weight += point.weight
    }
    center /= weight
    guard Self.spread(landmarks, basis, about: center) > 1e-6 else { return nil }
    let slope = (center - principalPoint) / focalLength
    let direction = SIMD3(slope.x, -slope.y, -1)
    let stretch = pow(direction.length, 1.5)
    guard sum.isFinite, stretch.isFinite, stretch < 1e4 else { return nil }
    rotation = Rotation(turningForwardTo: direction)
    depthMean = depth / Double(FaceTopology.vertexCount)
    depthScale = 1 / (focalLength.x * stretch)
    depthWeight = max(0.3, pow(stretch, -4))
  }

  /// How far the basis points are from lying on one line: 0 there, 1/4 where they spread alike in all
  /// directions.
  private static func spread(
    _ landmarks: [SIMD3<Float>], _ basis: [GeometryMetadata.BasisPoint], about center: SIMD2<Double>
  ) -> Double {
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for point in basis {
      let offset = SIMD2<Double>(landmarks[point.index].xy) - center
      xx += offset.x * offset.x * point.weight
      xy += offset.x * offset.y * point.weight
      yy += offset.y * offset.y * point.weight
    }
    return (xx * yy - xy * xy) / ((xx + yy) * (xx + yy))
  }

  /// Nil where the landmark's ray is at 90° or more from the face's.
  func sight(_ landmark: SIMD3<Float>) -> Sight? {
    let ray = rotation.inverse(self.ray(landmark))
    guard ray.z < -1e-9 else { return nil }
    return Sight(
      ray: SIMD3(ray.x / -ray.z, ray.y / -ray.z, -1),
      relativeDepth: (Double(landmark.z) - depthMean) * depthScale)
  }

  /// The ray of a landmark in the real camera, at z = −1.
  func ray(_ landmark: SIMD3<Float>) -> SIMD3<Double> {
    let slope = (SIMD2<Double>(landmark.xy) - principalPoint) / focalLength
    return SIMD3(slope.x, -slope.y, -1)
  }

  /// Depth as a multiple of the mean depth: 1 + `relativeDepth`.
  ///
  /// A face that seems wider than it is far away, as in a close crop of a long lens's picture, would
  /// have points behind the camera; below one half the multiple falls exponentially, never to 0.
  static func depthFactor(_ relativeDepth: Double) -> Double {
    relativeDepth >= -0.5 ? 1 + relativeDepth : 0.5 * exp((relativeDepth + 0.5) / 0.5)
  }
}
