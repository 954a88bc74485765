/// What the numbers of a picture mean as light: the code points of ITU-T H.273 (ISO/IEC 23091-2),
/// which video files carry as they are.
public struct ColorDescription: Hashable, Sendable {
  /// Code points of H.273, table 2.
  public enum Primaries: Int, Hashable, Sendable {
    case bt709 = 1
    case unspecified = 2
    case bt470M = 4
    case bt470BG = 5
    case smpte170M = 6
    case smpte240M = 7
    case film = 8
    case bt2020 = 9
    case smpte428 = 10
    case smpte431 = 11
    /// Display P3 (SMPTE EG 432-1).
    case displayP3 = 12
    case ebu3213 = 22
  }

  /// Code points of H.273, table 3.
  public enum Transfer: Int, Hashable, Sendable {
    case bt709 = 1
    case unspecified = 2
    case gamma22 = 4
    case gamma28 = 5
    case smpte170M = 6
    case smpte240M = 7
    case linear = 8
    case log100 = 9
    case log316 = 10
    case iec61966 = 11
    case bt1361 = 12
    case sRGB = 13
    case bt2020TenBit = 14
    case bt2020TwelveBit = 15
    case pq = 16
    case smpte428 = 17
    case hlg = 18
  }

  /// Code points of H.273, table 4.
  public enum Matrix: Int, Hashable, Sendable {
    case rgb = 0
    case bt709 = 1
    case unspecified = 2
    case fcc = 4
    case bt470BG = 5
    case smpte170M = 6
    case smpte240M = 7
    case yCgCo = 8
    case bt2020NonConstant = 9
    case bt2020Constant = 10
    case smpte2085 = 11
    case chromaDerivedNonConstant = 12
    case chromaDerivedConstant = 13
    case iCtCp = 14
  }

  public enum Range: Int, Hashable, Sendable {
    case unspecified = 0
    /// "Limited" or "TV" range: luma 16…235, chroma 16…240 at 8 bits.
    case video = 1
    /// All code values are used.
    case full = 2
  }

  /// Where a chroma sample lies within the luma samples it covers (H.273, figure 1).
  public enum ChromaSiting: Int, Hashable, Sendable {
    case unspecified = 0
    /// Horizontally on the left luma sample, vertically between two: the usual one of MPEG-2, H.264.
    case left = 1
    /// In the centre of its luma samples: JPEG, MPEG-1.
    case center = 2
    case topLeft = 3
    case top = 4
    case bottomLeft = 5
    case bottom = 6
  }

  public var primaries: Primaries
  public var transfer: Transfer
  public var matrix: Matrix
  public var range: Range
  public var chromaSiting: ChromaSiting

  public init(
    primaries: Primaries = .unspecified, transfer: Transfer = .unspecified,
    matrix: Matrix = .unspecified, range: Range = .unspecified,
    chromaSiting: ChromaSiting = .unspecified
  ) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.range = range
    self.chromaSiting = chromaSiting
  }

  /// sRGB pictures as photos have them.
  public static let sRGB = ColorDescription(
    primaries: .bt709, transfer: .sRGB, matrix: .rgb, range: .full)

  /// High-definition video.
  public static let bt709 = ColorDescription(
    primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .video, chromaSiting: .left)

  /// What is meant where a field is unspecified: BT.709 from 720 lines up, else BT.601 (as players
  /// guess); video range for YUV and full range for RGB.
  public func resolved(height: Int, isYUV: Bool) -> ColorDescription {
    var color = self
    let isHD = height >= 720
    if color.primaries == .unspecified { color.primaries = isHD || !isYUV ? .bt709 : .smpte170M }
    if color.transfer == .unspecified { color.transfer = isYUV ? .bt709 : .sRGB }
    if color.matrix == .unspecified {
      color.matrix = !isYUV ? .rgb : isHD ? .bt709 : .smpte170M
    }
    if color.range == .unspecified { color.range = isYUV ? .video : .full }
    if color.chromaSiting == .unspecified { color.chromaSiting = .left }
    return color
  }

  /// Weights of red and blue in luma (Kr, Kb of H.273). Green's is the rest.
  public var lumaWeights: (red: Double, blue: Double) {
    switch matrix {
    case .bt2020NonConstant, .bt2020Constant: (0.2627, 0.0593)
    case .smpte170M, .bt470BG: (0.299, 0.114)
    case .smpte240M: (0.212, 0.087)
    case .fcc: (0.30, 0.11)
    default: (0.2126, 0.0722)
    }
  }
}
