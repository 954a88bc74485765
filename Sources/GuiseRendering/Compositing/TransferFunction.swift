import Foundation
import GuiseCore

/// How graphics light becomes code values of a picture, both 0…1.
enum TransferFunction {
  /// The luminance of graphics white in HDR pictures: 203 cd/m², ITU-R BT.2408, table 1.
  static let graphicsWhite = 203.0
  /// Peak luminance of HLG's reference display, cd/m² (BT.2100).
  static let hlgPeak = 1000.0

  /// Encoded sRGB → linear light (IEC 61966-2-1).
  static func sRGBToLinear(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  static func linearToSRGB(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// Light relative to graphics white → code value. For HLG the light is scene light of 0…1 instead,
  /// after the inverse OOTF.
  ///
  /// The camera curves of standard video (BT.709, BT.601, BT.2020) count as sRGB's: such pictures are
  /// made to look right on a display, and there a code value of graphics and of video mean the same.
  static func encode(_ light: Double, _ transfer: ColorDescription.Transfer) -> Double {
    switch transfer {
    case .bt709, .unspecified, .smpte170M, .smpte240M, .iec61966, .bt1361, .sRGB, .bt2020TenBit,
      .bt2020TwelveBit:
      linearToSRGB(light)
    case .gamma22: pow(light, 1 / 2.2)
    case .gamma28: pow(light, 1 / 2.8)
    case .linear: light
    case .log100: light < 0.01 ? 0 : 1 + log10(light) / 2
    case .log316: light < 0.0031622777 ? 0 : 1 + log10(light) / 2.5
    case .smpte428: pow(light * 48 / 52.37, 1 / 2.6)
    case .pq: pq(light * graphicsWhite)
    case .hlg: hlg(light)
    }
  }

  /// Whether code values of graphics are those of the picture.
  static func isLikeSRGB(_ transfer: ColorDescription.Transfer) -> Bool {
    switch transfer {
    case .bt709, .unspecified, .smpte170M, .smpte240M, .iec61966, .bt1361, .sRGB, .bt2020TenBit,
      .bt2020TwelveBit:
      true
    case .gamma22, .gamma28, .linear, .log100, .log316, .smpte428, .pq, .hlg: false
    }
  }

  /// The inverse EOTF of SMPTE ST 2084 for a luminance in cd/m².
  private static func pq(_ luminance: Double) -> Double {
    let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    let y = pow(luminance / 10_000, m1)
    return pow((c1 + c2 * y) / (1 + c3 * y), m2)
  }

  /// The OETF of HLG (BT.2100, table 5).
  private static func hlg(_ light: Double) -> Double {
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    return light <= 1.0 / 12 ? (3 * light).squareRoot() : a * log(12 * light - b) + c
  }
}
