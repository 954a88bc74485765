/// A face that the detector saw.
struct FaceDetection: Hashable, Sendable {
  var bounds: Bounds
  /// The person's right eye, left eye, nose tip, mouth, right ear and left ear.
  var keypoints: Keypoints
  /// 0…1.
  var score: Float

  /// Six points as columns.
  struct Keypoints: Hashable, Sendable {
    var x: SIMD8<Float> = .zero
    var y: SIMD8<Float> = .zero

    static let count = 6

    subscript(index: Int) -> SIMD2<Float> {
      get { [x[index], y[index]] }
      set { (x[index], y[index]) = (newValue.x, newValue.y) }
    }
  }

  /// The region that the landmark model wants: the box half as large again, turned so that the eyes
  /// are level.
  var region: Region {
    Region(
      center: bounds.center, size: bounds.size * 1.5,
      rotation: Region.rotation(from: keypoints[0], to: keypoints[1]))
  }

  /// Moves it from fractions of a square region to the space of the region.
  func placed(in region: Region) -> FaceDetection {
    let origin = region.center - region.size / 2
    var detection = self
    detection.bounds = Bounds(
      min: origin + bounds.min * region.size, max: origin + bounds.max * region.size)
    for index in 0..<Keypoints.count {
      detection.keypoints[index] = origin + keypoints[index] * region.size
    }
    return detection
  }
}
