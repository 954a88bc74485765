import Foundation
import GuiseCore

/// Places the 478 landmarks of the face in a region: the bundle's landmark model, which sees
/// 256 × 256 pixels.
///
/// Use from one thread at a time.
final class LandmarkDetector {
  static let inputSize = 256

  private let model: CompiledModel
  private var histogram = BrightnessHistogram()

  init(
    _ bundle: LandmarkModelBundle, in environment: LiteRTEnvironment, threadCount: Int
  ) throws(TrackingError) {
    model = try CompiledModel(
      bundle.landmarks, name: "face_landmarks_detector.tflite", in: environment,
      threadCount: threadCount, inputs: [[1, Self.inputSize, Self.inputSize, 3]],
      outputs: [[1, 1, 1, FaceTopology.landmarkCount * 3], [1, 1, 1, 1], [1, 1]])
  }

  /// Looks for a face in `region`.
  ///
  /// - Parameter landmarks: 478 points in the space of ``Region``; z in the same scale, toward the
  ///   camera negative. Written whatever the score is.
  /// - Returns: how sure the model is that the region holds a face, 0…1.
  func detect(
    in frame: borrowing Frame, region: Region, into landmarks: inout [SIMD3<Float>]
  ) throws(TrackingError) -> Float {
    model.withInput(0) { input in
      RegionSampler.sample(
        frame, region: region, width: Self.inputSize, height: Self.inputSize, border: .repeated,
        range: 0...1, into: &input)
    }
    try model.run()
    model.withOutput(0) { Self.project($0, region: region, into: &landmarks) }
    // The third output, said to be a tongue score, is not used: see Documentation/Tracking.md.
    return sigmoid(model.withOutput(1) { $0[0] })
  }

  /// How bright the lit parts of the face are that ``detect(in:region:into:)`` found last:
  /// ``FaceAnchor/brightness``.
  func brightness() -> Float {
    histogram.removeAll()
    model.withOutput(0) { landmarks in
      model.withInput(0) { pixels in
        // Every fourth point of the mesh is as good as all of them.
        for index in stride(from: 0, to: FaceTopology.vertexCount, by: 4) {
          let x = Self.column(landmarks[3 * index])
          let y = Self.column(landmarks[3 * index + 1])
          let pixel = 3 * (y * Self.inputSize + x)
          histogram.add([pixels[pixel], pixels[pixel + 1], pixels[pixel + 2]])
        }
      }
    }
    return histogram.value(reachedBy: 0.1)
  }

  /// Reads the colour, linear, in the middle of triangles of the mesh that
  /// ``detect(in:region:into:)`` found last.
  ///
  /// - Parameter triangles: three landmarks each.
  func readColors(at triangles: [SIMD3<Int>], into colors: inout [SIMD3<Float>]) {
    colors.removeAll(keepingCapacity: true)
    model.withOutput(0) { landmarks in
      model.withInput(0) { pixels in
        for triangle in triangles {
          var middle = SIMD2<Float>.zero
          for corner in 0..<3 {
            let index = 3 * triangle[corner]
            middle += SIMD2(landmarks[index], landmarks[index + 1]) / 3
          }
          let pixel = 3 * (Self.column(middle.y) * Self.inputSize + Self.column(middle.x))
          colors.append(
            LinearLight.color(pixels[pixel], pixels[pixel + 1], pixels[pixel + 2]))
        }
      }
    }
  }

  /// The column or row of the model's input that holds a coordinate, or the nearest one.
  private static func column(_ coordinate: Float) -> Int {
    // What is not a number is not positive either.
    coordinate > 0 ? Int(min(coordinate, Float(inputSize - 1))) : 0
  }

  /// Moves landmarks from pixels of the model's input to the region's place.
  ///
  /// Depth is scaled with the region's width. (The reference scales it in normalised coordinates,
  /// which is the same but for turned faces in pictures that are not square.)
  static func project(
    _ values: Span<Float>, region: Region, into landmarks: inout [SIMD3<Float>]
  ) {
    let (c, s) = (cos(region.rotation), sin(region.rotation))
    let scale = region.size / Float(inputSize)
    let half = Float(inputSize) / 2
    for index in 0..<FaceTopology.landmarkCount {
      let x = (values[3 * index] - half) * scale.x
      let y = (values[3 * index + 1] - half) * scale.y
      landmarks[index] = [
        region.center.x + x * c - y * s, region.center.y + x * s + y * c,
        values[3 * index + 2] * scale.x,
      ]
    }
  }
}

extension Region {
  /// The region that holds the face with these landmarks in the next frame: the square around them,
  /// half as large again, turned so that the eyes are level.
  init(around landmarks: [SIMD3<Float>]) {
    let bounds = Bounds(ofLandmarks: landmarks)
    self.init(
      center: bounds.center, size: SIMD2(repeating: bounds.size.max() * 1.5),
      rotation: Region.rotation(from: landmarks[33].xy, to: landmarks[263].xy))
  }
}

extension Bounds {
  init(ofLandmarks landmarks: [SIMD3<Float>]) {
    var low = SIMD3<Float>(repeating: .infinity)
    var high = SIMD3<Float>(repeating: -.infinity)
    for point in landmarks {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    self.init(min: low.xy, max: high.xy)
  }
}
