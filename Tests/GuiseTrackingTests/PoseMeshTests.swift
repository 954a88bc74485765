import Foundation
import GuiseCore
import Testing

@testable import GuiseTracking

/// The metric face, projected through the documented camera, lies on the landmarks.
@Suite struct PoseMeshTests {
  @Test(arguments: [(1280, 720), (720, 1280), (512, 512), (4000, 64), (7680, 4320)])
  func projectedVerticesLieOnTheLandmarks(width: Int, height: Int) throws {
    let geometry = try PoseTestData.geometry.get()
    let solver = PoseSolver(geometry)
    var pose = FacePose()
    for pixelAspectRatio in [1, 1.4587] {
      let camera = CameraIntrinsics(
        width: width, height: height, pixelAspectRatio: pixelAspectRatio)
      // Whatever was seen there: the face of a square picture, laid into each place.
      let seen = PoseSyntheticHead(
        geometry.topology, shape: PoseSyntheticHead.Shape.varied[2],
        camera: CameraIntrinsics(width: 512, height: 512), pixel: [256, 256], distance: 0.6,
        yaw: 20, pitch: 10, roll: -15
      ).landmarks()
      let size = Float(min(width, height)) * 0.4
      for (x, y) in [(0.5, 0.5), (0.02, 0.5), (0, 0), (1, 0), (0, 1), (1, 1)] {
        let landmarks = seen.map { point in
          (point - [256, 256, 0]) * (size / 200)
            + [Float(x) * Float(width), Float(y) * Float(height), 0]
        }
        try #require(solver.solve(landmarks: landmarks, camera: camera, into: &pose))
        var largest: Float = 0
        for (vertex, landmark) in zip(pose.vertices, landmarks) {
          let pixel = try #require(camera.project(pose.transform.point(vertex)))
          largest = max(largest, (pixel - landmark.xy).length)
        }
        // Float's precision at these coordinates.
        let tolerance = Float(max(width, height)) * 4e-6
        #expect(largest < tolerance, "\(width)×\(height) at \(x), \(y): \(largest) px")
      }
    }
  }

  /// Vertices of a canonical head come back where they are in face space, wherever it is seen.
  @Test(arguments: [(0.5, 0.5), (0.1, 0.5), (0.5, 0.15), (0.9, 0.85)])
  func canonicalVerticesComeBack(x: Double, y: Double) throws {
    let geometry = try PoseTestData.geometry.get()
    let camera = CameraIntrinsics(width: 1280, height: 720)
    let head = PoseSyntheticHead(
      geometry.topology, camera: camera, pixel: [x * 1280, y * 720], distance: 0.6, yaw: -20,
      pitch: 10, roll: 20)
    var pose = FacePose()
    try #require(
      PoseSolver(geometry).solve(landmarks: head.landmarks(), camera: camera, into: &pose))
    var largest: Float = 0
    for (found, canonical) in zip(pose.vertices, geometry.topology.neutralVertices) {
      largest = max(largest, (found - canonical).length)
    }
    #expect(largest < 0.004, "metres")
  }

  @Test func transformIsARotationAndATranslation() throws {
    let geometry = try PoseTestData.geometry.get()
    let camera = CameraIntrinsics(width: 1280, height: 720)
    let head = PoseSyntheticHead(
      geometry.topology, camera: camera, pixel: [1200, 100], distance: 0.4, yaw: 50, roll: 170)
    var pose = FacePose()
    try #require(
      PoseSolver(geometry).solve(landmarks: head.landmarks(), camera: camera, into: &pose))
    let (x, y, z) = (
      pose.transform.columns.0.xyz, pose.transform.columns.1.xyz, pose.transform.columns.2.xyz
    )
    #expect((x.cross(y) - z).length < 1e-6)
    for axis in [x, y, z] { #expect((axis.length - 1).magnitude < 1e-6) }
    #expect(pose.transform.translation.z < 0)
  }
}
