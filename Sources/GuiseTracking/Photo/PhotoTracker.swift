import GuiseCore

/// Finds all faces of a photo: first on the whole picture, as the reference does, then, finer, on
/// tiles of it.
///
/// The detector sees 128 × 128 pixels, so on the whole picture it misses faces of less than about an
/// eighth of its side. The second pass adds those; the faces of the first stay as they were.
final class PhotoTracker {
  private let models: FaceModels
  private let options: TrackingOptions

  init(_ models: FaceModels, options: TrackingOptions) {
    self.models = models
    self.options = options
  }

  func track(_ frame: Frame, camera: CameraIntrinsics) throws(TrackingError) -> [FaceAnchor] {
    var faces: [PhotoFace] = []
    for detection in try models.detector.detect(in: frame) {
      guard let face = try look(in: detection.region, of: frame) else { continue }
      add(face, to: &faces)
    }
    if options.tuning.searchesTiles { try searchTiles(of: frame, adding: &faces) }
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

  /// Tiles across the longer side, level by level, and the largest that are always searched.
  static let tilesAcross: [Float] = [2, 5, 12]
  /// A level with smaller tiles, in pixels, is left out: its faces would have a dozen pixels.
  static let smallestTile: Float = 128

  private func searchTiles(
    of frame: Frame, adding faces: inout [PhotoFace]
  ) throws(TrackingError) {
    let longSide = frame.displaySize.max()
    for (index, across) in Self.tilesAcross.enumerated() {
      let side = longSide / across
      guard side >= Self.smallestTile, faces.count < options.maximumFaceCount else { return }
      let count = faces.count
      for detection in try detections(on: TileLevel(frame, tileSide: side)) {
        guard !faces.contains(where: { $0.isSame(as: detection) }) else { continue }
        // The landmark model looks twice: where the detector pointed, and where it then saw the face
        // itself, which a mistake does not survive.
        guard let first = try look(in: detection.region, of: frame),
          let face = try look(in: Region(around: first.landmarks), of: frame),
          TrackAssociation.areOne(first.bounds, face.bounds)
        else { continue }
        add(face, to: &faces)
      }
      // Ever smaller faces are looked for where the last size was found, or nothing was so far.
      if index > 0, faces.count == count, !faces.isEmpty { return }
    }
  }

  /// What the detector sees on the tiles of a level, the best of those that overlap.
  private func detections(on level: TileLevel) throws(TrackingError) -> [FaceDetection] {
    var found: [FaceDetection] = []
    for row in level.rows {
      for column in level.columns {
        found += try models.detector.detect(in: level.region(column: column, row: row)) {
          level.copy(column: column, row: row, to: &$0)
        }
      }
    }
    found.sortStably { $0.score > $1.score }
    var kept: [FaceDetection] = []
    for detection in found
    where !kept.contains(where: { $0.bounds.intersectionOverUnion(detection.bounds) > 0.3 }) {
      kept.append(detection)
    }
    return kept
  }

  /// The face in `region`, where the landmark model sees one.
  private func look(in region: Region, of frame: Frame) throws(TrackingError) -> PhotoFace? {
    var landmarks = [SIMD3<Float>](repeating: .zero, count: FaceTopology.landmarkCount)
    let answer = try models.landmarks.detect(in: frame, region: region, into: &landmarks)
    guard answer.score > options.presenceThreshold else { return nil }
    return PhotoFace(
      landmarks: landmarks, bounds: Bounds(ofLandmarks: landmarks), score: answer.score)
  }

  private func add(_ face: PhotoFace, to faces: inout [PhotoFace]) {
    guard faces.count < options.maximumFaceCount,
      !faces.contains(where: { TrackAssociation.areOne($0.bounds, face.bounds) })
    else { return }
    faces.append(face)
  }
}

/// A face of a photo, in the space of ``Region``.
private struct PhotoFace {
  var landmarks: [SIMD3<Float>]
  var bounds: Bounds
  /// 0…1.
  var score: Float

  func isSame(as detection: FaceDetection) -> Bool {
    bounds.intersectionOverSmaller(detection.bounds) > 0.6
  }
}
