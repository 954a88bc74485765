import GuiseCore
import GuiseRendering
import TestSupport
import Testing

/// Spot values of colour conversion, computed from the standards.
@Suite struct ColorTests {
  /// The code values that an opaque overlay colour becomes in a uniform picture.
  private func converted(
    _ rgb: [UInt8], format: PixelFormat, color: ColorDescription
  ) -> [Int] {
    var image = Image(width: 8, height: 8)
    for base in stride(from: 0, to: image.pixels.count, by: 4) {
      image.pixels.replaceSubrange(base..<base + 4, with: rgb + [255])
    }
    var frame = Frame(format: format, width: 8, height: 8, color: color)
    frame.fill { _, _, _ in 0 }
    Compositor().blend(Overlay(x: 0, y: 0, image: image), into: &frame)
    if format.planeCount == 1 {
      return (0..<format.samplesPerPixel(plane: 0)).map { frame.sample(plane: 0, x: $0, y: 2) }
    }
    return (0..<3).map { frame.sample(plane: $0, x: 2, y: 2) }
  }

  static let deepRGB = PixelFormat(.rgb, bitDepth: 16)
  static let tenBit = PixelFormat(.yuv420, bitDepth: 10)

  @Test func whiteInPQIsAt203Candela() {
    let color = ColorDescription(
      primaries: .bt2020, transfer: .pq, matrix: .bt2020NonConstant, range: .video)
    // ST 2084: 203 cd/m² is 0.58069; 64 + 876 · 0.58069 = 572.7.
    #expect(converted([255, 255, 255], format: Self.tenBit, color: color) == [573, 512, 512])
    #expect(converted([0, 0, 0], format: Self.tenBit, color: color) == [64, 512, 512])
  }

  @Test func whiteInHLGIsAtThreeQuarters() {
    let color = ColorDescription(
      primaries: .bt2020, transfer: .hlg, matrix: .bt2020NonConstant, range: .video)
    // BT.2408, table 1: graphics white is at 75 %; 64 + 876 · 0.75 = 721 (0.7498: 720.9).
    #expect(converted([255, 255, 255], format: Self.tenBit, color: color) == [721, 512, 512])
    #expect(converted([0, 0, 0], format: Self.tenBit, color: color) == [64, 512, 512])
  }

  @Test func grayInHLG() {
    // sRGB 128: light 0.21586; display light 0.203 · 0.21586 = 0.04382; scene light
    // 0.04382^(1/1.2) = 0.07380, below 1/12: √(3 · 0.07380) = 0.47053; · 65535 = 30836.
    let color = ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .rgb, range: .full)
    for value in converted([128, 128, 128], format: Self.deepRGB, color: color) {
      #expect(abs(value - 30836) <= 8)
    }
  }

  @Test func redInPQ() {
    // BT.2087: BT.709 red is 0.6274, 0.0691, 0.0164 of BT.2020. ST 2084 of 203 times these:
    // 127.36 → 0.53255, 14.03 → 0.32703, 3.33 → 0.22010.
    let color = ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .rgb, range: .full)
    let red = converted([255, 0, 0], format: Self.deepRGB, color: color)
    for (value, expected) in zip(red, [0.53255, 0.32703, 0.22010]) {
      #expect(abs(Double(value) / 65535 - expected) < 0.0015)
    }
  }

  @Test func redInDisplayP3() {
    // CSS Color 4: sRGB red is color(display-p3 0.91749 0.20029 0.13856).
    let color = ColorDescription(
      primaries: .displayP3, transfer: .sRGB, matrix: .rgb, range: .full)
    let red = converted([255, 0, 0], format: Self.deepRGB, color: color)
    for (value, expected) in zip(red, [0.91749, 0.20029, 0.13856]) {
      #expect(abs(Double(value) / 65535 - expected) < 0.0003)
    }
    #expect(
      converted([255, 255, 255], format: Self.deepRGB, color: color) == [65535, 65535, 65535])
  }

  @Test(
    arguments: [
      ColorDescription.Primaries.bt470M, .bt470BG, .smpte170M, .film, .bt2020, .smpte431,
      .displayP3, .ebu3213,
    ])
  func whiteStaysWhite(_ primaries: ColorDescription.Primaries) {
    let color = ColorDescription(primaries: primaries, transfer: .sRGB, matrix: .rgb, range: .full)
    for value in converted([255, 255, 255], format: Self.deepRGB, color: color) {
      #expect(value >= 65533)
    }
  }

  @Test func gammaCurves() {
    // Light of sRGB 128 is 0.21586: to the power of 1/2.2 0.49814, of 1/2.8 0.57837.
    for (transfer, expected) in [
      (ColorDescription.Transfer.gamma22, 0.49814), (.gamma28, 0.57837), (.linear, 0.21586),
    ] {
      let color = ColorDescription(
        primaries: .bt709, transfer: transfer, matrix: .rgb, range: .full)
      let value = converted([128, 128, 128], format: Self.deepRGB, color: color)[0]
      #expect(abs(Double(value) / 65535 - expected) < 0.0001)
    }
  }

  @Test func planesOfGreenBlueRed() {
    let color = ColorDescription(
      primaries: .bt709, transfer: .sRGB, matrix: .rgb, range: .full)
    #expect(
      converted([10, 20, 30], format: PixelFormat(.yuv444), color: color) == [20, 30, 10])
  }
}
