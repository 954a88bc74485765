import GuiseCore

/// A face of a photo, in the space of ``Region``.
struct PhotoFace {
  /// 478 points.
  let landmarks: [SIMD3<Float>]
  /// Around the landmarks.
  let bounds: Bounds
  /// How sure the landmark model is, 0…1.
  let score: Float
  /// 0…1: ``FaceAnchor/brightness``.
  let brightness: Float
  /// Of its skin, for ``LightEstimator``; empty where nobody asked for the light.
  let skinColors: [SIMD3<Float>]

  /// Whether what is seen at `other` is this face, or too much hidden by it.
  func covers(_ other: Bounds) -> Bool { bounds.intersectionOverSmaller(other) > 0.5 }

  /// Whether both models see eyes, nose and mouth in the same places: within an eighth of the face's
  /// size. (Of 120 hints in pictures with and without faces, those of faces were within a tenth, and
  /// most mistakes beyond.)
  func agrees(with detection: FaceDetection) -> Bool {
    let limit = bounds.size.max() / 8
    let pairs: [(keypoint: Int, landmarks: [Int])] = [
      (0, [33, 133]), (1, [263, 362]), (2, [4]), (3, [13, 14]),
    ]
    return pairs.allSatisfy { keypoint, indices in
      let sum = indices.reduce(SIMD2<Float>.zero) { $0 + landmarks[$1].xy }
      return (sum / Float(indices.count) - detection.keypoints[keypoint]).length < limit
    }
  }
}

extension FaceModels {
  /// The face in `region`, where the landmark model sees one.
  func face(
    in region: Region, of frame: borrowing Frame, options: TrackingOptions
  ) throws(TrackingError) -> PhotoFace? {
    var landmarks = [SIMD3<Float>](repeating: .zero, count: FaceTopology.landmarkCount)
    let score = try self.landmarks.detect(in: frame, region: region, into: &landmarks)
    guard score > options.presenceThreshold else { return nil }
    var skinColors: [SIMD3<Float>] = []
    light?.read(from: self.landmarks, into: &skinColors)
    return PhotoFace(
      landmarks: landmarks, bounds: Bounds(ofLandmarks: landmarks), score: score,
      brightness: self.landmarks.brightness(), skinColors: skinColors)
  }
}
