import Foundation
import GuiseCore

/// Light from coded values: the transfer of sRGB undone, which is near enough to that of video.
enum LinearLight {
  private static let table: [Float] = (0...255).map { step in
    let value = Float(step) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// Of a value of 0…1; others are clamped, and what is not a number is black.
  static func value(_ coded: Float) -> Float {
    coded > 0 ? table[Int(min(coded, 1) * 255 + 0.5)] : 0
  }

  static func color(_ red: Float, _ green: Float, _ blue: Float) -> SIMD3<Float> {
    SIMD3(value(red), value(green), value(blue))
  }
}
