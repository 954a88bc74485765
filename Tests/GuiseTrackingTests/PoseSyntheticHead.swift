import Foundation
import GuiseCore

@testable import GuiseTracking

/// A head with a known pose, seen by a known camera, and what a landmark network would say of it.
struct PoseSyntheticHead {
  /// How the network gives depth.
  enum DepthConvention {
    /// Along the ray through the face's centre, in the stretched units of the picture there: what
    /// the landmark model does, which sees only a crop.
    case alongFaceRay
    /// Along the picture's axis: what MediaPipe's geometry takes it for.
    case alongAxis
  }

  /// How a head differs from the canonical one.
  struct Shape {
    var width = 1.0
    var jawLength = 1.0
    var noseLength = 1.0
    /// Metres that the chin drops.
    var jawOpen = 0.0

    static let canonical = Shape()
    static let varied = [
      Shape(width: 1.06, jawLength: 0.95, noseLength: 1.15),
      Shape(width: 0.94, jawLength: 1.08, noseLength: 0.9),
      Shape(jawLength: 1.02, jawOpen: 0.02),
    ]

    /// Positions in face space, metres.
    func vertices(_ topology: FaceTopology) -> [SIMD3<Double>] {
      topology.neutralVertices.map { vertex in
        var v = SIMD3<Double>(vertex)
        v.x *= width
        let below = max(0, -0.035 - v.y)
        v.y -= below * (jawLength - 1)
        let nose = max(0, v.z - 0.06)
        v.z += nose * (noseLength - 1) * 3
        // The lower lip and all below turn about the ears.
        v.y -= jawOpen * min(1, below / 0.03)
        v.z -= jawOpen * 0.4 * min(1, below / 0.03)
        return v
      }
    }
  }

  var vertices: [SIMD3<Double>]
  /// Face → camera.
  var rotation: Rotation
  /// Metres.
  var translation: SIMD3<Double>
  var camera: CameraIntrinsics

  /// A head whose middle is seen at `pixel`, at `distance` metres from the camera, turned by Euler
  /// angles about the ray that it is seen by: a head with angles 0 looks at the camera.
  ///
  /// - Parameters: yaw about +y (positive: to the picture's right), pitch about +x (positive: down),
  ///   roll about +z (positive: counter-clockwise in the picture), degrees; roll is applied last.
  init(
    _ topology: FaceTopology, shape: Shape = .canonical, camera: CameraIntrinsics,
    pixel: SIMD2<Double>, distance: Double, yaw: Double = 0, pitch: Double = 0, roll: Double = 0
  ) {
    let slope =
      (pixel - SIMD2<Double>(camera.principalPoint)) / SIMD2<Double>(camera.focalLength)
    let ray = SIMD3(slope.x, -slope.y, -1).normalized
    vertices = shape.vertices(topology)
    rotation =
      Rotation(turningForwardTo: ray)
      * PoseSyntheticHead.euler(yaw: yaw, pitch: pitch, roll: roll)
    translation = ray * distance - rotation([0, 0, 0.04])
    self.camera = camera
  }

  static func euler(yaw: Double, pitch: Double, roll: Double) -> Rotation {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    return Rotation(vector: [0, 0, radians(roll)]) * Rotation(vector: [0, radians(yaw), 0])
      * Rotation(vector: [radians(pitch), 0, 0])
  }

  /// 468 points as the network would give them; `noise` pixels (uniform, ±) are added to each number.
  func landmarks(
    _ convention: DepthConvention = .alongFaceRay, noise: Float = 0, seed: UInt64 = 1
  ) -> [SIMD3<Float>] {
    let places = vertices.map { rotation($0) + translation }
    let focal = SIMD2<Double>(camera.focalLength)
    let pixels = places.map {
      SIMD2<Double>(camera.principalPoint) + focal * SIMD2($0.x, -$0.y) / -$0.z
    }
    // The crop's centre is that of the points' bounding box.
    let low = pixels.reduce(pixels[0]) { pointwiseMin($0, $1) }
    let high = pixels.reduce(pixels[0]) { pointwiseMax($0, $1) }
    let slope = ((low + high) / 2 - SIMD2<Double>(camera.principalPoint)) / focal
    let ray = SIMD3(slope.x, -slope.y, -1)
    let axis = convention == .alongAxis ? SIMD3(0, 0, -1) : ray.normalized
    let stretch = convention == .alongAxis ? 1 : pow(ray.length, 1.5)
    let depths = places.map { $0.dot(axis) }
    let mean = depths.reduce(0, +) / Double(depths.count)
    var random = SplitMix64(state: seed)
    func jitter() -> Float { noise == 0 ? 0 : Float.random(in: -noise...noise, using: &random) }
    return zip(pixels, depths).map { pixel, depth in
      SIMD3<Float>(
        Float(pixel.x) + jitter(), Float(pixel.y) + jitter(),
        Float((depth / mean - 1) * focal.x * stretch) + jitter())
    }
  }

  struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return z ^ (z >> 31)
    }
  }
}
