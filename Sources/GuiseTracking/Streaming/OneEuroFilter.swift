import GuiseCore

/// Smooths the landmarks of one face as the reference does: strongly while it is still, hardly while
/// it moves. Tests compare with it; streams use ``ShapeFilter``.
///
/// Each coordinate has a low-pass filter whose cutoff rises with the coordinate's speed, relative to
/// the size of the face (Casiez, Roussel, Vogel: 1€ Filter, CHI 2012), with the constants of
/// MediaPipe's face landmarker in VIDEO mode.
struct OneEuroFilter {
  /// Hz: the cutoff of a face that does not move.
  static let minimumCutoff = 0.05
  /// Hz per (face sizes per second).
  static let beta = 80.0
  /// Hz: the cutoff of the speed.
  static let derivativeCutoff = 1.0

  private var raw: [SIMD3<Float>]
  private var smooth: [SIMD3<Float>]
  private var speed: [SIMD3<Float>]
  private var frequency = StreamClock.assumedFrequency
  private var isFresh = true

  init(count: Int = FaceTopology.landmarkCount) {
    raw = Array(repeating: .zero, count: count)
    smooth = raw
    speed = raw
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
    precondition(landmarks.count == raw.count)
    guard size > 0 else { return }
    guard !isFresh else {
      isFresh = false
      for index in landmarks.indices {
        raw[index] = landmarks[index]
        smooth[index] = landmarks[index]
        speed[index] = .zero
      }
      return
    }
    if step > 0 { frequency = 1 / step }
    let frequency = frequency
    let scale = frequency / Double(size)
    // alpha(cutoff) = 1 / (1 + frequency / (2 pi cutoff)) = cutoff / (cutoff + frequency / (2 pi)).
    let corner = frequency / (2 * .pi)
    let speedAlpha = Float(Self.derivativeCutoff / (Self.derivativeCutoff + corner))
    for index in landmarks.indices {
      let value = landmarks[index]
      let change = SIMD3<Float>(SIMD3<Double>(value - raw[index]) * scale)
      let newSpeed = speedAlpha * change + (1 - speedAlpha) * speed[index]
      let magnitude = SIMD3<Double>(newSpeed.replacing(with: -newSpeed, where: newSpeed .< 0))
      let cutoff = Self.minimumCutoff + Self.beta * magnitude
      let alpha = SIMD3<Float>(cutoff / (cutoff + corner))
      let result = alpha * value + (1 - alpha) * smooth[index]
      raw[index] = value
      speed[index] = newSpeed
      smooth[index] = result
      landmarks[index] = result
    }
  }
}
