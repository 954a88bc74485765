import GuiseCore

/// The finer search of a photo for faces that are too small for the detector on the whole picture.
///
/// The detector sees 128 × 128 pixels and is sure of faces from about an eighth of that side on; of
/// smaller ones, down to a fifteenth, it has a faint idea. So square tiles of the picture are searched,
/// with half overlap, for faint ideas; each is looked at again at the scale that suits it, and a
/// face must then convince both models: noise that looks like a face at one scale, to one model, does
/// not.
final class TileSearch {
  /// Tiles across the longer side. The first two levels are always searched.
  static let tilesAcross: [Float] = [2, 5, 12]
  /// A level with smaller tiles, in pixels, is left out: its faces would be too small for landmarks.
  static let smallestTile: Float = 72
  /// A level whose new faces are smaller than this fraction of its tiles is followed by the next.
  static let limitOfLevel: Float = 0.1
  /// A faint idea, as a fraction of the wanted detection score.
  static let faintness: Float = 0.4
  /// The side of the square in which a face is looked at again, in sizes of its box.
  static let zoom: Float = 2.5

  private let models: FaceModels
  private let options: TrackingOptions

  init(_ models: FaceModels, options: TrackingOptions) {
    self.models = models
    self.options = options
  }

  /// Adds the faces that are not among `faces`, which stay as they are.
  func search(_ frame: Frame, adding faces: inout [PhotoFace]) throws(TrackingError) {
    let longSide = frame.displaySize.max()
    for (index, across) in Self.tilesAcross.enumerated() {
      let side = longSide / across
      guard side >= Self.smallestTile, faces.count < options.maximumFaceCount else { return }
      let known = faces.count
      let level = TileLevel(frame, tileSide: side)
      for hint in try hints(on: level, beside: faces) {
        guard faces.count < options.maximumFaceCount else { return }
        guard !faces.contains(where: { $0.covers(hint.bounds) }),
          let face = try confirm(hint, in: frame),
          !faces.contains(where: { $0.covers(face.bounds) })
        else { continue }
        faces.append(face)
      }
      // Ever smaller faces are looked for where nothing was found so far, or the last were at the
      // limit of what was seen.
      let areAtLimit = faces[known...].contains {
        $0.bounds.size.max() < Self.limitOfLevel * side
      }
      guard index == 0 || faces.isEmpty || areAtLimit else { return }
    }
  }

  /// What the detector faintly sees on the tiles of a level, the best of those that overlap, best
  /// first. Tiles that show but a part of a known face are left out.
  private func hints(
    on level: TileLevel, beside faces: [PhotoFace]
  ) throws(TrackingError) -> [FaceDetection] {
    var found: [FaceDetection] = []
    for row in level.rows {
      for column in level.columns {
        let region = level.region(column: column, row: row)
        let bounds = region.bounds
        guard !faces.contains(where: { $0.bounds.overlap(bounds) > 0.9 * bounds.area }) else {
          continue
        }
        found += try models.detector.detect(
          in: region, threshold: options.detectionThreshold * Self.faintness
        ) { level.copy(column: column, row: row, to: &$0) }
      }
    }
    found.sort { $0.score > $1.score }
    var kept: [FaceDetection] = []
    for hint in found
    where !kept.contains(where: { $0.bounds.intersectionOverUnion(hint.bounds) > 0.3 }) {
      kept.append(hint)
    }
    return kept
  }

  /// The face that a hint was of; nil where there is none.
  private func confirm(
    _ hint: FaceDetection, in frame: Frame
  ) throws(TrackingError) -> PhotoFace? {
    // The box of a small face is too large: the second look is at the right scale.
    guard
      let first = try look(at: hint, in: frame, { hint.bounds.contains($0.bounds.center) }),
      let detection = try look(
        at: first, in: frame, { $0.bounds.intersectionOverUnion(first.bounds) > 0.3 }),
      detection.score >= min(options.detectionThreshold * 1.2, 1)
    else { return nil }
    guard let seen = try models.face(in: detection.region, of: frame, options: options),
      let face = try models.face(
        in: Region(around: seen.landmarks), of: frame, options: options)
    else { return nil }
    let isSure = min(seen.score, face.score) >= max(0.9, options.presenceThreshold)
    return isSure && seen.agrees(with: detection) && face.agrees(with: detection) ? face : nil
  }

  /// The best detection around another one that meets a condition.
  private func look(
    at detection: FaceDetection, in frame: Frame, _ condition: (FaceDetection) -> Bool
  ) throws(TrackingError) -> FaceDetection? {
    let region = Region(
      center: detection.bounds.center,
      size: SIMD2(repeating: detection.bounds.size.max() * Self.zoom))
    let size = FaceDetector.inputSize
    return try models.detector.detect(in: region, threshold: options.detectionThreshold) {
      RegionSampler.sample(
        frame, region: region, width: size, height: size, border: .black,
        range: FaceDetector.inputRange, into: &$0)
    }.first(where: condition)
  }
}
