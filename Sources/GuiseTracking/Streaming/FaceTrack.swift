import GuiseCore

/// One face that is followed through a stream, or that was lost a moment ago. Made once and used
/// again for other faces.
final class FaceTrack {
  enum State: Hashable {
    case free
    /// The detector saw something; the landmark model has not looked yet.
    case candidate
    case tracked
    case lost
  }

  private(set) var state = State.free
  private(set) var id = 0
  /// Where to look for it in the next frame.
  private(set) var region = Region(center: .zero, size: .zero)
  /// Around its landmarks when it was last seen.
  private(set) var bounds = Bounds(min: .zero, max: .zero)
  /// Of its centre, per second, in the space of ``Region``.
  private(set) var velocity = SIMD2<Float>.zero
  /// Seconds on the stream's clock.
  private(set) var lastSeen = 0.0

  /// What the landmark model says in this frame; taken over after duplicates are found.
  var sighting = Sighting()
  /// The anchor of the last frame in which it was seen.
  var anchor = FaceAnchor(id: 0, landmarks: [])

  private var filter = ShapeFilter()
  private var referenceFilter = OneEuroFilter()
  /// Averaged over the time that the face has been tracked.
  private var light: FaceLight?

  struct Sighting {
    /// In the space of ``Region``; smoothed by ``FaceTrack/update(now:step:smoothing:)``.
    var landmarks = [SIMD3<Float>](repeating: .zero, count: FaceTopology.landmarkCount)
    /// Around the landmarks, unsmoothed.
    var bounds = Bounds(min: .zero, max: .zero)
    /// 0…1.
    var score: Float = 0
    /// 0…1: ``FaceAnchor/brightness``.
    var brightness: Float = 0
    /// Of the skin, for ``LightEstimator``; empty where nobody asked for the light.
    var skinColors: [SIMD3<Float>] = []
    var isPresent = false
  }

  /// Whether the landmark model looks for it in this frame.
  var isActive: Bool { state == .tracked || state == .candidate }

  func propose(_ region: Region) {
    precondition(state == .free)
    state = .candidate
    self.region = region
  }

  /// Looks elsewhere for the same face.
  func move(to region: Region) { self.region = region }

  /// Two regions whose bounds overlap by more (intersection over union) hold one face (MediaPipe's
  /// `AssociationNormRectCalculator` with min_tracking_confidence 0.5).
  static let regionOverlapThreshold: Float = 0.5

  /// Whether the face in `region` is the one that is looked for here.
  func isSeen(in region: Region) -> Bool {
    isActive
      && self.region.bounds.intersectionOverUnion(region.bounds) > Self.regionOverlapThreshold
  }

  /// A candidate that proved to be a face becomes a tracked one.
  func begin(id: Int, now: Double) {
    precondition(state == .candidate)
    state = .tracked
    self.id = id
    velocity = .zero
    bounds = sighting.bounds
    lastSeen = now
    filter.reset()
    referenceFilter.reset()
    light = nil
  }

  func lose() { state = .lost }

  func free() {
    state = .free
    anchor.landmarks = []
    anchor.geometry = nil
  }

  /// Takes the sighting over: next region, velocity; smooths its landmarks.
  ///
  /// - Parameter step: seconds since the last frame; 0 where there was none.
  func update(now: Double, step: Double, smoothing: TrackingOptions.Tuning.Smoothing) {
    let elapsed = now - lastSeen
    if elapsed > 0 {
      let measured = (sighting.bounds.center - bounds.center) / Float(elapsed)
      velocity = (velocity + measured) / 2
    }
    bounds = sighting.bounds
    lastSeen = now
    region = Region(around: sighting.landmarks)
    let size = (bounds.size.x + bounds.size.y) / 2
    switch smoothing {
    case .shape: filter.apply(to: &sighting.landmarks, step: step, size: size)
    case .reference: referenceFilter.apply(to: &sighting.landmarks, step: step, size: size)
    case .none: break
    }
  }

  /// Gives the anchor the light that was measured on it, without what changes faster than light does.
  ///
  /// - Parameters:
  ///   - measured: nil where it could not be measured; the last one then goes on.
  ///   - step: seconds since the last frame.
  func takeLight(_ measured: FaceLight?, step: Double) {
    if let measured {
      if light == nil { light = measured } else { light?.approach(measured, step: step) }
    }
    anchor.lightEstimate = light?.estimate
  }

  /// How far a face at `other` is from where this one should be, in face sizes, if it goes on as it
  /// went (for half a second at most).
  func distance(to other: Bounds, at now: Double) -> Float {
    let expected = bounds.center + velocity * Float(min(max(now - lastSeen, 0), 0.5))
    return (other.center - expected).length / max(bounds.size.max(), 1)
  }

  /// Whether a face at `other` has a size that this one may have got.
  func isSimilarInSize(to other: Bounds) -> Bool {
    (0.5...2).contains(other.size.max() / max(bounds.size.max(), 1))
  }
}
