import GuiseCore
import Testing

@testable import GuiseCodecs

struct ColorProfileTransformTests {
  @Test func redIsLessSaturatedInDisplayP3Numbers() throws {
    let transform = try ColorProfileTransform(iccProfile: ICCBytes.displayP3)
    #expect(!transform.isIdentity)
    let red = Image(width: 1, height: 1, alpha: .straight, pixels: [255, 0, 0, 200])
    let converted = transform.convert(red)
    // sRGB's red in Display P3, as colour managers agree: 234, 51, 35.
    #expect(abs(Int(converted.pixels[0]) - 234) <= 2)
    #expect(abs(Int(converted.pixels[1]) - 51) <= 3)
    #expect(abs(Int(converted.pixels[2]) - 35) <= 4)
    #expect(converted.pixels[3] == 200)
  }

  @Test func greyStaysGreyAndAlphaStays() throws {
    let transform = try ColorProfileTransform(iccProfile: ICCBytes.displayP3)
    let pixels: [UInt8] = (0..<256).flatMap { level -> [UInt8] in
      let alpha = level
      let value = UInt8(level * alpha / 255)
      return [value, value, value, UInt8(alpha)]
    }
    let image = Image(width: 256, height: 1, pixels: pixels)
    let converted = transform.convert(image)
    #expect(converted.alpha == .premultiplied)
    for base in stride(from: 0, to: pixels.count, by: 4) {
      #expect(converted.pixels[base + 3] == pixels[base + 3])
      for channel in 0..<3 {
        #expect(abs(Int(converted.pixels[base + channel]) - Int(pixels[base + channel])) <= 2)
        #expect(converted.pixels[base + channel] <= converted.pixels[base + 3])
      }
    }
  }

  @Test func sRGBIsTheIdentity() throws {
    let transform = try ColorProfileTransform(iccProfile: ICCBytes.sRGB)
    #expect(transform.isIdentity)
    let image = Image(width: 1, height: 1, pixels: [10, 20, 30, 40])
    #expect(transform.convert(image) == image)
  }

  @Test func damagedProfilesAreRefused() {
    for profile in [[], [UInt8](repeating: 0, count: 200), Array(ICCBytes.displayP3.prefix(130))] {
      #expect(throws: CodecError.self) { try ColorProfileTransform(iccProfile: profile) }
    }
    for count in stride(from: 0, to: ICCBytes.displayP3.count, by: 7) {
      _ = try? ColorProfileTransform(iccProfile: Array(ICCBytes.displayP3.prefix(count)))
    }
  }
}

/// Small matrix profiles (ICC.1:2001-04), built byte by byte.
enum ICCBytes {
  /// Colourants adapted to D50, from the profile that Apple ships, and a gamma of 2.2.
  static let displayP3 = profile(
    red: (0.51512, 0.24120, -0.00105), green: (0.29198, 0.69225, 0.04189),
    blue: (0.15710, 0.06657, 0.78407), curve: parametricSRGB)

  static let sRGB = profile(
    red: (0.43607, 0.22249, 0.01392), green: (0.38515, 0.71687, 0.09708),
    blue: (0.14307, 0.06061, 0.71410), curve: parametricSRGB)

  private typealias XYZ = (Double, Double, Double)

  /// sRGB's transfer function as a parametric curve of type 3.
  private static let parametricSRGB =
    Array("para".utf8) + big(0, 4) + big(3, 2) + big(0, 2)
    + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)

  private static func profile(red: XYZ, green: XYZ, blue: XYZ, curve: [UInt8]) -> [UInt8] {
    func xyz(_ value: XYZ) -> [UInt8] {
      Array("XYZ ".utf8) + big(0, 4) + fixed(value.0) + fixed(value.1) + fixed(value.2)
    }
    let tags: [(String, [UInt8])] = [
      ("wtpt", xyz((0.9642, 1, 0.8249))), ("rXYZ", xyz(red)), ("gXYZ", xyz(green)),
      ("bXYZ", xyz(blue)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var table = big(tags.count, 4)
    var data: [UInt8] = []
    let start = 128 + 4 + 12 * tags.count
    for (name, bytes) in tags {
      table += Array(name.utf8) + big(start + data.count, 4) + big(bytes.count, 4)
      data += bytes
    }
    var header = big(start + data.count, 4) + big(0, 4) + [4, 0x20, 0, 0]
    header += Array("mntrRGB XYZ ".utf8) + [UInt8](repeating: 0, count: 12)
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    header += fixed(0.9642) + fixed(1) + fixed(0.8249)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + data
  }

  private static func big(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
  }

  private static func fixed(_ value: Double) -> [UInt8] {
    big(Int((value * 65_536).rounded()), 4)
  }
}
