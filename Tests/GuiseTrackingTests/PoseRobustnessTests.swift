import Foundation
import GuiseCore
import Testing

@testable import GuiseTracking

/// Landmarks that have no pose, or hardly one.
@Suite struct PoseRobustnessTests {
  private static let camera = CameraIntrinsics(width: 640, height: 480)

  private static func landmarks(_ topology: FaceTopology) -> [SIMD3<Float>] {
    PoseSyntheticHead(topology, camera: camera, pixel: [320, 240], distance: 0.6).landmarks()
  }

  /// Solves, and checks that a failure leaves the pose as it was and a success has no NaN in it.
  private func solve(
    _ landmarks: [SIMD3<Float>], _ camera: CameraIntrinsics = PoseRobustnessTests.camera
  ) throws -> Bool {
    var pose = FacePose()
    pose.lookAtPoint = [1, 2, 3]
    pose.vertices[7] = [4, 5, 6]
    let solver = PoseSolver(try PoseTestData.geometry.get())
    guard solver.solve(landmarks: landmarks, camera: camera, into: &pose) else {
      #expect(pose.lookAtPoint == [1, 2, 3])
      #expect(pose.vertices[7] == [4, 5, 6])
      #expect(pose.transform == .identity)
      return false
    }
    let numbers =
      pose.transform.elements + pose.leftEyeTransform.elements + pose.rightEyeTransform.elements
      + pose.vertices.flatMap { [$0.x, $0.y, $0.z] }
      + [pose.lookAtPoint.x, pose.lookAtPoint.y, pose.lookAtPoint.z]
    #expect(numbers.allSatisfy { $0.isFinite })
    return true
  }

  @Test func pointsThatCoincideHaveNoPose() throws {
    let count = FaceTopology.landmarkCount
    #expect(try solve(Array(repeating: [320, 240, 0], count: count)) == false)
    #expect(try solve(Array(repeating: [0, 0, 0], count: count)) == false)
  }

  @Test func pointsOnALineHaveNoPose() throws {
    let count = FaceTopology.landmarkCount
    #expect(try solve((0..<count).map { [Float($0), 240, 0] }) == false)
    #expect(try solve((0..<count).map { [Float($0) / 2, Float($0) / 3, Float($0) / 4] }) == false)
    let face = Self.landmarks(try PoseTestData.geometry.get().topology)
    #expect(try solve(face.map { [$0.x, 240, 0] }) == false)
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude])
  func numbersThatAreNoneHaveNoPose(_ number: Float) throws {
    let topology = try PoseTestData.geometry.get().topology
    for index in [0, 4, 133, 467] {
      for component in 0..<3 {
        var landmarks = Self.landmarks(topology)
        landmarks[index][component] = number
        let solved = try solve(landmarks)
        if number != .greatestFiniteMagnitude { #expect(!solved) }
      }
    }
  }

  @Test func camerasThatAreNoneHaveNoPose() throws {
    let landmarks = Self.landmarks(try PoseTestData.geometry.get().topology)
    for focal: SIMD2<Float> in [[0, 500], [500, -1], [.nan, 500], [.infinity, 500]] {
      #expect(
        try solve(landmarks, CameraIntrinsics(focalLength: focal, principalPoint: [320, 240]))
          == false)
    }
    #expect(
      try solve(
        landmarks, CameraIntrinsics(focalLength: [500, 500], principalPoint: [.nan, 240]))
        == false)
  }

  /// A crop of a face that fills the picture: under the default field of view its depth would reach
  /// behind the camera.
  @Test func faceLargerThanThePictureHasAPose() throws {
    let face = Self.landmarks(try PoseTestData.geometry.get().topology)
    for factor: Float in [2, 5, 20] {
      #expect(try solve(face.map { ($0 - [320, 240, 0]) * factor + [320, 240, 0] }))
    }
  }

  @Test func tinyFaceHasAPose() throws {
    let face = Self.landmarks(try PoseTestData.geometry.get().topology)
    #expect(try solve(face.map { ($0 - [320, 240, 0]) * 0.03 + [320, 240, 0] }))
  }

  @Test func scatteredPointsNeverGiveNaN() throws {
    var random = PoseSyntheticHead.SplitMix64(state: 7)
    for _ in 0..<100 {
      let reach = Float(pow(10, Double.random(in: -3...6, using: &random)))
      let landmarks = (0..<FaceTopology.landmarkCount).map { _ in
        SIMD3<Float>(
          Float.random(in: -reach...reach, using: &random),
          Float.random(in: -reach...reach, using: &random),
          Float.random(in: -reach...reach, using: &random))
      }
      _ = try solve(landmarks)
    }
  }

  @Test func withoutIrisesTheEyesLookStraightAhead() throws {
    let geometry = try PoseTestData.geometry.get()
    var pose = FacePose()
    let landmarks = Array(Self.landmarks(geometry.topology).prefix(FaceTopology.vertexCount))
    try #require(PoseSolver(geometry).solve(landmarks: landmarks, camera: Self.camera, into: &pose))
    #expect((pose.leftEyeTransform.columns.2.xyz - [0, 0, 1]).length < 1e-6)
    #expect((pose.rightEyeTransform.columns.2.xyz - [0, 0, 1]).length < 1e-6)
  }
}

/// The least-squares fit by itself.
@Suite struct PoseSimilarityFitTests {
  private let points: [SIMD3<Double>] = [
    [0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3], [1, -1, 2], [-2, 1, 0.5],
  ]

  @Test(arguments: [0.0, 0.5, 1.5, 3.1, .pi])
  func knownSimilaritiesComeBack(angle: Double) throws {
    for axis: SIMD3<Double> in [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, -2, 0.5]] {
      let rotation = Rotation(vector: axis.normalized * angle)
      var fit = SimilarityFit()
      for (index, point) in points.enumerated() {
        fit.add(point, rotation(point) * 2.5 + [3, -4, 5], weight: Double(index + 1))
      }
      let found = try #require(fit.solution())
      #expect(found.rotation.degrees(from: rotation) < 1e-5)
      #expect((found.scale - 2.5).magnitude < 1e-12)
      #expect((found.translation - [3, -4, 5]).length < 1e-11)
    }
  }

  @Test func aReflectionIsAnsweredByARotation() throws {
    var fit = SimilarityFit()
    for point in points { fit.add(point, point * [-1, 1, 1], weight: 1) }
    let r = try #require(fit.solution()).rotation
    #expect((r.x.cross(r.y).dot(r.z) - 1).magnitude < 1e-12)
  }

  @Test func pointsInAPlaneDetermineARotation() throws {
    let rotation = Rotation(vector: [0.3, -0.8, 0.2])
    var fit = SimilarityFit()
    for point in points { fit.add(point * [1, 1, 0], rotation(point * [1, 1, 0]), weight: 1) }
    #expect(try #require(fit.solution()).rotation.degrees(from: rotation) < 1e-5)
  }

  @Test func nothingAddedHasNoSolution() {
    #expect(SimilarityFit().solution() == nil)
  }
}
