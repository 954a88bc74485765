/// One face in one frame: where it is, how it is shaped and what it expresses.
///
/// Face space is right-handed, metres: origin in the head, +x the face's own left, +y up, +z out of
/// the face. ``transform`` maps it to camera space.
public struct FaceAnchor: Sendable {
  /// Stays with a face while it is tracked, also through a short loss; never reused in a run.
  public var id: Int
  /// Whether the face was seen in this frame; false while a lost face is held for a moment.
  public var isTracked: Bool
  /// How sure the landmark model is that there is a face, 0…1.
  public var score: Float
  /// 1 for a tracked face; falls to 0 while a lost one is held. Layers multiply their opacity by it.
  public var presence: Float
  /// How bright the lit parts of the face are in the picture: luma as it is coded, 0…1, that nine
  /// tenths of the face do not reach. By itself it tells little of a face's colour: skin of any colour
  /// has highlights. Nil where it was not measured.
  public var brightness: Float?
  /// The light on the face; nil where the tracker was not asked for it.
  public var lightEstimate: LightEstimate?
  /// 478 points in the picture: x and y in pixels (origin top left, centres at .5), z in the same
  /// scale, toward the camera negative, relative to the head's centre.
  public var landmarks: [SIMD3<Float>]
  /// Nil where the tracker was not asked for the pose.
  public var geometry: FaceGeometry?
  /// Face space → camera space.
  public var transform: Transform
  /// Nil where the tracker was not asked for blend shapes.
  public var blendShapes: BlendShapes?
  /// Eye space → face space: origin in the eyeball's centre, +z out of the pupil.
  public var leftEyeTransform: Transform
  /// Eye space → face space: origin in the eyeball's centre, +z out of the pupil.
  public var rightEyeTransform: Transform
  /// Where both eyes look, in face space, metres.
  public var lookAtPoint: SIMD3<Float>

  public init(
    id: Int, isTracked: Bool = true, score: Float = 1, presence: Float = 1,
    brightness: Float? = nil, lightEstimate: LightEstimate? = nil, landmarks: [SIMD3<Float>],
    geometry: FaceGeometry? = nil, transform: Transform = .identity,
    blendShapes: BlendShapes? = nil, leftEyeTransform: Transform = .identity,
    rightEyeTransform: Transform = .identity, lookAtPoint: SIMD3<Float> = [0, 0, 1]
  ) {
    self.id = id
    self.isTracked = isTracked
    self.score = score
    self.presence = presence
    self.brightness = brightness
    self.lightEstimate = lightEstimate
    self.landmarks = landmarks
    self.geometry = geometry
    self.transform = transform
    self.blendShapes = blendShapes
    self.leftEyeTransform = leftEyeTransform
    self.rightEyeTransform = rightEyeTransform
    self.lookAtPoint = lookAtPoint
  }
}
