import GuiseCore

/// Follows faces through a stream: looks for each where it was, for new ones with the detector.
final class StreamingTracker {
  private let models: FaceModels
  private let options: TrackingOptions
  private var association: TrackAssociation
  private var ring: AnchorRing
  private var clock = StreamClock()
  private var lastDetection = -Double.infinity
  private var wasFaceLost = false
  private var frameSize = SIMD2<Float>.zero

  init(_ models: FaceModels, options: TrackingOptions) {
    self.models = models
    self.options = options
    association = TrackAssociation(
      limit: options.maximumFaceCount, memory: options.tuning.memoryDuration.seconds,
      followsDetections: options.tuning.followsDetections)
    ring = AnchorRing(slots: 2 * options.maximumFaceCount)
  }

  func reset() {
    association.reset()
    clock = StreamClock()
    lastDetection = -.infinity
    wasFaceLost = false
  }

  func track(_ frame: Frame, camera: CameraIntrinsics) throws(TrackingError) -> [FaceAnchor] {
    if frame.displaySize != frameSize {
      // Regions of another picture size say nothing about this one.
      if frameSize != .zero { reset() }
      frameSize = frame.displaySize
    }
    let step = clock.advance(to: frame.time)
    let now = clock.now
    if isDetectionDue(now) {
      lastDetection = now
      let detections = try models.detector.detect(in: frame)
      association.propose(detections)
    }
    for track in association.tracks where track.isActive {
      let score = try models.landmarks.detect(
        in: frame, region: track.region, into: &track.sighting.landmarks)
      track.sighting.score = score
      track.sighting.isPresent = score > options.presenceThreshold
      track.sighting.brightness = models.landmarks.brightness()
      models.light?.read(from: models.landmarks, into: &track.sighting.skinColors)
      track.sighting.bounds = Bounds(ofLandmarks: track.sighting.landmarks)
    }
    wasFaceLost = association.settle(now: now)
    return try report(frame, camera: camera, now: now, step: step)
  }

  private func isDetectionDue(_ now: Double) -> Bool {
    let count = association.trackedCount
    guard count < options.maximumFaceCount else { return false }
    return count == 0 || wasFaceLost
      || now - lastDetection >= options.tuning.detectionInterval.seconds - 1e-6
  }

  /// The anchors of tracked faces, and of lost ones for a moment.
  private func report(
    _ frame: Frame, camera: CameraIntrinsics, now: Double, step: Double
  ) throws(TrackingError) -> [FaceAnchor] {
    ring.advance()
    if association.trackedCount > 0 { models.light?.begin(frame) }
    for (slot, track) in association.tracks.enumerated() where track.state == .tracked {
      track.update(now: now, step: step, smoothing: options.tuning.smoothing)
      track.anchor = FaceAnchor(
        id: track.id, score: track.sighting.score, brightness: track.sighting.brightness,
        landmarks: [])
      try models.fill(
        &track.anchor, with: &ring[slot], landmarks: track.sighting.landmarks,
        pixelAspectRatio: frame.pixelAspectRatio, camera: camera)
      if let light = models.light {
        track.takeLight(
          light.light(on: track.anchor, colors: track.sighting.skinColors), step: step)
      }
      ring.append(track.anchor)
    }
    var free = options.maximumFaceCount - association.trackedCount
    let hold = options.tuning.holdDuration.seconds
    for track in association.tracks where track.state == .lost && free > 0 {
      let presence = hold > 0 ? Float(1 - (now - track.lastSeen) / hold) : 0
      guard presence > 0 else { continue }
      var anchor = track.anchor
      anchor.isTracked = false
      anchor.presence = presence
      ring.append(anchor)
      free -= 1
    }
    return ring.finish()
  }
}
