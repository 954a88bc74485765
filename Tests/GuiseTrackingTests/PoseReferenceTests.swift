import Foundation
import GuiseCore
import TestSupport
import Testing

@testable import GuiseTracking

/// The metadata and the mathematics, checked with the reference's own rule on its own landmarks.
@Suite(.enabled(if: SharedData.isPresent, PoseTestData.absence))
struct PoseReferenceTests {
  @Test func referenceRuleGivesTheReferencesMatrices() throws {
    let geometry = try PoseTestData.geometry.get()
    var (rotationError, translationError, count) = (0.0, 0.0, 0)
    for (_, still) in try PoseTestData.stills() {
      for face in still.frames[0].faces {
        let pose = try #require(
          PoseReferenceRule.pose(
            landmarks: face.pixels(width: still.width, height: still.height),
            width: still.width, height: still.height, geometry: geometry))
        for (ours, theirs) in [
          (pose.rotation.x, face.rotation.x), (pose.rotation.y, face.rotation.y),
          (pose.rotation.z, face.rotation.z),
        ] {
          for axis in 0..<3 { rotationError = max(rotationError, (ours - theirs)[axis].magnitude) }
        }
        let difference = pose.translation - face.translation
        for axis in 0..<3 { translationError = max(translationError, difference[axis].magnitude) }
        count += 1
      }
    }
    #expect(count >= 59)
    #expect(rotationError < 1e-4, "of 0.002 allowed")
    #expect(translationError < 1e-4, "metres, of 0.001 allowed")
  }

  /// Toward the picture's centre, seen with the default camera, we go over into the reference.
  ///
  /// What we differ by is what the reference is wrong by off the centre: about 0.6 of the angle
  /// between the face's ray and the camera's axis.
  @Test func ourPoseGoesOverIntoTheReferencesAtTheCenter() throws {
    let solver = PoseSolver(try PoseTestData.geometry.get())
    var pose = FacePose()
    var count = 0
    for (name, still) in try PoseTestData.stills() {
      let camera = CameraIntrinsics(width: still.width, height: still.height)
      for face in still.frames[0].faces {
        let place = face.translation
        let offAxis = atan2((place * [1, 1, 0]).length, -place.z) * 180 / .pi
        guard offAxis < 15 else { continue }
        let landmarks = face.pixels(width: still.width, height: still.height)
        try #require(solver.solve(landmarks: landmarks, camera: camera, into: &pose))
        let degrees = Rotation(pose.transform).degrees(from: face.rotation)
        let distance =
          (SIMD3<Double>(pose.transform.translation) - place).length / place.length
        #expect(degrees < 1.5 + 0.75 * offAxis, "\(offAxis)° off the axis in \(name)")
        #expect(distance < 0.01 + 0.003 * offAxis, "\(offAxis)° off the axis in \(name)")
        count += 1
      }
    }
    #expect(count >= 20)
  }
}
