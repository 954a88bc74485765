import Foundation
import GuiseCore
import TestSupport

/// How far a result of ours is from the reference's.
struct Deviation {
  /// Mean and largest distance of the landmarks, pixels.
  var mean: Float = 0
  var maximum: Float = 0
  /// Largest difference of a blend shape.
  var blendShapes: Float = 0

  init(_ anchor: FaceAnchor, _ reference: ReferenceResult.Face, width: Int, height: Int) {
    let size = SIMD2(Float(width), Float(height))
    for (ours, theirs) in zip(anchor.landmarks, reference.landmarks) {
      let distance = (ours.xy - theirs.xy * size).length
      mean += distance / Float(reference.landmarks.count)
      maximum = max(maximum, distance)
    }
    guard let shapes = anchor.blendShapes else { return }
    for location in BlendShapeLocation.allCases {
      guard let theirs = reference.blendShapes[location.name] else { continue }
      blendShapes = max(blendShapes, abs(shapes[location] - theirs))
    }
  }

  /// The anchor whose nose is nearest to the reference's.
  static func nearest(
    _ anchors: [FaceAnchor], to face: ReferenceResult.Face, width: Int, height: Int
  ) -> FaceAnchor? {
    let nose = face.landmarks[4].xy * SIMD2(Float(width), Float(height))
    return anchors.min {
      ($0.landmarks[4].xy - nose).length < ($1.landmarks[4].xy - nose).length
    }
  }
}
