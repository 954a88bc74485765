import GuiseCore

/// Where on a face an emoji sits. Left and right are the person's own.
public enum EmojiFeature: String, CaseIterable, Hashable, Sendable {
  case nose, leftEye, rightEye
  /// Both eyes, with one option for the two.
  case eyes
  case mouth, hat, leftCheek, rightCheek
  /// Both cheeks, with one option for the two.
  case cheeks
  case forehead, chin

  /// The single features that this one stands for.
  var parts: [EmojiFeature] {
    switch self {
    case .eyes: [.rightEye, .leftEye]
    case .cheeks: [.rightCheek, .leftCheek]
    default: [self]
    }
  }

  /// Metres: what suits the feature on a grown-up's face. An emoji fills its square, but for a rim of
  /// about a twelfth.
  public var defaultSize: Float {
    switch self {
    case .nose: 0.06
    case .leftEye, .rightEye, .eyes: 0.052
    case .mouth: 0.07
    case .hat: 0.23
    case .leftCheek, .rightCheek, .cheeks: 0.04
    case .forehead: 0.05
    case .chin: 0.045
    }
  }

  /// Whether the emoji follows a blend shape.
  var moves: Bool {
    switch self {
    case .leftEye, .rightEye, .eyes, .mouth: true
    default: false
    }
  }
}
