import Foundation
import GuiseCore

/// Finds where the eyes are and where they look.
///
/// An eyeball is a sphere behind the corners of the lids. The ray through the iris's centre in the
/// picture meets it where the pupil is; the line from the centre through there is the gaze. The
/// network's depth of the iris is not used. Lids that close hide the iris and the network's point
/// falls with them, so that gaze fades to straight ahead between an opening of 0.12 and one of 0.06
/// of the eye's width.
struct GazeSolver: Sendable {
  /// From the eyeball's centre of rotation to the pupil as it is seen, metres: the centre lies
  /// 13.5 mm behind the cornea's front, the pupil's image 3 mm (Atchison and Smith, "Optics of the
  /// Human Eye").
  static let pupilRadius = 0.0105
  /// From the middle between a lid's corners to the eyeball's centre: away from the nose, up, and
  /// out of the face, metres. Chosen so that 110 faces that look into their camera do so.
  static let centerOffset = SIMD3(0.0015, 0.0020, -0.0005)
  /// Lid openings, as fractions of the eye's width, at which gaze has faded and is full.
  static let closedOpening = 0.06
  static let openOpening = 0.12
  /// Bounds on how far away the eyes look, metres.
  static let nearest = 0.05
  static let farthest = 5.0

  private struct Eye {
    var outerCorner: Int
    var innerCorner: Int
    var upperLid: Int
    var lowerLid: Int
    var irisCenter: Int
    /// +1 where away from the nose is +x.
    var side: Double
  }

  private static let left = Eye(
    outerCorner: 263, innerCorner: 362, upperLid: 386, lowerLid: 374, irisCenter: 473, side: 1)
  private static let right = Eye(
    outerCorner: 33, innerCorner: 133, upperLid: 159, lowerLid: 145, irisCenter: 468, side: -1)

  private struct Gaze {
    var center: SIMD3<Double>
    /// Of length 1.
    var direction: SIMD3<Double>

    var transform: Transform {
      let x = SIMD3<Double>(0, 1, 0).cross(direction).normalized
      let y = direction.cross(x)
      return Transform(
        SIMD4(SIMD3<Float>(x), 0), SIMD4(SIMD3<Float>(y), 0), SIMD4(SIMD3<Float>(direction), 0),
        SIMD4(SIMD3<Float>(center), 1))
    }
  }

  /// Fills the eyes of `pose`, whose vertices and transform are known.
  ///
  /// - Parameters:
  ///   - rotation: face → camera.
  ///   - translation: face → camera, metres.
  func solve(
    landmarks: [SIMD3<Float>], view: FaceView, rotation: Rotation, translation: SIMD3<Double>,
    into pose: inout FacePose
  ) {
    let camera = rotation.inverse(-translation)
    func gaze(_ eye: Eye) -> Gaze {
      let outer = SIMD3<Double>(pose.vertices[eye.outerCorner])
      let inner = SIMD3<Double>(pose.vertices[eye.innerCorner])
      let lids = pose.vertices[eye.upperLid] - pose.vertices[eye.lowerLid]
      let center = (outer + inner) / 2 + Self.centerOffset * SIMD3(eye.side, 1, 1)
      guard landmarks.count >= FaceTopology.landmarkCount else {
        return Gaze(center: center, direction: SIMD3(0, 0, 1))
      }
      let ray = rotation.inverse(view.ray(landmarks[eye.irisCenter])).normalized
      let along = (center - camera).dot(ray)
      let nearest = camera + ray * along
      let missSquared = (nearest - center).dot(nearest - center)
      let halfChord = max(0, Self.pupilRadius * Self.pupilRadius - missSquared).squareRoot()
      let seen = (nearest - ray * halfChord - center).normalized
      let opening = Double(lids.length) / max((outer - inner).length, 1e-6)
      let t = (opening - Self.closedOpening) / (Self.openOpening - Self.closedOpening)
      let trust = min(max(t, 0), 1)
      // A ray that misses the eye on the far side can't point into the head.
      let bounded = SIMD3(seen.x, seen.y, max(seen.z, 0.05))
      let direction = (bounded * trust + SIMD3(0, 0, 1 - trust)).normalized
      return Gaze(center: center, direction: direction)
    }
    let left = gaze(Self.left)
    let right = gaze(Self.right)
    pose.leftEyeTransform = left.transform
    pose.rightEyeTransform = right.transform
    pose.lookAtPoint = SIMD3<Float>(Self.meeting(left, right))
  }

  /// The middle between the points where the two lines of gaze come closest; where they don't meet
  /// before the face, the middle between their points at ``farthest``.
  private static func meeting(_ a: Gaze, _ b: Gaze) -> SIMD3<Double> {
    let between = a.center - b.center
    let cosine = a.direction.dot(b.direction)
    let da = a.direction.dot(between)
    let db = b.direction.dot(between)
    let determinant = 1 - cosine * cosine
    var (alongA, alongB) = (farthest, farthest)
    if determinant > 1e-9 {
      let (s, t) = ((cosine * db - da) / determinant, (db - cosine * da) / determinant)
      if s > 0, t > 0 {
        alongA = min(max(s, nearest), farthest)
        alongB = min(max(t, nearest), farthest)
      }
    }
    return (a.center + a.direction * alongA + b.center + b.direction * alongB) / 2
  }
}
