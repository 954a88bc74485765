import Foundation
import GuiseCore

/// Frames from a file of raw 1280×720 pictures, one after the other, as `Benchmarks/peers/frames.py`
/// writes them: `.rgb` or `.i420` (BT.709, video range).
enum RawFrames {
  static let width = 1280
  static let height = 720
  static let framesPerSecond = 30

  /// Loads at most `limit` frames into memory; their times follow each other at 30 a second.
  static func load(_ path: String, limit: Int = .max) throws -> [Frame] {
    let url = URL(fileURLWithPath: path)
    let format: PixelFormat = url.pathExtension == "i420" ? .i420 : .rgb8
    let data = try Data(contentsOf: url, options: .alwaysMapped)
    let frameBytes = (0..<format.planeCount).reduce(0) { $0 + bytes(ofPlane: $1, format) }
    return (0..<min(limit, data.count / frameBytes)).map { index in
      frame(data[index * frameBytes..<(index + 1) * frameBytes], format, index)
    }
  }

  private static func rowBytes(_ plane: Int, _ format: PixelFormat) -> Int {
    format.planeSize(plane, width: width, height: height).width
      * format.samplesPerPixel(plane: plane)
  }

  private static func bytes(ofPlane plane: Int, _ format: PixelFormat) -> Int {
    rowBytes(plane, format) * format.planeSize(plane, width: width, height: height).height
  }

  private static func frame(_ bytes: Data, _ format: PixelFormat, _ index: Int) -> Frame {
    var frame = Frame(
      format: format, width: width, height: height, time: time(index),
      color: format.isYUV ? .bt709 : .sRGB)
    var start = bytes.startIndex
    for plane in 0..<format.planeCount {
      let count = rowBytes(plane, format)
      unsafe frame.withUnsafeMutablePlane(plane) { base, layout in
        for row in 0..<layout.height {
          let target = unsafe UnsafeMutableRawBufferPointer(
            start: base + row * layout.rowBytes, count: count)
          unsafe bytes[start..<start + count].copyBytes(to: target)
          start += count
        }
      }
    }
    return frame
  }

  static func time(_ index: Int) -> Duration {
    .nanoseconds(1_000_000_000 * index / framesPerSecond)
  }
}
