/// Points of a face by name: single landmarks or the mean of a few. Left and right are the person's
/// own. Filters may use these names or an index of the 478 landmarks.
public enum FacePoint: String, CaseIterable, Hashable, Sendable {
  case noseTip, noseBridge, noseBottom
  case leftEyeCenter, rightEyeCenter
  case leftEyeOuterCorner, leftEyeInnerCorner, rightEyeOuterCorner, rightEyeInnerCorner
  case leftBrowCenter, rightBrowCenter
  case mouthCenter, upperLipTop, lowerLipBottom, mouthLeftCorner, mouthRightCorner
  case foreheadTop, foreheadCenter
  case chinBottom, chinCenter
  case leftCheek, rightCheek
  case leftTemple, rightTemple
  case leftEar, rightEar

  /// Indices of the 468-vertex mesh whose mean is the point.
  public var indices: [Int] {
    switch self {
    case .noseTip: [4]
    case .noseBridge: [6]
    case .noseBottom: [2]
    case .leftEyeCenter: [362, 263, 386, 374]
    case .rightEyeCenter: [133, 33, 159, 145]
    case .leftEyeOuterCorner: [263]
    case .leftEyeInnerCorner: [362]
    case .rightEyeOuterCorner: [33]
    case .rightEyeInnerCorner: [133]
    case .leftBrowCenter: [334, 282]
    case .rightBrowCenter: [105, 52]
    case .mouthCenter: [13, 14]
    case .upperLipTop: [0]
    case .lowerLipBottom: [17]
    case .mouthLeftCorner: [291]
    case .mouthRightCorner: [61]
    case .foreheadTop: [10]
    case .foreheadCenter: [151]
    case .chinBottom: [152]
    case .chinCenter: [199]
    case .leftCheek: [425]
    case .rightCheek: [205]
    case .leftTemple: [389]
    case .rightTemple: [162]
    case .leftEar: [454]
    case .rightEar: [234]
    }
  }
}
