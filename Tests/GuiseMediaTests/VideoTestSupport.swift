import Foundation
import GuiseCore
import GuiseMedia

/// A folder that goes away with the last reference.
final class VideoTestFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("guise-video-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// Names of what lies in the folder.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}

extension Frame {
  /// A picture that no symmetry maps to itself: gradients, and noise that depends on `seed`.
  static func testPicture(
    _ format: PixelFormat, width: Int, height: Int, seed: Int, time: Duration = .zero
  ) -> Frame {
    var frame = Frame(format: format, width: width, height: height, time: time)
    let top = (1 << format.bitDepth) - 1
    for plane in 0..<format.planeCount {
      let samples = format.samplesPerPixel(plane: plane)
      let bytes = format.bytesPerSample
      frame.withMutablePlane(plane) { span, layout in
        for y in 0..<layout.height {
          for x in 0..<layout.width * samples {
            let noise = (x * 7 + y * 13 + seed * 29 + plane * 3) % 32
            let value = (x * 3 + y * 5 + noise + seed * 11) * (top / 255) % (top + 1)
            let offset = y * layout.rowBytes + x * bytes
            if bytes == 1 {
              span.storeBytes(of: UInt8(value), toByteOffset: offset, as: UInt8.self)
            } else {
              span.storeBytes(of: UInt16(value), toByteOffset: offset, as: UInt16.self)
            }
          }
        }
      }
    }
    return frame
  }

  /// All samples of a plane, rows from the top without padding.
  func samples(plane: Int) -> [Int] {
    let count = format.samplesPerPixel(plane: plane)
    let bytes = format.bytesPerSample
    return withPlane(plane) { span, layout in
      var samples: [Int] = []
      samples.reserveCapacity(layout.height * layout.width * count)
      for y in 0..<layout.height {
        for x in 0..<layout.width * count {
          let offset = y * layout.rowBytes + x * bytes
          samples.append(
            bytes == 1
              ? Int(unsafe span.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
              : Int(unsafe span.unsafeLoad(fromByteOffset: offset, as: UInt16.self)))
        }
      }
      return samples
    }
  }

  /// The samples of all planes.
  var allSamples: [[Int]] { (0..<format.planeCount).map { samples(plane: $0) } }
}

/// Reads all frames of a video.
func allFrames(
  of url: URL, options: VideoReadingOptions = VideoReadingOptions()
) throws -> (info: VideoInfo, frames: [Frame], warnings: [String]) {
  let reader = try VideoReader(url: url, options: options)
  var frames: [Frame] = []
  while let frame = try reader.nextFrame() { frames.append(frame) }
  return (reader.info, frames, reader.warnings)
}
