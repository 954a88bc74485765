import Foundation
import GuiseCore
import TestSupport
import Testing

@testable import GuiseTracking

/// The filter of streams beside the reference's, on a made-up face of 200 pixels.
@Suite struct ShapeFilterTests {
  private static let size: Float = 200
  private static let count = 478

  /// Points spread over a square, as a face's are.
  private static let face: [SIMD3<Float>] = {
    var random = FixedRandom(seed: 1)
    return (0..<count).map { _ in
      SIMD3(
        .random(in: -100...100, using: &random), .random(in: -100...100, using: &random),
        .random(in: -30...30, using: &random))
    }
  }()

  /// The error of both filters, pixels, root mean square from frame 60 on.
  private func errors(
    noise: Float, place: (_ frame: Int) -> Transform2D
  ) -> (shape: Float, reference: Float) {
    var (shape, reference) = (ShapeFilter(), OneEuroFilter())
    var random = FixedRandom(seed: 2)
    var sums: (shape: Float, reference: Float) = (0, 0)
    for frame in 0..<120 {
      let truth = Self.face.map { place(frame).apply($0) }
      let seen = truth.map { point in
        point
          + SIMD3(
            .random(in: -noise...noise, using: &random),
            .random(in: -noise...noise, using: &random), 0)
      }
      var (a, b) = (seen, seen)
      shape.apply(to: &a, step: frame == 0 ? 0 : 1 / 30, size: Self.size)
      reference.apply(to: &b, step: frame == 0 ? 0 : 1 / 30, size: Self.size)
      guard frame >= 60 else { continue }
      for index in truth.indices {
        sums.shape += (a[index].xy - truth[index].xy).squaredLength / Float(60 * Self.count)
        sums.reference += (b[index].xy - truth[index].xy).squaredLength / Float(60 * Self.count)
      }
    }
    return (sums.shape.squareRoot(), sums.reference.squareRoot())
  }

  private struct Transform2D {
    var turn: Float = 0
    var scale: Float = 1
    var shift: SIMD2<Float> = [400, 300]

    func apply(_ p: SIMD3<Float>) -> SIMD3<Float> {
      let (c, s) = (cos(turn) * scale, sin(turn) * scale)
      return [p.x * c - p.y * s + shift.x, p.x * s + p.y * c + shift.y, p.z * scale]
    }
  }

  /// A still face shakes at most half as much, from frame to frame, as with the reference's filter
  /// (K13).
  @Test func stillFaceIsCalm() {
    var (shape, reference) = (ShapeFilter(), OneEuroFilter())
    var (lastShape, lastReference) = (Self.face, Self.face)
    var random = FixedRandom(seed: 3)
    var shake: (shape: Float, reference: Float) = (0, 0)
    for frame in 0..<120 {
      let seen = Self.face.map { point in
        SIMD3(
          point.x + .random(in: -0.15...0.15, using: &random),
          point.y + .random(in: -0.15...0.15, using: &random), point.z)
      }
      var (a, b) = (seen, seen)
      shape.apply(to: &a, step: frame == 0 ? 0 : 1 / 30, size: Self.size)
      reference.apply(to: &b, step: frame == 0 ? 0 : 1 / 30, size: Self.size)
      if frame >= 60 {
        for index in a.indices {
          shake.shape += (a[index].xy - lastShape[index].xy).squaredLength
          shake.reference += (b[index].xy - lastReference[index].xy).squaredLength
        }
      }
      (lastShape, lastReference) = (a, b)
    }
    #expect(shake.shape < shake.reference / 4)
  }

  /// A face that moves, turns or grows, slowly or fast, is followed at least twice as well.
  @Test(arguments: [Float(12), 40, 120])
  func movingFaceIsFollowed(reach: Float) {
    let errors = errors(noise: 0.1) { frame in
      let phase = sin(2 * .pi * Float(frame) / 60)
      return Transform2D(
        turn: phase * reach / 400, scale: 1 + phase * reach / 800,
        shift: [400 + reach * phase, 300])
    }
    #expect(errors.shape < errors.reference / 2)
  }

  /// A lid that shuts within two frames is shut in the next, in a face that is still otherwise.
  @Test func blinkPasses() {
    var filter = ShapeFilter()
    for frame in 0..<60 {
      var points = Self.face
      if frame >= 50 { points[159].y += min(Float(frame - 49), 2) * 4 }
      filter.apply(to: &points, step: 1 / 30, size: Self.size)
      let way = points[159].y - Self.face[159].y
      if frame < 50 { #expect(abs(way) < 0.01) }
      if frame == 52 { #expect(way > 7) }
    }
  }

  /// A face that comes to rest stays where it is at once.
  @Test func restIsReachedAtOnce() {
    var filter = ShapeFilter()
    for frame in 0..<60 {
      let shift = 8 * Float(min(frame, 30))
      var points = Self.face.map { $0 + SIMD3(shift, 0, 0) }
      filter.apply(to: &points, step: 1 / 30, size: Self.size)
      if frame >= 34 { #expect(abs(points[0].x - Self.face[0].x - 240) < 0.1) }
    }
  }

  /// Points without extent do no harm.
  @Test func collapsedFaceIsHarmless() {
    var filter = ShapeFilter(count: 3)
    for _ in 0..<3 {
      var points = [SIMD3<Float>](repeating: [5, 5, 0], count: 3)
      filter.apply(to: &points, step: 1 / 30, size: 10)
      #expect(points.allSatisfy { $0.x == 5 && $0.y == 5 })
    }
  }

  @Test func resetForgets() {
    var filter = ShapeFilter()
    var points = Self.face
    filter.apply(to: &points, step: 0, size: Self.size)
    filter.reset()
    points = Self.face.map { $0 * 2 + 7 }
    let expected = points
    filter.apply(to: &points, step: 1 / 30, size: 2 * Self.size)
    for (a, b) in zip(points, expected) { #expect((a - b).length < 0.001 || a == b) }
  }
}

extension SIMD2<Float> {
  fileprivate var squaredLength: Float { x * x + y * y }
}
