import Foundation
import GuiseCore
import GuiseRendering
import TestSupport
import Testing

@Suite struct CompositorTests {
  static let formats: [PixelFormat] = {
    var formats: [PixelFormat] = [.rgb8, .rgba8]
    for depth in [10, 16] { formats += [PixelFormat(.rgb, bitDepth: depth)] }
    formats.append(PixelFormat(.rgba, bitDepth: 16))
    for layout: PixelFormat.Layout in [.gray, .yuv420, .yuv420SemiPlanar, .yuv422, .yuv444] {
      for depth in [8, 10, 12] { formats.append(PixelFormat(layout, bitDepth: depth)) }
    }
    return formats
  }()

  /// Width, height, and the overlay's rectangle: even, odd, over the edges, one pixel.
  static let geometries: [(width: Int, height: Int, rect: PixelRect)] = [
    (64, 48, PixelRect(x: 8, y: 6, width: 40, height: 30)),
    (63, 47, PixelRect(x: 9, y: 7, width: 37, height: 23)),
    (63, 47, PixelRect(x: -5, y: -3, width: 90, height: 70)),
    (33, 31, PixelRect(x: 20, y: 19, width: 13, height: 12)),
    (5, 3, PixelRect(x: 4, y: 2, width: 1, height: 1)),
    (1, 1, PixelRect(x: 0, y: 0, width: 1, height: 1)),
    (130, 9, PixelRect(x: 1, y: 1, width: 127, height: 5)),
  ]

  static func noise(
    _ format: PixelFormat, width: Int, height: Int, color: ColorDescription = ColorDescription()
  ) -> Frame {
    var random = FixedRandom(seed: 7)
    var frame = Frame(format: format, width: width, height: height, color: color)
    frame.fill { _, _, _ in Int.random(in: 0..<1 << format.bitDepth, using: &random) }
    return frame
  }

  /// Premultiplied noise with transparent, half transparent and opaque areas.
  static func overlayImage(width: Int, height: Int) -> Image {
    var random = FixedRandom(seed: 11)
    var image = Image(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let kind = (x / 5 + y / 3) % 4
        let alpha = [0, 255, Int.random(in: 0...255, using: &random), x % 3 == 0 ? 255 : 0][kind]
        let base = (y * width + x) * 4
        for channel in 0..<3 {
          image.pixels[base + channel] = UInt8(Int.random(in: 0...alpha, using: &random))
        }
        image.pixels[base + 3] = UInt8(alpha)
      }
    }
    return image
  }

  /// Blends, and compares every sample with the reference.
  private func check(_ format: PixelFormat, color: ColorDescription = ColorDescription()) {
    for (width, height, rect) in Self.geometries {
      let before = Self.noise(format, width: width, height: height, color: color)
      let image = Self.overlayImage(width: rect.width, height: rect.height)
      let reference = BlendReference(
        frame: before, color: color.resolved(height: height, isYUV: format.isYUV), image: image,
        origin: (rect.x, rect.y))
      var frame = before
      Compositor().blend(Overlay(x: rect.x, y: rect.y, image: image), into: &frame)
      var worst = 0.0
      var touched = 0
      for plane in 0..<format.planeCount {
        for y in 0..<before.layout(plane: plane).height {
          for x in 0..<before.samplesPerRow(plane: plane) {
            let actual = frame.sample(plane: plane, x: x, y: y)
            if reference.isUntouched(plane: plane, x: x, y: y) {
              if actual != before.sample(plane: plane, x: x, y: y) { touched += 1 }
            } else {
              let expected = reference.expected(plane: plane, x: x, y: y)
              worst = max(worst, abs(Double(actual) - expected))
            }
          }
        }
      }
      #expect(touched == 0, "\(format) \(width)×\(height): transparent samples changed")
      // Half a code value is rounding; the rest is what single precision adds.
      #expect(worst < 0.52, "\(format) \(width)×\(height)")
    }
  }

  @Test(arguments: formats) func equalsTheReference(_ format: PixelFormat) {
    check(format)
  }

  @Test(
    arguments: [
      ColorDescription.ChromaSiting.left, .center, .topLeft, .top, .bottomLeft, .bottom,
    ])
  func honoursChromaSiting(_ siting: ColorDescription.ChromaSiting) {
    check(.i420, color: ColorDescription(primaries: .bt709, chromaSiting: siting))
    check(.nv12, color: ColorDescription(primaries: .bt709, chromaSiting: siting))
  }

  @Test(arguments: [ColorDescription.Matrix.bt709, .smpte170M, .bt2020NonConstant, .smpte240M])
  func honoursMatrixAndRange(_ matrix: ColorDescription.Matrix) {
    for range in [ColorDescription.Range.video, .full] {
      check(.i420, color: ColorDescription(primaries: .bt709, matrix: matrix, range: range))
      check(
        PixelFormat(.yuv422, bitDepth: 10),
        color: ColorDescription(primaries: .bt709, matrix: matrix, range: range))
    }
  }

  @Test func opaquePixelsBecomeExactlyTheirColor() {
    var image = Image(width: 16, height: 16)
    for base in stride(from: 0, to: image.pixels.count, by: 4) {
      image.pixels.replaceSubrange(base..<base + 4, with: [200, 30, 100, 255])
    }
    let overlay = Overlay(x: 0, y: 0, image: image)
    var rgb = Self.noise(.rgb8, width: 16, height: 16)
    Compositor().blend(overlay, into: &rgb)
    var deep = Self.noise(PixelFormat(.rgb, bitDepth: 16), width: 16, height: 16)
    Compositor().blend(overlay, into: &deep)
    var yuv = Self.noise(.i420, width: 16, height: 16, color: .bt709)
    Compositor().blend(overlay, into: &yuv)
    for x in 0..<16 {
      #expect((0..<3).map { rgb.sample(plane: 0, x: 3 * x + $0, y: 5) } == [200, 30, 100])
      #expect(
        (0..<3).map { deep.sample(plane: 0, x: 3 * x + $0, y: 5) } == [
          200 * 257, 30 * 257, 100 * 257,
        ])
      // BT.709: Y' = 0.2126 · 200 + 0.7152 · 30 + 0.0722 · 100 = 71.20; 16 + 219/255 Y' = 77.14;
      // Cb = 128 + 224/255 (100 − Y') / 1.8556 = 141.64; Cr = 128 + 224/255 (200 − Y') / 1.5748.
      #expect(yuv.sample(plane: 0, x: x, y: 5) == 77)
      #expect(yuv.sample(plane: 1, x: x / 2, y: 5) == 142)
      #expect(yuv.sample(plane: 2, x: x / 2, y: 5) == 200)
    }
  }

  @Test func sharedFramesKeepTheirCopy() {
    let before = Self.noise(.i420, width: 32, height: 32)
    var frame = before
    let image = Self.overlayImage(width: 32, height: 32)
    Compositor().blend(Overlay(x: 0, y: 0, image: image), into: &frame)
    #expect(before.storage !== frame.storage)
    #expect(
      before.sample(plane: 0, x: 5, y: 0)
        == Self.noise(.i420, width: 32, height: 32).sample(plane: 0, x: 5, y: 0))
  }

  @Test func profilesAreConvertedByTheClosure() {
    var frame = Frame(
      format: .rgb8, width: 4, height: 4, color: .sRGB, iccProfile: [1, 2, 3])
    frame.fill { _, _, _ in 50 }
    var image = Image(width: 2, height: 2)
    image.pixels = Array([[100, 0, 0, 255], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]].joined())
    let compositor = Compositor { image in
      var image = image
      image.pixels[0] = 90
      return image
    }
    compositor.blend(Overlay(x: 1, y: 1, image: image), into: &frame)
    #expect((0..<3).map { frame.sample(plane: 0, x: 3 + $0, y: 1) } == [90, 0, 0])
    #expect(frame.sample(plane: 0, x: 6, y: 1) == 50)
  }

  @Test func overlaysOutsideOfThePictureDoNothing() {
    let before = Self.noise(.i420, width: 16, height: 16)
    var frame = before
    let image = Self.overlayImage(width: 8, height: 8)
    Compositor().blend(Overlay(x: 16, y: 0, image: image), into: &frame)
    Compositor().blend(Overlay(x: -8, y: 3, image: image), into: &frame)
    Compositor().blend(.empty, into: &frame)
    #expect(frame.storage === before.storage)
  }
}
