/// Decides which face is which: new ones, those seen twice, lost ones that come back.
///
///     association.propose(detections)
///     for track in association.tracks where track.isActive { track.sighting = … }
///     association.settle(now: now)
struct TrackAssociation {
  /// As many as can be tracked and remembered; most are free.
  let tracks: [FaceTrack]

  private let limit: Int
  private let memory: Double
  private let followsDetections: Bool
  private var nextID = 1

  /// A detection of which more lies on a tracked face is that face.
  static let coverThreshold: Float = 0.6
  /// A face that is found again is at most so far from where it should be, in face sizes.
  static let reunionDistance: Float = 1

  /// - Parameters:
  ///   - limit: faces that are tracked at most.
  ///   - memory: seconds for which a lost face keeps its id.
  ///   - followsDetections: see ``TrackingOptions/Tuning``.
  init(limit: Int, memory: Double, followsDetections: Bool = false) {
    self.followsDetections = followsDetections
    self.limit = limit
    self.memory = memory
    tracks = (0..<2 * limit).map { _ in FaceTrack() }
  }

  var trackedCount: Int { tracks.count { $0.state == .tracked } }

  /// Forgets all faces. Ids go on counting.
  func reset() {
    for track in tracks { track.free() }
  }

  /// Makes candidates of what the detector saw and nobody tracks yet, best first, while there is room.
  func propose(_ detections: [FaceDetection]) {
    var room = limit - trackedCount
    for detection in detections where room > 0 {
      let region = detection.region
      if followsDetections, let track = tracks.first(where: { $0.isSeen(in: region) }) {
        track.move(to: region)
        continue
      }
      let isKnown = tracks.contains { track in
        track.isSeen(in: region)
          || track.state == .tracked
            && track.bounds.overlap(detection.bounds)
              > Self.coverThreshold * detection.bounds.area
      }
      guard !isKnown, let track = freeTrack() else { continue }
      track.propose(region)
      room -= 1
    }
  }

  /// Takes in what the landmark model said of all active tracks.
  ///
  /// - Returns: whether a tracked face was lost.
  mutating func settle(now: Double) -> Bool {
    var wasLost = false
    func drop(_ track: FaceTrack) {
      if track.state == .tracked {
        track.lose()
        wasLost = true
      } else {
        track.free()
      }
    }
    for track in tracks where track.isActive && !track.sighting.isPresent { drop(track) }
    for (index, first) in tracks.enumerated() {
      for second in tracks[(index + 1)...] where first.isActive && second.isActive {
        guard Self.areOne(first.sighting.bounds, second.sighting.bounds) else { continue }
        drop(Self.impostor(first, second, now: now))
      }
    }
    reunite(now: now)
    for track in tracks where track.state == .candidate {
      track.begin(id: nextID, now: now)
      nextID += 1
    }
    for track in tracks where track.state == .lost && now - track.lastSeen > memory {
      track.free()
    }
    return wasLost
  }

  /// Whether two sets of landmarks with these bounds are of one face.
  static func areOne(_ a: Bounds, _ b: Bounds) -> Bool {
    a.intersectionOverUnion(b) > 0.5 || a.intersectionOverSmaller(b) > 0.8
  }

  /// Which of two tracks that see one face is not the one whose face it is.
  private static func impostor(_ a: FaceTrack, _ b: FaceTrack, now: Double) -> FaceTrack {
    switch (a.state, b.state) {
    case (.tracked, .candidate): return b
    case (.candidate, .tracked): return a
    case (.candidate, .candidate): return a.sighting.score >= b.sighting.score ? b : a
    default:
      return a.distance(to: a.sighting.bounds, at: now)
        <= b.distance(to: b.sighting.bounds, at: now) ? b : a
    }
  }

  /// Gives candidates the ids of lost faces that they are, the nearest pairs first.
  private func reunite(now: Double) {
    while true {
      var best: (candidate: FaceTrack, lost: FaceTrack)?
      var bestDistance = Self.reunionDistance
      for lost in tracks where lost.state == .lost {
        for candidate in tracks where candidate.state == .candidate {
          let bounds = candidate.sighting.bounds
          let distance = lost.distance(to: bounds, at: now)
          guard distance < bestDistance, lost.isSimilarInSize(to: bounds) else { continue }
          bestDistance = distance
          best = (candidate, lost)
        }
      }
      guard let (candidate, lost) = best else { return }
      candidate.begin(id: lost.id, now: now)
      lost.free()
    }
  }

  /// A free one; else the one that was lost first.
  private func freeTrack() -> FaceTrack? {
    if let free = tracks.first(where: { $0.state == .free }) { return free }
    let oldest = tracks.filter { $0.state == .lost }.min { $0.lastSeen < $1.lastSeen }
    oldest?.free()
    return oldest
  }
}
