import Foundation
import GuiseCore

/// Where the square of an emoji lies on a face.
///
/// A feature's square stands at a point of the live mesh and turns with the head; the person's left
/// ones are turned by 180° about y, so that they mirror the right ones. As a flat square would cut
/// through nose and brows, it is drawn nearer to the camera than it is, along the lines of sight: that
/// changes nothing of where it appears, and a far eye on a profile stays hidden behind the nose.
struct EmojiPlacement {
  let feature: EmojiFeature
  private let size: Float
  /// Face space, metres; mirrored for the right one of a pair.
  private let offset: SIMD3<Float>
  private let indices: [Int]
  private let rotation: Transform
  /// Metres toward the camera by which the square clears the face.
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
      vertices: face.neutralVertices + (feature == .hat ? head.vertices : []))
    depthBias = min(reach, feature == .hat ? 0.12 : 0.035) + 0.004
  }

  /// How far vertices stand out before the square, where they are within it, in metres.
  private static func reach(of square: Transform, vertices: [SIMD3<Float>]) -> Float {
    guard let inverse = square.affineInverse else { return 0 }
    let normal = square.direction([0, 0, 1])
    // The left ones' back is seen.
    let sign: Float = normal.z < 0 ? -1 : 1
    return vertices.reduce(0) { reach, vertex in
      let local = inverse.point(vertex)
      let isWithin = abs(local.x) <= 0.5 && abs(local.y) <= 0.5
      return isWithin ? max(reach, sign * local.z * normal.length) : reach
    }
  }

  /// Sprite space → face space.
  ///
  /// - Parameters:
  ///   - vertices: the 468 of the live mesh.
  ///   - heightScale: 1 for the square.
  func transform(_ vertices: [SIMD3<Float>], heightScale: Float) -> Transform {
    var sum = SIMD3<Float>.zero
    for index in indices { sum += vertices[index] }
    let position = sum / Float(indices.count) + feature.lift(size: size) + offset
    return Transform(translation: position) * rotation
      * Transform(scale: [size, size * heightScale, size])
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
    // The brim sits on the hairline, the middle over the middle of the head.
    case .hat: [0, 0.4 * size, -0.025]
    case .leftCheek, .rightCheek, .cheeks: [0, 0.004, 0.004]
    case .forehead: [0, -0.004, 0.004]
    case .chin: [0, 0, 0.003]
    }
  }

  /// How the square stands on the face; +z is its front.
  fileprivate var rotation: Transform {
    let turned = Transform(rotation: .pi, axis: [0, 1, 0])
    return switch self {
    case .leftEye, .eyes: turned
    case .leftCheek, .cheeks: Transform(rotation: 0.35, axis: [0, 1, 0]) * turned
    case .rightCheek: Transform(rotation: -0.35, axis: [0, 1, 0])
    case .hat: Transform(rotation: -0.12, axis: [1, 0, 0])
    case .forehead: Transform(rotation: -0.25, axis: [1, 0, 0])
    case .nose, .rightEye, .mouth, .chin: .identity
    }
  }
}
