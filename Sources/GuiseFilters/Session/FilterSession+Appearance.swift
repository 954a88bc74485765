import GuiseCore
import GuiseScene

/// How items are fitted to the picture and to the angle at which a face is seen.
extension FilterSession {
  /// How much of its brightness paint keeps on a face of this brightness. Of 24 faces in 16 photos
  /// and clips, none in the dark, the lit parts reached 0.43…0.83, whatever the colour of the skin;
  /// paint whose white outshines the picture looks as if it glowed.
  static func paintBrightness(_ brightness: Float?) -> Float {
    guard let brightness else { return 1 }
    return min(max(brightness / 0.55, 0.1), 1)
  }

  /// Pixels of the picture for a width that holds where the picture's shorter side has 720: lines
  /// look the same in larger pictures, are no thinner in smaller ones, and leave skin between them on
  /// faces so small that the mesh would close.
  static func lineWidth(_ width: Float, on face: FaceAnchor, in input: FilterInput) -> Float {
    let scale = max(1, Float(min(input.width, input.height)) / 720)
    let focal = max(input.camera.focalLength.x, input.camera.focalLength.y)
    let faceWidth = 0.15 * focal / depth(face)
    return min(width * scale, width * faceWidth / 100)
  }

  /// 1 for a face that is seen from the front, falling to 0 between 68° and 85°: there the far half
  /// of the mesh is a guess, and paint on it would tear.
  static func facing(_ transform: Transform) -> Float {
    let forward = transform.direction([0, 0, 1]).normalized
    let cosine = forward.dot(-transform.translation.normalized)
    let t = min(max((cosine - 0.087) / (0.375 - 0.087), 0), 1)
    return t * t * (3 - 2 * t)
  }

  /// 1 for a square that is seen from either side, falling to 0 between 72° and 86°: what is left of
  /// an emoji then is a sliver that nobody can read.
  static func edgeOpacity(_ square: Transform, center: SIMD3<Float>) -> Float {
    let normal = square.columns.0.xyz.cross(square.columns.1.xyz).normalized
    let cosine = abs(normal.dot(center.normalized))
    let t = min(max((cosine - 0.07) / (0.31 - 0.07), 0), 1)
    return t * t * (3 - 2 * t)
  }
}

extension Transform {
  /// Moves points along their lines of sight, so that they stay where they are in the picture.
  ///
  /// - Parameter depth: where they are, in metres before the camera.
  static func towardCamera(_ distance: Float, depth: Float) -> Transform {
    Transform(scale: SIMD3(repeating: max(0.2, 1 - distance / depth)))
  }
}
