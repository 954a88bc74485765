/// The 52 expression coefficients that ARKit names. Left and right are the person's own.
public enum BlendShapeLocation: Int, CaseIterable, Hashable, Sendable {
  case browDownLeft, browDownRight, browInnerUp, browOuterUpLeft, browOuterUpRight
  case cheekPuff, cheekSquintLeft, cheekSquintRight
  case eyeBlinkLeft, eyeBlinkRight, eyeLookDownLeft, eyeLookDownRight, eyeLookInLeft, eyeLookInRight
  case eyeLookOutLeft, eyeLookOutRight, eyeLookUpLeft, eyeLookUpRight
  case eyeSquintLeft, eyeSquintRight, eyeWideLeft, eyeWideRight
  case jawForward, jawLeft, jawOpen, jawRight
  case mouthClose, mouthDimpleLeft, mouthDimpleRight, mouthFrownLeft, mouthFrownRight, mouthFunnel
  case mouthLeft, mouthLowerDownLeft, mouthLowerDownRight, mouthPressLeft, mouthPressRight
  case mouthPucker, mouthRight, mouthRollLower, mouthRollUpper, mouthShrugLower, mouthShrugUpper
  case mouthSmileLeft, mouthSmileRight, mouthStretchLeft, mouthStretchRight
  case mouthUpperUpLeft, mouthUpperUpRight, noseSneerLeft, noseSneerRight
  case tongueOut

  /// The name as ARKit spells it, `eyeBlinkLeft`.
  public var name: String { String(describing: self) }

  public init?(name: String) {
    guard let location = Self.byName[name] else { return nil }
    self = location
  }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  /// The same location on the other side of the face; itself for those without a side.
  public var mirrored: BlendShapeLocation { Self.mirrors[rawValue] }

  private static let mirrors: [BlendShapeLocation] = allCases.map { location in
    let name = location.name
    if name.hasSuffix("Left") { return byName[name.dropLast(4) + "Right"] ?? location }
    if name.hasSuffix("Right") { return byName[name.dropLast(5) + "Left"] ?? location }
    return location
  }
}

/// A value of 0…1 for each ``BlendShapeLocation``.
///
///     if anchor.blendShapes[.jawOpen] > 0.4 { … }
public struct BlendShapes: Hashable, Sendable {
  private var values = SIMD64<Float>(repeating: 0)

  /// All 0.
  public init() {}

  public subscript(location: BlendShapeLocation) -> Float {
    get { values[location.rawValue] }
    set { values[location.rawValue] = newValue }
  }

  /// Left and right exchanged.
  public var mirrored: BlendShapes {
    var result = BlendShapes()
    for location in BlendShapeLocation.allCases { result[location.mirrored] = self[location] }
    return result
  }
}
