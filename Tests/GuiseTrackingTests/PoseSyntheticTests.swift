import Foundation
import GuiseCore
import Testing

@testable import GuiseTracking

@Suite struct PoseSyntheticTests {
  struct Place: CustomTestStringConvertible {
    var name: String
    var x: Double
    var y: Double
    var testDescription: String { name }
    static let all = [
      Place(name: "centre", x: 0.5, y: 0.5), Place(name: "left edge", x: 0.1, y: 0.5),
      Place(name: "top edge", x: 0.5, y: 0.17), Place(name: "corner", x: 0.9, y: 0.83),
      Place(name: "other corner", x: 0.1, y: 0.17),
    ]
  }

  @Test func measure() throws {
    let geometry = try PoseTestData.geometry.get()
    let solver = PoseSolver(geometry)
    var pose = FacePose()
    let (width, height) = (1280, 720)
    let camera = CameraIntrinsics(width: width, height: height)
    let turns: [(Double, Double, Double)] = [
      (0, 0, 0), (30, 0, 0), (-30, 0, 0), (60, 0, 0), (-60, 0, 0), (0, 30, 0), (0, -30, 0),
      (0, 60, 0), (0, -60, 0), (0, 0, 60), (0, 0, -60), (25, 15, 30),
    ]
    for convention in [PoseSyntheticHead.DepthConvention.alongFaceRay, .alongAxis] {
      for shapes in [[PoseSyntheticHead.Shape.canonical], PoseSyntheticHead.Shape.varied] {
        for place in Place.all {
          var ours: [(Double, Double)] = []
          var theirs: [(Double, Double)] = []
          for shape in shapes {
            for distance in [0.35, 0.6, 1.5] {
              for turn in turns {
                let head = PoseSyntheticHead(
                  geometry.topology, shape: shape, camera: camera,
                  pixel: [place.x * Double(width), place.y * Double(height)], distance: distance,
                  yaw: turn.0, pitch: turn.1, roll: turn.2)
                let landmarks = head.landmarks(convention)
                try #require(solver.solve(landmarks: landmarks, camera: camera, into: &pose))
                let reference = try #require(
                  PoseReferenceRule.pose(
                    landmarks: landmarks, width: width, height: height, geometry: geometry))
                ours.append(
                  (
                    Rotation(pose.transform).degrees(from: head.rotation),
                    (SIMD3<Double>(pose.transform.translation) - head.translation).length
                      / distance
                  ))
                theirs.append(
                  (
                    reference.rotation.degrees(from: head.rotation),
                    (reference.translation - head.translation).length / distance
                  ))
              }
            }
          }
          func text(_ e: [(Double, Double)]) -> String {
            let r = e.map(\.0).sorted()
            let t = e.map(\.1).sorted()
            return String(
              format: "rot med %.2f max %.2f  t med %.4f max %.4f", r[r.count / 2], r.last!,
              t[t.count / 2], t.last!)
          }
          print(convention, shapes.count, place.name, "ours", text(ours), "| ref", text(theirs))
        }
      }
    }
  }
}
