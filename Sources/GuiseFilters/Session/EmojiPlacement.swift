import Foundation
import GuiseCore

/// Where the square of an emoji lies on a face.
///
/// A feature's square stands at a point of the live mesh and turns with the head; the person's left
/// ones are turned by 180° about y, so that they mirror the right ones. As nose and brows would cut
/// through a flat square, it is drawn nearer to the camera than it is, along the lines of sight: that
/// changes nothing of where it appears.
struct EmojiPlacement {
  let feature: EmojiFeature
  private let size: Float
  /// Face space, metres; mirrored for the right one of a pair.
  private let offset: SIMD3<Float>
  private let indices: [Int]
  private let rotation: Transform
  /// Metres toward the camera by which the square clears the face, seen from its front.
  private(set) var depthBias: Float

  /// - Parameters:
  ///   - feature: a single one, no pair.
  ///   - layer: the layer it belongs to.
  init(_ feature: EmojiFeature, of layer: EmojiLayer, face: FaceTopology, head: HeadOccluder) {
    self.feature = feature
    size = layer.size
    let isMirrored = layer.feature.parts.count == 2 && feature.isRight
    offset = layer.offset * (isMirrored ? [-1, 1, 1] : [1, 1, 1])
    indices = feature.point.indices
    rotation = feature.rotation
    depthBias = 0
    let reach = Self.reach(
      of: transform(face.neutralVertices, heightScale: 1),
      vertices: face.neutralVertices + (feature == .hat ? head.vertices : []),
      // What hangs below a hat's brim hangs over the face.
      bottom: feature == .hat ? -1 : -0.5)
    depthBias = min(reach, feature == .hat ? 0.15 : 0.035) + 0.004
  }

  /// How far vertices stand out before the square, where they are within it, in metres.
  ///
  /// - Parameter bottom: the lower end of what counts as within, in sprite space.
  private static func reach(
    of square: Transform, vertices: [SIMD3<Float>], bottom: Float
  ) -> Float {
    guard let inverse = square.affineInverse else { return 0 }
    let normal = square.direction([0, 0, 1])
    // The left ones' back is seen.
    let sign: Float = normal.z < 0 ? -1 : 1
    return vertices.reduce(0) { reach, vertex in
      let local = inverse.point(vertex)
      let isWithin = abs(local.x) <= 0.5 && (bottom...0.5).contains(local.y)
      return isWithin ? max(reach, sign * local.z * normal.length) : reach
    }
  }

  /// Sprite space → face space.
  ///
  /// - Parameters:
  ///   - vertices: the 468 of the live mesh.
  ///   - heightScale: 1 for the square.
  ///   - bottomMargin: rows below a hat's brim as a fraction of its square: the brim, not the square,
  ///     sits on the head.
  func transform(
    _ vertices: [SIMD3<Float>], heightScale: Float, bottomMargin: Float = 0
  ) -> Transform {
    var sum = SIMD3<Float>.zero
    for index in indices { sum += vertices[index] }
    let position = sum / Float(indices.count) + feature.lift(size: size) + offset
    let square =
      Transform(translation: position) * rotation
      * Transform(scale: [size, size * heightScale, size])
    return feature == .hat ? square * Transform(translation: [0, -bottomMargin, 0]) : square
  }

  /// ``depthBias`` as it holds for a line of sight: less the further the feature turns away, so that
  /// the far eye of a profile is hidden by the nose.
  ///
  /// - Parameters:
  ///   - pose: face space → camera space.
  ///   - center: the middle of the square in camera space.
  func depthBias(pose: Transform, center: SIMD3<Float>) -> Float {
    guard feature != .hat else { return depthBias }
    let cosine = pose.direction(feature.outward).normalized.dot(-center.normalized)
    let t = min(max(cosine / 0.5, 0), 1)
    return depthBias * t * t * (3 - 2 * t)
  }

  /// How high the emoji is for the face's expression: eyes close with blink, the mouth opens with
  /// the jaw. Never 0, which would leave no plane.
  func heightScale(_ shapes: BlendShapes?) -> Float {
    let shapes = shapes ?? BlendShapes()
    return switch feature {
    case .leftEye: max(0.04, 1 - shapes[.eyeBlinkLeft])
    case .rightEye: max(0.04, 1 - shapes[.eyeBlinkRight])
    case .mouth: max(0.04, 0.8 + shapes[.jawOpen])
    default: 1
    }
  }
}

extension EmojiFeature {
  fileprivate var isRight: Bool { self == .rightEye || self == .rightCheek }

  fileprivate var point: FacePoint {
    switch self {
    case .nose: .noseTip
    case .leftEye, .eyes: .leftEyeCenter
    case .rightEye: .rightEyeCenter
    case .mouth: .mouthCenter
    case .hat: .foreheadTop
    case .leftCheek, .cheeks: .leftCheek
    case .rightCheek: .rightCheek
    case .forehead: .foreheadCenter
    case .chin: .chinCenter
    }
  }

  /// From the feature's point to the middle of its square, in face space, metres.
  fileprivate func lift(size: Float) -> SIMD3<Float> {
    switch self {
    case .nose: [0, 0.002, 0.002]
    case .leftEye, .rightEye, .eyes: [0, 0, 0.004]
    case .mouth: [0, 0, 0.006]
    // The square stands a little above the mesh, which ends below the hairline, over the middle of
    // the head.
    case .hat: [0, 0.5 * size + 0.012, -0.06]
    case .leftCheek, .rightCheek, .cheeks: [0, 0.004, 0.004]
    case .forehead: [0, -0.004, 0.004]
    case .chin: [0, 0, 0.003]
    }
  }

  /// Out of the face where the feature is, in face space.
  fileprivate var outward: SIMD3<Float> {
    switch self {
    case .leftEye, .eyes, .leftCheek, .cheeks: [0.57, 0, 0.82]
    case .rightEye, .rightCheek: [-0.57, 0, 0.82]
    case .nose, .mouth, .hat, .forehead, .chin: [0, 0, 1]
    }
  }

  /// How the square stands on the face; +z is its front.
  fileprivate var rotation: Transform {
    let turned = Transform(rotation: .pi, axis: [0, 1, 0])
    return switch self {
    // The outer corners lie behind the inner ones.
    case .leftEye, .eyes: Transform(rotation: 0.2, axis: [0, 1, 0]) * turned
    case .rightEye: Transform(rotation: -0.2, axis: [0, 1, 0])
    case .leftCheek, .cheeks: Transform(rotation: 0.35, axis: [0, 1, 0]) * turned
    case .rightCheek: Transform(rotation: -0.35, axis: [0, 1, 0])
    case .hat: Transform(rotation: -0.12, axis: [1, 0, 0])
    case .forehead: Transform(rotation: -0.25, axis: [1, 0, 0])
    case .nose, .mouth, .chin: .identity
    }
  }
}
