import Foundation
import GuiseCore
import TestSupport
import Testing

@testable import GuiseTracking

/// Eyes: where they are, where they look.
@Suite struct PoseGazeTests {
  /// A head at `pixel` whose eyes both look at a point in face space.
  private static func look(
    at target: SIMD3<Double>, pixel: SIMD2<Double> = [640, 360], yaw: Double = 0
  ) throws -> FacePose {
    let geometry = try PoseTestData.geometry.get()
    let camera = CameraIntrinsics(width: 1280, height: 720)
    let head = PoseSyntheticHead(
      geometry.topology, camera: camera, pixel: pixel, distance: 0.5, yaw: yaw)
    var landmarks = head.landmarks()
    // Right iris first, as the model gives them.
    for (outer, inner, side) in [(33, 133, -1.0), (263, 362, 1.0)] {
      let center =
        (head.vertices[outer] + head.vertices[inner]) / 2
        + GazeSolver.centerOffset * SIMD3(side, 1, 1)
      let pupil = center + (target - center).normalized * GazeSolver.pupilRadius
      let place = head.rotation(pupil) + head.translation
      let focal = SIMD2<Double>(camera.focalLength)
      let seen = SIMD2<Double>(camera.principalPoint) + focal * SIMD2(place.x, -place.y) / -place.z
      landmarks += Array(repeating: SIMD3<Float>(Float(seen.x), Float(seen.y), 0), count: 5)
    }
    var pose = FacePose()
    try #require(PoseSolver(geometry).solve(landmarks: landmarks, camera: camera, into: &pose))
    return pose
  }

  @Test(
    arguments: [
      [0.03, 0.03, 0.4], [-0.1, 0.03, 0.4], [0.15, 0.0, 0.5], [0, 0.15, 0.5], [0.05, -0.1, 0.6],
    ] as [SIMD3<Double>])
  func eyesLookAtTheirTarget(_ target: SIMD3<Double>) throws {
    for pixel: SIMD2<Double> in [[640, 360], [150, 120], [1150, 600]] {
      let pose = try Self.look(at: target, pixel: pixel, yaw: pixel.x == 640 ? 15 : 0)
      for eye in [pose.leftEyeTransform, pose.rightEyeTransform] {
        let expected = (SIMD3<Float>(target) - eye.translation).normalized
        let angle = acos(min(1, eye.columns.2.xyz.dot(expected))) * 180 / .pi
        #expect(angle < 2.5, "\(angle)° off at \(pixel)")
      }
    }
  }

  /// Signs: +x is the person's own left.
  @Test func gazeHasTheRightSigns() throws {
    for eye in [\FacePose.leftEyeTransform, \.rightEyeTransform] {
      #expect(try Self.look(at: [0.3, 0.03, 0.5])[keyPath: eye].columns.2.x > 0.3)
      #expect(try Self.look(at: [-0.3, 0.03, 0.5])[keyPath: eye].columns.2.x < -0.3)
      #expect(try Self.look(at: [0, 0.3, 0.5])[keyPath: eye].columns.2.y > 0.3)
      #expect(try Self.look(at: [0, -0.3, 0.5])[keyPath: eye].columns.2.y < -0.3)
    }
  }

  @Test func eyesAreWhereEyesAre() throws {
    let pose = try Self.look(at: [0, 0.03, 1])
    let (left, right) = (pose.leftEyeTransform.translation, pose.rightEyeTransform.translation)
    #expect((left.x - 0.033).magnitude < 0.003)
    #expect((right.x + 0.033).magnitude < 0.003)
    // Behind the lids, before the ears.
    for eye in [left, right] { #expect(eye.z > 0.02 && eye.z < 0.038) }
    // Right-handed, +y up.
    for eye in [pose.leftEyeTransform, pose.rightEyeTransform] {
      let (x, y, z) = (eye.columns.0.xyz, eye.columns.1.xyz, eye.columns.2.xyz)
      #expect((x.cross(y) - z).length < 1e-5)
      #expect(y.y > 0.9)
      #expect(x.x > 0.9)
    }
  }

  @Test func lookAtPointIsWhereTheLinesMeet() throws {
    let point = try Self.look(at: [0.05, 0.03, 0.3]).lookAtPoint
    // A degree in each eye moves this point by centimetres.
    #expect((point.normalized - SIMD3<Float>(0.05, 0.03, 0.3).normalized).length < 0.06)
    #expect(point.z > 0.2 && point.z < 0.45)
  }

  @Test func lookAtPointIsBoundedAndInFront() throws {
    for target: SIMD3<Double> in [[0, 0.03, 100], [0, 0.03, 0.06], [2, 0.03, 0.3]] {
      let point = try Self.look(at: target).lookAtPoint
      #expect(point.z > 0)
      #expect(point.length < Float(GazeSolver.farthest) * 1.1)
    }
  }

  @Test func closedEyesLookStraightAhead() throws {
    let geometry = try PoseTestData.geometry.get()
    let camera = CameraIntrinsics(width: 1280, height: 720)
    var head = PoseSyntheticHead(
      geometry.topology, camera: camera, pixel: [640, 360], distance: 0.5)
    for (upper, lower) in [(159, 145), (386, 374)] { head.vertices[upper] = head.vertices[lower] }
    var landmarks = head.landmarks()
    landmarks += Array(repeating: landmarks[145] + [3, 8, 0], count: 5)
    landmarks += Array(repeating: landmarks[374] + [3, 8, 0], count: 5)
    var pose = FacePose()
    try #require(PoseSolver(geometry).solve(landmarks: landmarks, camera: camera, into: &pose))
    #expect((pose.leftEyeTransform.columns.2.xyz - [0, 0, 1]).length < 1e-5)
    #expect((pose.rightEyeTransform.columns.2.xyz - [0, 0, 1]).length < 1e-5)
  }

  /// On a real face that looks about, the eyes agree with the reference's blend shapes.
  @Test(.enabled(if: SharedData.isPresent, PoseTestData.absence))
  func gazeFollowsTheReferencesBlendShapes() throws {
    let video = try ReferenceResult(
      SharedData.url("video/greenscreen_gaze_smile.mp4.mp.json.gz"))
    let solver = PoseSolver(try PoseTestData.geometry.get())
    let camera = CameraIntrinsics(width: video.width, height: video.height)
    var pose = FacePose()
    var gaze: [[Double]] = Array(repeating: [], count: 4)
    var shapes = gaze
    for face in video.frames.compactMap(\.faces.first) {
      let landmarks = face.pixels(width: video.width, height: video.height)
      try #require(solver.solve(landmarks: landmarks, camera: camera, into: &pose))
      let left = SIMD3<Double>(pose.leftEyeTransform.columns.2.xyz)
      let right = SIMD3<Double>(pose.rightEyeTransform.columns.2.xyz)
      func shape(_ name: String) -> Double { Double(face.blendShapes[name] ?? .nan) }
      // +x is the person's own left: out for the left eye, in for the right one.
      gaze[0].append(atan2(left.x, left.z))
      shapes[0].append(shape("eyeLookOutLeft") - shape("eyeLookInLeft"))
      gaze[1].append(atan2(right.x, right.z))
      shapes[1].append(shape("eyeLookInRight") - shape("eyeLookOutRight"))
      gaze[2].append(asin(left.y))
      shapes[2].append(shape("eyeLookUpLeft") - shape("eyeLookDownLeft"))
      gaze[3].append(asin(right.y))
      shapes[3].append(shape("eyeLookUpRight") - shape("eyeLookDownRight"))
    }
    #expect(gaze[0].count == 78)
    let correlations = zip(gaze, shapes).map(Self.correlation)
    for horizontal in correlations.prefix(2) { #expect(horizontal > 0.97) }
    // In the blink, gaze fades to straight ahead and the blend shapes say down.
    for vertical in correlations.suffix(2) { #expect(vertical > 0.88) }
  }

  private static func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let (ma, mb) = (a.reduce(0, +) / Double(a.count), b.reduce(0, +) / Double(b.count))
    let ab = zip(a, b).reduce(0) { $0 + ($1.0 - ma) * ($1.1 - mb) }
    let aa = a.reduce(0) { $0 + ($1 - ma) * ($1 - ma) }
    let bb = b.reduce(0) { $0 + ($1 - mb) * ($1 - mb) }
    return ab / (aa * bb).squareRoot()
  }
}
