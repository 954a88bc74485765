private import CZlib
import Foundation
import GuiseCore

/// Reads and writes the PNG files that tests keep: 8-bit RGBA with straight alpha, not interlaced.
public enum PNG {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// The file of a picture. Premultiplied pictures are written as their straight twins, rounded to
  /// nearest.
  public static func encode(_ image: Image) -> [UInt8] {
    let pixels = image.straightPixels
    let row = image.width * 4
    var raw: [UInt8] = []
    raw.reserveCapacity((row + 1) * image.height)
    for y in 0..<image.height {
      raw.append(2)  // Filter "up": what is the same as above becomes 0.
      for x in 0..<row {
        let above = y > 0 ? pixels[(y - 1) * row + x] : 0
        raw.append(pixels[y * row + x] &- above)
      }
    }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    append("IHDR", bigEndian(image.width) + bigEndian(image.height) + [8, 6, 0, 0, 0], to: &file)
    append("IDAT", deflated(raw), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  /// The picture in a file that ``encode(_:)`` or another program wrote in that format.
  public static func decode(_ file: [UInt8]) throws -> Image {
    var offset = 8
    var (width, height) = (0, 0)
    var packed: [UInt8] = []
    while offset + 8 <= file.count {
      let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let kind = String(decoding: file[offset + 4..<offset + 8], as: UTF8.self)
      let body = offset + 8
      guard body + length + 4 <= file.count else { throw Failure(description: "truncated PNG") }
      if kind == "IHDR" {
        width = file[body..<body + 4].reduce(0) { $0 << 8 | Int($1) }
        height = file[body + 4..<body + 8].reduce(0) { $0 << 8 | Int($1) }
        guard Array(file[body + 8..<body + 13]) == [8, 6, 0, 0, 0] else {
          throw Failure(description: "not an 8-bit RGBA PNG")
        }
      } else if kind == "IDAT" {
        packed += file[body..<body + length]
      }
      offset = body + length + 4
    }
    let row = width * 4
    let raw = try inflated(packed, byteCount: (row + 1) * height)
    var pixels = [UInt8](repeating: 0, count: row * height)
    for y in 0..<height {
      let filter = raw[y * (row + 1)]
      for x in 0..<row {
        let left = x >= 4 ? Int(pixels[y * row + x - 4]) : 0
        let up = y > 0 ? Int(pixels[(y - 1) * row + x]) : 0
        let corner = x >= 4 && y > 0 ? Int(pixels[(y - 1) * row + x - 4]) : 0
        let predicted: Int
        switch filter {
        case 0: predicted = 0
        case 1: predicted = left
        case 2: predicted = up
        case 3: predicted = (left + up) / 2
        case 4:
          let p = left + up - corner
          let (a, b, c) = (abs(p - left), abs(p - up), abs(p - corner))
          predicted = a <= b && a <= c ? left : b <= c ? up : corner
        default: throw Failure(description: "PNG filter \(filter)")
        }
        pixels[y * row + x] = raw[y * (row + 1) + 1 + x] &+ UInt8(predicted)
      }
    }
    return Image(width: width, height: height, alpha: .straight, pixels: pixels)
  }

  // MARK: Pieces

  private static func append(_ kind: String, _ body: [UInt8], to file: inout [UInt8]) {
    let chunk = Array(kind.utf8) + body
    let checksum = unsafe chunk.withUnsafeBufferPointer {
      unsafe crc32(0, $0.baseAddress, uInt($0.count))
    }
    file += bigEndian(body.count) + chunk + bigEndian(Int(checksum))
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var count = compressBound(uLong(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(count))
    let status = unsafe compress2(&packed, &count, bytes, uLong(bytes.count), 9)
    precondition(status == Z_OK, "zlib: \(status)")
    return Array(packed.prefix(Int(count)))
  }

  private static func inflated(_ packed: [UInt8], byteCount: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    var count = uLong(byteCount)
    let status = unsafe uncompress(&bytes, &count, packed, uLong(packed.count))
    guard status == Z_OK, Int(count) == byteCount else {
      throw Failure(description: "PNG data does not unpack, zlib \(status)")
    }
    return bytes
  }
}

extension Image {
  /// The pixels with straight alpha, rounded to nearest.
  public var straightPixels: [UInt8] {
    guard alpha == .premultiplied else { return pixels }
    var result = pixels
    for base in stride(from: 0, to: result.count, by: 4) {
      let alpha = Int(result[base + 3])
      for channel in base..<base + 3 where alpha > 0 {
        result[channel] = UInt8(min((Int(result[channel]) * 255 + alpha / 2) / alpha, 255))
      }
    }
    return result
  }

  /// The picture laid over a uniform colour, opaque.
  public func over(red: UInt8, green: UInt8, blue: UInt8) -> Image {
    let source = premultiplied()
    var result = source
    for base in stride(from: 0, to: source.pixels.count, by: 4) {
      let rest = 255 - Int(source.pixels[base + 3])
      for (channel, value) in [red, green, blue].enumerated() {
        let below = (Int(value) * rest + 127) / 255
        result.pixels[base + channel] = UInt8(min(Int(source.pixels[base + channel]) + below, 255))
      }
      result.pixels[base + 3] = 255
    }
    return result
  }
}
