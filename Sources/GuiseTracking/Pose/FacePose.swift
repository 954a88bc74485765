import GuiseCore

/// What the geometry of a face's landmarks tells: where the head is, how the face is shaped, and
/// where the eyes look. Made once and filled again for each frame, so that nothing is allocated.
struct FacePose: Sendable {
  /// Face space → camera space, metres; a rotation and a translation.
  var transform: Transform
  /// 468 positions in face space, metres. Mapped by ``transform`` and projected by the camera they
  /// lie on the landmarks.
  var vertices: [SIMD3<Float>]
  /// Eye space → face space: origin in the eyeball's centre, +z out of the pupil, +y up.
  var leftEyeTransform: Transform
  /// Eye space → face space: origin in the eyeball's centre, +z out of the pupil, +y up.
  var rightEyeTransform: Transform
  /// Where both eyes look, in face space, metres.
  var lookAtPoint: SIMD3<Float>

  /// A face at the camera's place, without a shape.
  init() {
    transform = .identity
    vertices = Array(repeating: .zero, count: FaceTopology.vertexCount)
    leftEyeTransform = .identity
    rightEyeTransform = .identity
    lookAtPoint = [0, 0, 1]
  }
}
