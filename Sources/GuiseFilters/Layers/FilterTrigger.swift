import GuiseCore

/// When a layer is worn: an expression, with one threshold to begin and a lower one to end, so that
/// a value that trembles about one of them does not make the layer flicker.
///
///     "when": "mouthOpen"
public enum FilterTrigger: String, CaseIterable, Hashable, Sendable {
  /// As long as there is a face to wear it.
  case always
  /// As long as the face is seen: unlike ``always`` it ends at once when the face is lost, and not
  /// after the moment for which a lost face is held.
  case face
  /// `jawOpen` from 0.35, until below 0.22.
  case mouthOpen
  /// The lower one of `eyeBlinkLeft` and `eyeBlinkRight` from 0.5, until below 0.35.
  case blink
  /// The higher one of `browInnerUp` and the mean of `browOuterUpLeft` and `browOuterUpRight` from
  /// 0.4, until below 0.25.
  case browRaise
  /// The mean of `mouthSmileLeft` and `mouthSmileRight` from 0.5, until below 0.35.
  case smile
  /// The higher one of the means of `mouthFrownLeft` and `mouthFrownRight`, and of `browDownLeft`
  /// and `browDownRight`, from 0.35, until below 0.22.
  case frown
  /// `mouthPucker` from 0.6, until below 0.4.
  case pucker

  /// Whether the trigger looks at blend shapes.
  public var usesBlendShapes: Bool { self != .always && self != .face }

  /// The value at which the trigger fires, and the one below which it ends.
  public var thresholds: (on: Float, off: Float) {
    switch self {
    case .always, .face: (1, 1)
    case .mouthOpen: (0.35, 0.22)
    case .blink: (0.5, 0.35)
    case .browRaise: (0.4, 0.25)
    case .smile: (0.5, 0.35)
    case .frown: (0.35, 0.22)
    case .pucker: (0.6, 0.4)
    }
  }

  /// How much the face does what the trigger waits for, 0…1; 0 where blend shapes are not known.
  public func value(of face: FaceAnchor) -> Float {
    switch self {
    case .always: return 1
    case .face: return face.isTracked ? 1 : 0
    default: break
    }
    guard let shapes = face.blendShapes else { return 0 }
    func mean(_ left: BlendShapeLocation, _ right: BlendShapeLocation) -> Float {
      (shapes[left] + shapes[right]) / 2
    }
    return switch self {
    case .always, .face: 1
    case .mouthOpen: shapes[.jawOpen]
    case .blink: min(shapes[.eyeBlinkLeft], shapes[.eyeBlinkRight])
    case .browRaise: max(shapes[.browInnerUp], mean(.browOuterUpLeft, .browOuterUpRight))
    case .smile: mean(.mouthSmileLeft, .mouthSmileRight)
    case .frown:
      max(mean(.mouthFrownLeft, .mouthFrownRight), mean(.browDownLeft, .browDownRight))
    case .pucker: shapes[.mouthPucker]
    }
  }

  /// Whether the trigger fires now, where `wasOn` says whether it did a moment ago.
  public func isOn(for face: FaceAnchor, wasOn: Bool) -> Bool {
    value(of: face) >= (wasOn ? thresholds.off : thresholds.on)
  }
}
