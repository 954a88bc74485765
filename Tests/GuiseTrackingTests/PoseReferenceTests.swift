import Foundation
import GuiseCore
import Testing

@testable import GuiseTracking

/// The metadata and the mathematics, checked with the reference's own rule on its own landmarks.
@Suite struct PoseReferenceTests {
  @Test(.enabled(if: PoseTestData.hasSharedFolder, "no shared test data beside the checkout"))
  func referenceRuleGivesTheReferencesMatrices() throws {
    let geometry = try PoseTestData.geometry.get()
    var (rotationError, translationError, count) = (0.0, 0.0, 0)
    for picture in try PoseTestData.stills() {
      for face in picture.faces ?? [] {
        let pose = try #require(
          PoseReferenceRule.pose(
            landmarks: face.pixels(width: picture.width, height: picture.height),
            width: picture.width, height: picture.height, geometry: geometry))
        let columns = [pose.rotation.x, pose.rotation.y, pose.rotation.z]
        for row in 0..<3 {
          for column in 0..<3 {
            let difference = columns[column][row] - face.matrix[row][column]
            rotationError = max(rotationError, difference.magnitude)
          }
          let centimetres = pose.translation[row] * 100
          translationError = max(translationError, (centimetres - face.matrix[row][3]).magnitude)
        }
        count += 1
      }
    }
    #expect(count >= 59)
    #expect(rotationError < 1e-4, "of 0.002 allowed")
    #expect(translationError < 1e-2, "cm, of 0.1 allowed")
    print("reference rule: \(count) faces, rotation \(rotationError), \(translationError) cm")
  }

  /// Near the picture's centre, seen with the default camera, we agree with the reference.
  @Test(.enabled(if: PoseTestData.hasSharedFolder, "no shared test data beside the checkout"))
  func ourPoseIsNearTheReferencesAtTheCenter() throws {
    let solver = PoseSolver(try PoseTestData.geometry.get())
    var pose = FacePose()
    var (angles, distances): ([Double], [Double]) = ([], [])
    for picture in try PoseTestData.stills() {
      let camera = CameraIntrinsics(width: picture.width, height: picture.height)
      for face in picture.faces ?? [] {
        let place = SIMD3(face.matrix[0][3], face.matrix[1][3], face.matrix[2][3]) / 100
        guard place.xy.length < 0.1 * place.z.magnitude else { continue }
        let landmarks = face.pixels(width: picture.width, height: picture.height)
        try #require(solver.solve(landmarks: landmarks, camera: camera, into: &pose))
        let reference = Rotation(
          x: [face.matrix[0][0], face.matrix[1][0], face.matrix[2][0]],
          y: [face.matrix[0][1], face.matrix[1][1], face.matrix[2][1]],
          z: [face.matrix[0][2], face.matrix[1][2], face.matrix[2][2]])
        angles.append(Rotation(pose.transform).degrees(from: reference))
        let difference = SIMD3<Double>(pose.transform.translation) - place
        distances.append(difference.length / place.length)
      }
    }
    try #require(angles.count >= 5)
    let (angle, distance) = (angles.sorted()[angles.count / 2], distances.sorted()[angles.count / 2])
    print(
      "ours to reference at the centre: \(angles.count) faces, median \(angle)° \(distance),",
      "largest \(angles.max() ?? 0)° \(distances.max() ?? 0)")
    #expect(angle < 2)
    #expect(distance < 0.01)
  }
}

extension SIMD3<Double> {
  var xy: SIMD3<Double> { [x, y, 0] }
}
