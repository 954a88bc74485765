import GuiseCore

/// Finds all faces of a photo: first on the whole picture, as the reference does, then, finer, on
/// tiles of it. The faces of the first pass stay as they were.
final class PhotoTracker {
  private let models: FaceModels
  private let options: TrackingOptions
  private let tiles: TileSearch

  init(_ models: FaceModels, options: TrackingOptions) {
    self.models = models
    self.options = options
    tiles = TileSearch(models, options: options)
  }

  func track(_ frame: Frame, camera: CameraIntrinsics) throws(TrackingError) -> [FaceAnchor] {
    var faces: [PhotoFace] = []
    for detection in try models.detector.detect(in: frame)
    where faces.count < options.maximumFaceCount {
      guard let face = try models.face(in: detection.region, of: frame, options: options),
        !faces.contains(where: { TrackAssociation.areOne($0.bounds, face.bounds) })
      else { continue }
      faces.append(face)
    }
    if options.tuning.searchesTiles { try tiles.search(frame, adding: &faces) }
    models.light?.begin(frame)
    var anchors: [FaceAnchor] = []
    for (index, face) in faces.enumerated() {
      var anchor = FaceAnchor(
        id: index + 1, score: face.score, brightness: face.brightness, landmarks: [])
      var storage = AnchorStorage()
      try models.fill(
        &anchor, with: &storage, landmarks: face.landmarks,
        pixelAspectRatio: frame.pixelAspectRatio, camera: camera)
      anchor.lightEstimate = models.light?.light(on: anchor, colors: face.skinColors)?.estimate
      anchors.append(anchor)
    }
    return anchors
  }
}
