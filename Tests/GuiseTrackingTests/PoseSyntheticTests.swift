import Foundation
import GuiseCore
import Testing

@testable import GuiseTracking

/// Heads with known poses over the picture, as the landmark network would report them.
@Suite struct PoseSyntheticTests {
  /// A place in the picture, as a fraction of its size.
  struct Place: CustomTestStringConvertible {
    var testDescription: String
    var x: Double
    var y: Double

    static let center = Place(testDescription: "centre", x: 0.5, y: 0.5)
    static let offCenter = [
      Place(testDescription: "left edge", x: 0.1, y: 0.5),
      Place(testDescription: "right edge", x: 0.9, y: 0.5),
      Place(testDescription: "top edge", x: 0.5, y: 0.15),
      Place(testDescription: "bottom edge", x: 0.5, y: 0.85),
      Place(testDescription: "top left corner", x: 0.1, y: 0.15),
      Place(testDescription: "bottom right corner", x: 0.9, y: 0.85),
    ]
  }

  /// The largest and the mean error over turned heads at one place.
  struct Errors {
    var degrees: [Double] = []
    /// Fractions of the distance.
    var distances: [Double] = []

    mutating func add(
      _ rotation: Rotation, _ translation: SIMD3<Double>, truth head: PoseSyntheticHead
    ) {
      degrees.append(rotation.degrees(from: head.rotation))
      distances.append((translation - head.translation).length / head.translation.length)
    }

    var meanDegrees: Double { degrees.reduce(0, +) / Double(degrees.count) }
    var maxDegrees: Double { degrees.max() ?? .infinity }
    var meanDistance: Double { distances.reduce(0, +) / Double(distances.count) }
    var maxDistance: Double { distances.max() ?? .infinity }
  }

  static let turns: [(yaw: Double, pitch: Double, roll: Double)] = [
    (0, 0, 0), (60, 0, 0), (-60, 0, 0), (0, 60, 0), (0, -60, 0), (0, 0, 60), (0, 0, -60),
    (25, -15, 30), (-30, 20, -10),
  ]

  private func errors(
    at place: Place, shapes: [PoseSyntheticHead.Shape], width: Int, height: Int,
    camera: CameraIntrinsics, distance: Double, noise: Float = 0
  ) throws -> (ours: Errors, reference: Errors) {
    let geometry = try PoseTestData.geometry.get()
    let solver = PoseSolver(geometry)
    var pose = FacePose()
    var (ours, reference) = (Errors(), Errors())
    for shape in shapes {
      for turn in Self.turns {
        let head = PoseSyntheticHead(
          geometry.topology, shape: shape, camera: camera,
          pixel: [place.x * Double(width), place.y * Double(height)], distance: distance,
          yaw: turn.yaw, pitch: turn.pitch, roll: turn.roll)
        let landmarks = head.landmarks(noise: noise)
        try #require(solver.solve(landmarks: landmarks, camera: camera, into: &pose))
        ours.add(
          Rotation(pose.transform), SIMD3<Double>(pose.transform.translation), truth: head)
        let rule = try #require(
          PoseReferenceRule.pose(
            landmarks: landmarks, width: width, height: height, geometry: geometry))
        reference.add(rule.rotation, rule.translation, truth: head)
      }
    }
    return (ours, reference)
  }

  @Test func canonicalHeadsAtTheCenterAreFound() throws {
    let camera = CameraIntrinsics(width: 1280, height: 720)
    let (ours, reference) = try errors(
      at: .center, shapes: [.canonical], width: 1280, height: 720, camera: camera, distance: 0.6)
    #expect(ours.maxDegrees < 1.5)
    #expect(ours.maxDistance < 0.01)
    #expect(ours.meanDegrees <= reference.meanDegrees + 0.05)
  }

  /// K6: the reference is off by as much as 30° there.
  @Test(arguments: Place.offCenter)
  func canonicalHeadsOffTheCenterAreFound(at place: Place) throws {
    let camera = CameraIntrinsics(width: 1280, height: 720)
    let (ours, reference) = try errors(
      at: place, shapes: [.canonical], width: 1280, height: 720, camera: camera, distance: 0.6)
    #expect(ours.maxDegrees < 1.5)
    #expect(ours.maxDistance < 0.01)
    #expect(ours.meanDegrees < 0.1 * reference.meanDegrees)
    #expect(ours.meanDistance < 0.2 * reference.meanDistance)
  }

  /// Wider, longer and narrower faces, long and short noses, an open mouth. Their size is unknown,
  /// so their distance is known only as well as the canonical face fits.
  @Test(arguments: [Place.center] + Place.offCenter)
  func headsUnlikeTheCanonicalOneAreFound(at place: Place) throws {
    let camera = CameraIntrinsics(width: 1280, height: 720)
    let (ours, reference) = try errors(
      at: place, shapes: PoseSyntheticHead.Shape.varied, width: 1280, height: 720, camera: camera,
      distance: 0.6)
    #expect(ours.maxDegrees < 6)
    #expect(ours.meanDegrees < 3)
    #expect(ours.maxDistance < 0.12)
    if place.testDescription != "centre" {
      #expect(ours.meanDegrees < 0.2 * reference.meanDegrees)
    } else {
      #expect(ours.meanDegrees < reference.meanDegrees + 0.1)
    }
  }

  /// K7: the field of view and the pixels' shape are inputs.
  @Test(arguments: [(30.0, 1.0), (90, 1), (63, 1.4587), (50, 0.9)])
  func anyCameraIsObeyed(fieldOfView: Double, pixelAspectRatio: Double) throws {
    let camera = CameraIntrinsics(
      width: 720, height: 576, verticalFieldOfViewRadians: Float(fieldOfView * .pi / 180),
      pixelAspectRatio: pixelAspectRatio)
    for place in [Place.center] + Place.offCenter {
      let (ours, _) = try errors(
        at: place, shapes: [.canonical], width: 720, height: 576, camera: camera, distance: 0.8)
      #expect(ours.maxDegrees < 1.5, "\(place.testDescription)")
      #expect(ours.maxDistance < 0.01, "\(place.testDescription)")
    }
  }

  @Test func noiseOfHalfAPixelMovesThePoseLittle() throws {
    let camera = CameraIntrinsics(width: 1280, height: 720)
    for place in [Place.center, Place.offCenter[5]] {
      let (ours, _) = try errors(
        at: place, shapes: [.canonical], width: 1280, height: 720, camera: camera, distance: 0.6,
        noise: 0.5)
      #expect(ours.maxDegrees < 2)
      #expect(ours.maxDistance < 0.015)
    }
  }

  /// K8: each angle has its own axis and its sign.
  @Test(arguments: [Place.center] + Place.offCenter, [-50.0, -20, 20, 50])
  func anglesKeepTheirAxisAndSign(at place: Place, degrees: Double) throws {
    let geometry = try PoseTestData.geometry.get()
    let camera = CameraIntrinsics(width: 1280, height: 720)
    let solver = PoseSolver(geometry)
    var pose = FacePose()
    let angles = [(degrees, 0.0, 0.0), (0, degrees, 0), (0, 0, degrees)]
    for (axis, angle) in angles.enumerated() {
      let head = PoseSyntheticHead(
        geometry.topology, camera: camera, pixel: [place.x * 1280, place.y * 720], distance: 0.7,
        yaw: angle.0, pitch: angle.1, roll: angle.2)
      let upright = PoseSyntheticHead(
        geometry.topology, camera: camera, pixel: [place.x * 1280, place.y * 720], distance: 0.7)
      try #require(solver.solve(landmarks: head.landmarks(), camera: camera, into: &pose))
      // Relative to a head that looks at the camera from there: yaw, then pitch, roll last.
      let turned = Rotation(pose.transform)
      let local = Rotation(
        x: upright.rotation.inverse(turned.x), y: upright.rotation.inverse(turned.y),
        z: upright.rotation.inverse(turned.z))
      let found = [
        atan2(local.z.x, local.z.z), asin(-local.z.y), atan2(local.x.y, local.y.y),
      ].map { $0 * 180 / .pi }
      for other in 0..<3 {
        let expected = other == axis ? degrees : 0
        #expect((found[other] - expected).magnitude < 1.5, "axis \(axis): \(found)")
      }
    }
  }

  /// What the angles mean in the picture.
  @Test func positiveAnglesTurnTheNoseRightAndDownAndTheHeadCounterClockwise() throws {
    let geometry = try PoseTestData.geometry.get()
    let camera = CameraIntrinsics(width: 640, height: 640)
    func landmarks(_ yaw: Double, _ pitch: Double, _ roll: Double) -> [SIMD3<Float>] {
      PoseSyntheticHead(
        geometry.topology, camera: camera, pixel: [320, 320], distance: 0.6, yaw: yaw,
        pitch: pitch, roll: roll
      ).landmarks()
    }
    let straight = landmarks(0, 0, 0)
    #expect(landmarks(20, 0, 0)[4].x > straight[4].x + 10)
    #expect(landmarks(0, 20, 0)[4].y > straight[4].y + 10)
    // The person's left eye, on the picture's right, rises.
    #expect(landmarks(0, 0, 20)[263].y < straight[263].y - 10)
  }

  /// K1: a mirrored picture gives the mirrored pose, exactly.
  @Test func mirroredLandmarksGiveTheMirroredPose() throws {
    let geometry = try PoseTestData.geometry.get()
    let camera = CameraIntrinsics(width: 1280, height: 720)
    let head = PoseSyntheticHead(
      geometry.topology, camera: camera, pixel: [1000, 200], distance: 0.6, yaw: 25, pitch: -10,
      roll: 15)
    let landmarks = head.landmarks()
    let neutral = geometry.topology.neutralVertices
    let partners = neutral.map { vertex in
      neutral.indices.min {
        (neutral[$0] - vertex * [-1, 1, 1]).length < (neutral[$1] - vertex * [-1, 1, 1]).length
      } ?? 0
    }
    let mirrored = partners.map { SIMD3(1280 - landmarks[$0].x, landmarks[$0].y, landmarks[$0].z) }
    let solver = PoseSolver(geometry)
    var (pose, mirror) = (FacePose(), FacePose())
    try #require(solver.solve(landmarks: landmarks, camera: camera, into: &pose))
    try #require(solver.solve(landmarks: mirrored, camera: camera, into: &mirror))
    let flip = Transform(scale: [-1, 1, 1])
    let expected = flip * pose.transform * flip
    for (a, b) in zip(mirror.transform.elements, expected.elements) {
      #expect((a - b).magnitude < 1e-3)
    }
  }
}
