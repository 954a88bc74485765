import GuiseCore

/// Reads the expression from landmarks: the bundle's blend shape model.
///
/// Use from one thread at a time.
final class BlendShapeEstimator {
  private let model: CompiledModel

  /// One thread: a second gains nothing for so small a model.
  init(
    _ bundle: LandmarkModelBundle, in environment: LiteRTEnvironment
  ) throws(TrackingError) {
    model = try CompiledModel(
      bundle.blendShapes, name: "face_blendshapes.tflite", in: environment, threadCount: 1,
      inputs: [[1, Self.landmarkIndices.count, 2]], outputs: [[Self.outputCount]])
  }

  /// - Parameter landmarks: 478 points where x and y have one scale.
  func estimate(_ landmarks: [SIMD3<Float>]) throws(TrackingError) -> BlendShapes {
    model.withInput(0) { input in
      for (position, index) in Self.landmarkIndices.enumerated() {
        input[2 * position] = landmarks[index].x
        input[2 * position + 1] = landmarks[index].y
      }
    }
    try model.run()
    return model.withOutput(0) { Self.blendShapes(from: $0) }
  }

  /// The model's outputs are `_neutral`, which nobody needs, and then all of ours in their order but
  /// for `tongueOut`, which the model does not have.
  static func blendShapes(from values: Span<Float>) -> BlendShapes {
    var shapes = BlendShapes()
    for location in BlendShapeLocation.allCases where location != .tongueOut {
      shapes[location] = min(max(values[location.rawValue + 1], 0), 1)
    }
    return shapes
  }

  static let outputCount = 52

  /// The landmarks that the model reads (MediaPipe's `face_blendshapes_graph.cc`).
  static let landmarkIndices = [
    0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65,
    66, 67, 70, 78, 80, 81, 82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136,
    144, 145, 146, 148, 149, 150, 152, 153, 154, 155, 157, 158, 159, 160, 161, 162, 163, 168, 172,
    173, 176, 178, 181, 185, 191, 195, 197, 234, 246, 249, 251, 263, 267, 269, 270, 276, 282, 283,
    284, 285, 288, 291, 293, 295, 296, 297, 300, 308, 310, 311, 312, 314, 317, 318, 321, 323, 324,
    332, 334, 336, 338, 356, 361, 362, 365, 373, 374, 375, 377, 378, 379, 380, 381, 382, 384, 385,
    386, 387, 388, 389, 390, 397, 398, 400, 402, 405, 409, 415, 454, 466, 468, 469, 470, 471, 472,
    473, 474, 475, 476, 477,
  ]
}
