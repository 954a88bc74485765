import Foundation
import GuiseCore

/// Smooths the landmarks of one face in two parts: where the face is, and what shape it has.
///
/// All landmarks together say where it is, how large and how turned (a similarity), with far less
/// noise than any one of them. So a slight motion of the whole face is known at once and followed
/// without lag, while each landmark, seen from the face, moves but with the expression and can be
/// held still. What is seen from the face is its shape: 478 points in sizes of the face.
///
/// Both parts have a low-pass filter whose cutoff rises with the cube of the speed, in face sizes per
/// second: noise, which is slow, is all but taken out, and a blink, which is not, passes. A part that
/// comes to rest is averaged over the time it has rested, so that it stands still at once instead of
/// creeping to its place. Documentation/Tracking.md compares it with the reference's filter.
struct ShapeFilter {
  /// How one part is smoothed.
  struct Response {
    /// Hz: the cutoff of what does not move.
    var minimumCutoff: Double
    /// Hz per (face sizes per second)³.
    var steepness: Double
    /// Hz: the cutoff of the speed.
    var speedCutoff: Double
  }

  static let place = Response(minimumCutoff: 0.05, steepness: 50_000, speedCutoff: 3)
  static let shape = Response(minimumCutoff: 0.05, steepness: 50_000, speedCutoff: 2)
  /// How far from its middle a turning or growing face is taken to move, in face sizes.
  static let radius = 0.35

  private var isFresh = true
  private var frequency = StreamClock.assumedFrequency

  /// As measured in the last frame, smoothed, and the smoothed change per second relative to size.
  private var measured = Similarity()
  private var smooth = Similarity()
  private var speed = Similarity(turn: .zero, origin: .zero)
  private var gain = 1.0

  /// For each landmark, seen from the face.
  private var shape: [SIMD3<Float>]
  private var lastShape: [SIMD3<Float>]
  private var shapeSpeed: [SIMD2<Float>]
  private var shapeGain: [Float]

  init(count: Int = FaceTopology.landmarkCount) {
    shape = Array(repeating: .zero, count: count)
    lastShape = shape
    shapeSpeed = Array(repeating: .zero, count: count)
    shapeGain = Array(repeating: 1, count: count)
  }

  /// Forgets what it saw.
  mutating func reset() {
    isFresh = true
    frequency = StreamClock.assumedFrequency
  }

  /// Smooths the next frame's landmarks in place.
  ///
  /// - Parameters:
  ///   - step: seconds since the last frame; 0 or less where it is unknown.
  ///   - size: of the face, in the landmarks' unit.
  mutating func apply(to landmarks: inout [SIMD3<Float>], step: Double, size: Float) {
    precondition(landmarks.count == shape.count)
    guard size > 0 else { return }
    guard !isFresh else {
      begin(landmarks, size: Double(size))
      return
    }
    if step > 0 { frequency = 1 / step }
    guard let now = Similarity(from: shape, to: landmarks) else {
      begin(landmarks, size: Double(size))
      return
    }
    follow(now)
    measured = now
    let turn = SIMD2<Float>(smooth.turn)
    let origin = SIMD2<Float>(smooth.origin)
    let scale = Float(smooth.scale)
    let inverse = SIMD2<Float>(now.inverseTurn)
    let place = SIMD2<Float>(now.origin)
    let depthScale = Float(1 / now.scale)
    let corner = Float(frequency / (2 * .pi))
    let perSecond = Float(frequency)
    let speedAlpha = Float(Self.alpha(Self.shape.speedCutoff, frequency))
    let (minimum, steepness) = (Float(Self.shape.minimumCutoff), Float(Self.shape.steepness))
    for index in landmarks.indices {
      let seen = (landmarks[index].xy - place).times(inverse)
      let value = SIMD3(seen.x, seen.y, landmarks[index].z * depthScale)
      let change = (value.xy - lastShape[index].xy) * perSecond
      lastShape[index] = value
      shapeSpeed[index] += speedAlpha * (change - shapeSpeed[index])
      let length = shapeSpeed[index].length
      let cutoff = minimum + steepness * length * length * length
      let rested = shapeGain[index] / (1 + shapeGain[index])
      let alpha = max(cutoff / (cutoff + corner), rested)
      shapeGain[index] = alpha
      shape[index] += alpha * (value - shape[index])
      let point = origin + shape[index].xy.times(turn)
      landmarks[index] = [point.x, point.y, shape[index].z * scale]
    }
  }

  /// Smooths where the face is.
  private mutating func follow(_ now: Similarity) {
    let size = now.scale
    let change = Similarity(
      turn: (now.turn.divided(by: measured.turn) - SIMD2(1, 0)) * (Self.radius * frequency),
      origin: (now.origin - measured.origin) * (frequency / size))
    let speedAlpha = Self.alpha(Self.place.speedCutoff, frequency)
    speed.turn += speedAlpha * (change.turn - speed.turn)
    speed.origin += speedAlpha * (change.origin - speed.origin)
    let squared = (speed.turn * speed.turn + speed.origin * speed.origin).sum()
    let cutoff = Self.place.minimumCutoff + Self.place.steepness * squared * squared.squareRoot()
    gain = max(Self.alpha(cutoff, frequency), gain / (1 + gain))
    smooth.turn += gain * (now.turn - smooth.turn)
    smooth.origin += gain * (now.origin - smooth.origin)
  }

  private mutating func begin(_ landmarks: [SIMD3<Float>], size: Double) {
    isFresh = false
    var middle = SIMD2<Double>.zero
    for landmark in landmarks { middle += SIMD2(landmark.xy) }
    middle /= Double(landmarks.count)
    measured = Similarity(turn: [size, 0], origin: middle)
    smooth = measured
    speed = Similarity(turn: .zero, origin: .zero)
    gain = 1
    let origin = SIMD2<Float>(middle)
    for index in landmarks.indices {
      let seen = (landmarks[index].xy - origin) / Float(size)
      shape[index] = [seen.x, seen.y, landmarks[index].z / Float(size)]
      lastShape[index] = shape[index]
      shapeSpeed[index] = .zero
      shapeGain[index] = 1
    }
  }

  /// What a low-pass filter takes of a new value.
  private static func alpha(_ cutoff: Double, _ frequency: Double) -> Double {
    cutoff / (cutoff + frequency / (2 * .pi))
  }
}

/// A turn, a scale and a shift of the plane: p ↦ origin + turn · p, with points as complex numbers.
private struct Similarity {
  var turn: SIMD2<Double> = [1, 0]
  var origin: SIMD2<Double> = .zero

  init(turn: SIMD2<Double> = [1, 0], origin: SIMD2<Double> = .zero) {
    self.turn = turn
    self.origin = origin
  }

  /// The one that brings `shape` nearest to `points`, in least squares; nil where it has no size.
  init?(from shape: [SIMD3<Float>], to points: [SIMD3<Float>]) {
    var (shapeMiddle, middle) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for index in shape.indices {
      shapeMiddle += SIMD2(shape[index].xy)
      middle += SIMD2(points[index].xy)
    }
    shapeMiddle /= Double(shape.count)
    middle /= Double(shape.count)
    var (product, square) = (SIMD2<Double>.zero, 0.0)
    for index in shape.indices {
      let a = SIMD2<Double>(shape[index].xy) - shapeMiddle
      let b = SIMD2<Double>(points[index].xy) - middle
      product += b.times([a.x, -a.y])
      square += (a * a).sum()
    }
    turn = product / square
    origin = middle - shapeMiddle.times(turn)
    guard scale > 0, scale.isFinite, origin.x.isFinite, origin.y.isFinite else { return nil }
  }

  var scale: Double { (turn * turn).sum().squareRoot() }

  /// The turn back, with its scale.
  var inverseTurn: SIMD2<Double> { SIMD2(1, 0).divided(by: turn) }
}

extension SIMD2 where Scalar: FloatingPoint {
  /// The product of complex numbers.
  fileprivate func times(_ other: SIMD2) -> SIMD2 {
    SIMD2(x * other.x - y * other.y, x * other.y + y * other.x)
  }

  /// The quotient of complex numbers.
  fileprivate func divided(by other: SIMD2) -> SIMD2 {
    let square = other.x * other.x + other.y * other.y
    return times(SIMD2(other.x / square, -other.y / square))
  }
}
