import Foundation
import GuiseCore
import Testing

@testable import GuiseTracking

@Suite struct OneEuroFilterTests {
  /// The filter as its paper writes it, for one value.
  struct Scalar {
    var raw = 0.0, value = 0.0, speed = 0.0, isFresh = true

    mutating func apply(_ x: Double, step: Double, size: Double) -> Double {
      func alpha(_ cutoff: Double) -> Double { 1 / (1 + 1 / (2 * .pi * cutoff) / step) }
      if isFresh {
        isFresh = false
        (raw, value) = (x, x)
        return x
      }
      let a = alpha(1)
      speed = a * (x - raw) / size / step + (1 - a) * speed
      let b = alpha(0.05 + 80 * abs(speed))
      value = b * x + (1 - b) * value
      raw = x
      return value
    }
  }

  @Test func equalsPaper() {
    var filter = OneEuroFilter(count: 2)
    var scalar = Scalar()
    for frame in 0..<60 {
      let x = 100 + 20 * sin(Double(frame) / 9) + Double(frame * 7919 % 13) / 13
      let step = frame % 3 == 0 ? 0.05 : 1 / 30
      var landmarks = [SIMD3<Float>(Float(x), 5, 0), .zero]
      filter.apply(to: &landmarks, step: frame == 0 ? 0 : step, size: 120)
      let expected = scalar.apply(x, step: step, size: 120)
      #expect(abs(Double(landmarks[0].x) - expected) < 1e-3)
      #expect(abs(landmarks[0].y - 5) < 1e-5)
    }
  }

  /// A still face with noise shakes less by far; a moving one hardly lags (K13).
  @Test func calmsNoiseAndFollowsMotion() {
    var filter = OneEuroFilter(count: 1)
    var shake: Float = 0
    for frame in 0..<120 {
      let noise = Float(frame * 7919 % 17) / 17 - 0.5
      var landmarks = [SIMD3<Float>(200 + 0.4 * noise, 0, 0)]
      filter.apply(to: &landmarks, step: 1 / 30, size: 200)
      if frame > 60 { shake = max(shake, abs(landmarks[0].x - 200)) }
    }
    #expect(shake < 0.08)
    var lag: Float = 0
    for frame in 0..<30 {
      let place = 200 + 10 * Float(frame)
      var landmarks = [SIMD3<Float>(place, 0, 0)]
      filter.apply(to: &landmarks, step: 1 / 30, size: 200)
      lag = place - landmarks[0].x
    }
    #expect(lag < 1)
  }

  @Test func resetForgets() {
    var filter = OneEuroFilter(count: 1)
    var landmarks = [SIMD3<Float>(1, 2, 3)]
    filter.apply(to: &landmarks, step: 0, size: 10)
    filter.reset()
    landmarks = [SIMD3<Float>(100, 2, 3)]
    filter.apply(to: &landmarks, step: 1 / 30, size: 10)
    #expect(landmarks[0].x == 100)
  }
}

@Suite struct StreamClockTests {
  /// Equal, backward, negative and huge times (K20).
  @Test func onlyMovesForward() {
    var clock = StreamClock()
    #expect(clock.advance(to: .seconds(-5)) == 0)
    #expect(abs(clock.advance(to: .milliseconds(-4960)) - 0.04) < 1e-9)
    #expect(abs(clock.advance(to: .milliseconds(-4960)) - 0.04) < 1e-9)
    #expect(abs(clock.advance(to: .seconds(-100)) - 0.04) < 1e-9)
    #expect(abs(clock.advance(to: .milliseconds(-99_980)) - 0.02) < 1e-9)
    #expect(abs(clock.now - 0.14) < 1e-9)
    for time in [Duration.seconds(Int64.max), .seconds(Int64.min), .zero] {
      let before = clock.now
      #expect(clock.advance(to: time) > 0)
      #expect(clock.now >= before && clock.now.isFinite)
    }
  }
}

/// Ids, played with boxes instead of pictures.
@Suite struct TrackAssociationTests {
  /// A world of faces that a perfect detector and a perfect landmark model see.
  struct Stage {
    var association: TrackAssociation
    var now = 0.0

    init(limit: Int = 4) {
      association = TrackAssociation(limit: limit, memory: 1.5)
    }

    /// Plays a frame. A region shows the face whose centre is nearest, if it is in the region.
    ///
    /// - Returns: the faces' ids, by their centre's x.
    mutating func play(_ faces: [Bounds], detects: Bool = true) -> [(x: Float, id: Int)] {
      if detects {
        association.propose(
          faces.map {
            DetectorTests.detection(
              x: $0.center.x, y: $0.center.y, size: $0.size.x, score: 0.9)
          })
      }
      for track in association.tracks where track.isActive {
        let nearest = faces.min {
          ($0.center - track.region.center).length < ($1.center - track.region.center).length
        }
        track.sighting.isPresent = false
        guard let face = nearest, track.region.bounds.contains(face.center) else { continue }
        track.sighting.isPresent = true
        track.sighting.score = 1
        track.sighting.bounds = face
        track.sighting.landmarks = Self.landmarks(face)
      }
      _ = association.settle(now: now)
      for track in association.tracks where track.state == .tracked {
        track.update(now: now, step: 1 / 30, smoothing: .none)
      }
      now += 1 / 30
      return association.tracks.filter { $0.state == .tracked }
        .map { ($0.bounds.center.x, $0.id) }.sorted { $0.0 < $1.0 }
    }

    static func landmarks(_ face: Bounds) -> [SIMD3<Float>] {
      var points = [SIMD3<Float>](
        repeating: SIMD3(face.center, 0), count: FaceTopology.landmarkCount)
      points[0] = SIMD3(face.min, 0)
      points[1] = SIMD3(face.max, 0)
      points[33] = SIMD3(face.center - [10, 0], 0)
      points[263] = SIMD3(face.center + [10, 0], 0)
      return points
    }

    static func face(x: Float, y: Float = 200, size: Float = 100) -> Bounds {
      Bounds(min: [x - size / 2, y - size / 2], max: [x + size / 2, y + size / 2])
    }
  }

  /// Two faces pass each other, the right one behind: each has its id afterwards (K11).
  @Test func idsSurviveCrossing() {
    var stage = Stage()
    var ids: [(x: Float, id: Int)] = []
    for frame in 0..<90 {
      let left = Stage.face(x: 100 + 8 * Float(frame))
      let right = Stage.face(x: 820 - 8 * Float(frame), y: 210)
      // While they overlap, only the front one can be seen.
      let isHidden = left.intersectionOverUnion(right) > 0.3
      ids = stage.play(isHidden ? [left] : [left, right], detects: frame % 8 == 0 || isHidden)
      if frame == 5 { #expect(ids.map(\.id) == [1, 2]) }
    }
    _ = stage.play([Stage.face(x: 820), Stage.face(x: 100, y: 210)])
    #expect(ids.map(\.id) == [2, 1])
  }

  @Test func shortLossKeepsIDAndLongOneDoesNot() {
    var stage = Stage()
    let face = Stage.face(x: 300)
    #expect(stage.play([face]).map(\.id) == [1])
    for _ in 0..<20 { #expect(stage.play([]).isEmpty) }
    #expect(stage.play([Stage.face(x: 330)]).map(\.id) == [1])
    for _ in 0..<60 { _ = stage.play([]) }
    #expect(stage.play([face]).map(\.id) == [2])
  }

  @Test func elsewhereIsAnotherFace() {
    var stage = Stage()
    _ = stage.play([Stage.face(x: 300)])
    _ = stage.play([])
    #expect(stage.play([Stage.face(x: 900)]).map(\.id) == [2])
  }

  /// Two detections of one turned face make one track (K10).
  @Test func duplicatesAreOne() {
    var stage = Stage()
    _ = stage.play([Stage.face(x: 300)])
    for _ in 0..<3 {
      stage.association.propose([
        DetectorTests.detection(x: 345, y: 200, size: 90, score: 0.9)
      ])
      #expect(stage.play([Stage.face(x: 300)]).map(\.id) == [1])
    }
  }

  /// Tracked faces keep their places when there are more than are wanted.
  @Test func limitHolds() {
    var stage = Stage(limit: 2)
    let two = [Stage.face(x: 200), Stage.face(x: 500)]
    #expect(stage.play(two).count == 2)
    for _ in 0..<5 {
      #expect(stage.play([Stage.face(x: 800)] + two).map(\.id).sorted() == [1, 2])
    }
  }

  @Test func manyComeAndGo() {
    var stage = Stage(limit: 8)
    var seen = Set<Int>()
    for round in 0..<40 {
      let faces = (0..<8).map {
        Stage.face(x: 100 + 300 * Float($0), y: 200 + 400 * Float(round % 7))
      }
      let ids = stage.play(round % 3 == 2 ? [] : faces)
      #expect(Set(ids.map(\.id)).count == ids.count && ids.count <= 8)
      seen.formUnion(ids.map(\.id))
    }
    #expect(seen.count > 8)
  }
}
