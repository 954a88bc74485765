import Foundation
import GuiseCore

/// Finds faces in a picture, or in a part of it: the bundle's detector, which sees 128 × 128 pixels.
///
/// Use from one thread at a time.
final class FaceDetector {
  static let inputSize = 128
  /// What the model wants black and white to be.
  static let inputRange: ClosedRange<Float> = -1...1

  private let model: CompiledModel
  private let threshold: Float
  private var mapping = LetterboxMapping(size: [1, 1], inputSize: inputSize)
  private var found: [FaceDetection] = []
  private var scratch: [FaceDetection] = []

  /// - Parameter threshold: of the score, 0…1.
  init(
    _ bundle: LandmarkModelBundle, in environment: LiteRTEnvironment, threadCount: Int,
    threshold: Float
  ) throws(TrackingError) {
    let count = DetectorAnchors.count
    model = try CompiledModel(
      bundle.detector, name: "face_detector.tflite", in: environment, threadCount: threadCount,
      inputs: [[1, Self.inputSize, Self.inputSize, 3]], outputs: [[1, count, 16], [1, count, 1]])
    self.threshold = threshold
    found.reserveCapacity(64)
    scratch.reserveCapacity(64)
  }

  /// The faces in the square that holds the whole picture, best first.
  func detect(in frame: borrowing Frame) throws(TrackingError) -> [FaceDetection] {
    let size = frame.displaySize
    if mapping.size != size { mapping = LetterboxMapping(size: size, inputSize: Self.inputSize) }
    model.withInput(0) { input in
      RegionSampler.sampleLetterboxed(
        frame, mapping: mapping, range: Self.inputRange, into: &input)
    }
    return try detect(in: .whole(size), threshold: threshold)
  }

  /// The faces in a square whose pixels `fill` writes: 128 × 128 × 3 floats of -1…1.
  ///
  /// - Parameter threshold: of the score, instead of the detector's own.
  func detect(
    in region: Region, threshold: Float, fill: (inout MutableSpan<Float>) -> Void
  ) throws(TrackingError) -> [FaceDetection] {
    model.withInput(0, fill)
    return try detect(in: region, threshold: threshold)
  }

  private func detect(
    in region: Region, threshold: Float
  ) throws(TrackingError) -> [FaceDetection] {
    try model.run()
    found.removeAll(keepingCapacity: true)
    model.withOutput(0) { boxes in
      model.withOutput(1) { scores in
        Self.decode(boxes: boxes, scores: scores, threshold: threshold, into: &found)
      }
    }
    for index in found.indices { found[index] = found[index].placed(in: region) }
    WeightedSuppression.apply(to: &found, scratch: &scratch)
    return found
  }

  /// Appends the detections of at least `threshold`, as fractions of the input.
  ///
  /// A box is (x and y of its centre, width, height, x and y of six points), in pixels of the input,
  /// relative to the anchor but for the size (MediaPipe's `TensorsToDetectionsCalculator`).
  static func decode(
    boxes: Span<Float>, scores: Span<Float>, threshold: Float,
    into detections: inout [FaceDetection]
  ) {
    let scale = 1 / Float(inputSize)
    // Nearly all scores are far below: most are judged without the sigmoid.
    let isInside = threshold > 0 && threshold < 1
    let certainlyLess = isInside ? log(threshold / (1 - threshold)) - 0.1 : -100
    for index in 0..<DetectorAnchors.count where scores[index] > certainlyLess {
      let score = sigmoid(min(max(scores[index], -100), 100))
      guard score >= threshold else { continue }
      let anchor = DetectorAnchors.all[index]
      let first = index * 16
      let center = SIMD2(boxes[first], boxes[first + 1]) * scale + anchor
      let size = SIMD2(boxes[first + 2], boxes[first + 3]) * scale
      guard size.x >= 0, size.y >= 0 else { continue }
      var keypoints = FaceDetection.Keypoints()
      for point in 0..<FaceDetection.Keypoints.count {
        let base = first + 4 + 2 * point
        keypoints[point] = SIMD2(boxes[base], boxes[base + 1]) * scale + anchor
      }
      detections.append(
        FaceDetection(
          bounds: Bounds(min: center - size / 2, max: center + size / 2), keypoints: keypoints,
          score: score))
    }
  }
}

/// 1 / (1 + e⁻ˣ).
func sigmoid(_ x: Float) -> Float { 1 / (1 + exp(-x)) }

extension Frame {
  /// Width and height as displayed, in the space of ``Region``.
  var displaySize: SIMD2<Float> { [Float(Double(width) * pixelAspectRatio), Float(height)] }
}
