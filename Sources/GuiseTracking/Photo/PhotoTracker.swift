import GuiseCore

/// Finds all faces of a photo: first on the whole picture, as the reference does, then, finer, on
/// tiles of it.
final class PhotoTracker {
  private let models: FaceModels
  private let options: TrackingOptions

  init(_ models: FaceModels, options: TrackingOptions) {
    self.models = models
    self.options = options
  }

  func track(_ frame: Frame, camera: CameraIntrinsics) throws(TrackingError) -> [FaceAnchor] {
    var faces: [Face] = []
    for detection in try models.detector.detect(in: frame) {
      try add(detection.region, of: frame, to: &faces)
    }
    var anchors: [FaceAnchor] = []
    for (index, face) in faces.enumerated() {
      var anchor = FaceAnchor(id: index + 1, score: face.score, landmarks: [])
      var storage = AnchorStorage()
      try models.fill(
        &anchor, with: &storage, landmarks: face.landmarks,
        pixelAspectRatio: frame.pixelAspectRatio, camera: camera)
      anchors.append(anchor)
    }
    return anchors
  }

  private struct Face {
    var landmarks: [SIMD3<Float>]
    var bounds: Bounds
    var score: Float
  }

  private func add(
    _ region: Region, of frame: Frame, to faces: inout [Face]
  ) throws(TrackingError) {
    guard faces.count < options.maximumFaceCount else { return }
    var landmarks = [SIMD3<Float>](repeating: .zero, count: FaceTopology.landmarkCount)
    let answer = try models.landmarks.detect(in: frame, region: region, into: &landmarks)
    guard answer.score > options.presenceThreshold else { return }
    let bounds = Bounds(ofLandmarks: landmarks)
    guard !faces.contains(where: { TrackAssociation.areOne($0.bounds, bounds) }) else { return }
    faces.append(Face(landmarks: landmarks, bounds: bounds, score: answer.score))
  }
}
