import Foundation
import GuiseCore
import GuiseMedia
import TestSupport

/// A folder of its own for a test, removed afterwards.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("guise-photo-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }
}

extension Frame {
  /// A picture with a different value in every sample, smooth enough for lossy formats.
  static func gradient(_ format: PixelFormat, width: Int, height: Int) -> Frame {
    var frame = Frame(format: format, width: width, height: height, color: .sRGB)
    let scale = format.bitDepth > 8 ? 257 : 1
    let channels = format.samplesPerPixel(plane: 0)
    frame.fill { _, x, y in
      let (pixel, channel) = x.quotientAndRemainder(dividingBy: channels)
      let value =
        switch channel {
        case 0: pixel * 255 / max(width - 1, 1)
        case 1: y * 255 / max(height - 1, 1)
        case 2: (pixel + y) * 255 / max(width + height - 2, 1)
        default: 55 + pixel * 200 / max(width - 1, 1)
        }
      return value * scale + (format.bitDepth > 8 ? (x * 31 + y * 17) % 97 : 0)
    }
    return frame
  }

  /// Noise, the same in every run.
  static func noise(_ format: PixelFormat, width: Int, height: Int, seed: UInt64 = 1) -> Frame {
    var random = FixedRandom(seed: seed)
    var frame = Frame(format: format, width: width, height: height, color: .sRGB)
    frame.fill { _, _, _ in Int(random.next() & (format.bitDepth > 8 ? 0xFFFF : 0xFF)) }
    return frame
  }

  /// All samples of the first plane, without padding.
  var samples: [Int] {
    (0..<height).flatMap { y in
      (0..<samplesPerRow(plane: 0)).map { sample(plane: 0, x: $0, y: y) }
    }
  }
}

/// EXIF blocks and PNG files that say how they are turned, built byte by byte.
enum PhotoBytes {
  /// A TIFF stream: orientation, camera, pixel dimensions, and a thumbnail directory.
  static func exif(orientation: Int, width: Int, height: Int) -> [UInt8] {
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      big(tag, 2) + big(type, 2) + big(count, 4)
        + (type == 3 ? big(value, 2) + [0, 0] : big(value, 4))
    }
    // Header 8, IFD0 2+3·12+4 = 42 → 50, camera 6 → 56, EXIF IFD 2+2·12+4 = 30 → 86,
    // IFD1 2+2·12+4 = 30 → 116, thumbnail.
    var bytes = Array("MM\0*".utf8) + big(8, 4)
    bytes += big(3, 2) + entry(0x010F, 2, 6, 50) + entry(0x0112, 3, 1, orientation)
    bytes += entry(0x8769, 4, 1, 56) + big(86, 4)
    bytes += Array("Guise\0".utf8)
    bytes += big(2, 2) + entry(0xA002, 4, 1, width) + entry(0xA003, 3, 1, height) + big(0, 4)
    bytes += big(2, 2) + entry(0x0201, 4, 1, 116) + entry(0x0202, 4, 1, 9) + big(0, 4)
    return bytes + Array("THUMBNAIL".utf8)
  }

  /// A matrix profile with gamma 1.8 (ICC.1:2001-04).
  static let iccProfile: [UInt8] = {
    func fixed(_ value: Double) -> [UInt8] { big(Int((value * 65_536).rounded()), 4) }
    func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
      Array("XYZ ".utf8) + big(0, 4) + fixed(x) + fixed(y) + fixed(z)
    }
    let curve = Array("curv".utf8) + big(0, 4) + big(1, 4) + [1, 0xCD] + [0, 0]
    let tags: [(String, [UInt8])] = [
      ("wtpt", xyz(0.9642, 1, 0.8249)), ("rXYZ", xyz(0.51512, 0.24120, 0)),
      ("gXYZ", xyz(0.29198, 0.69225, 0.04189)), ("bXYZ", xyz(0.15710, 0.06657, 0.78407)),
      ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    let start = 128 + 4 + 12 * tags.count
    var table = big(tags.count, 4)
    var data: [UInt8] = []
    for (name, bytes) in tags {
      table += Array(name.utf8) + big(start + data.count, 4) + big(bytes.count, 4)
      data += bytes
    }
    var header = big(start + data.count, 4) + big(0, 4) + [2, 0x10, 0, 0]
    header += Array("mntrRGB XYZ ".utf8) + big(0, 12) + Array("acsp".utf8) + big(0, 28)
    header += fixed(0.9642) + fixed(1) + fixed(0.8249) + big(0, 48)
    return header + table + data
  }()

  /// A PNG's header chunk and an end, nothing between.
  static func pngHeader(width: Int, height: Int) -> [UInt8] {
    let header = big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + pngChunk("IHDR", header)
      + pngChunk("IDAT", [0x78, 0x9C, 3, 0, 0, 0, 0, 1]) + pngChunk("IEND", [])
  }

  static func pngChunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return big(data.count, 4) + body + big(Int(crc32(body)), 4)
  }

  static func big(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { checksum, byte in
      (0..<8).reduce(checksum ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
      }
    }
  }
}
