import Foundation
import GuiseCore

/// Frames from packed samples.
public enum RawFrame {
  /// An RGB frame from rows without padding.
  public static func rgb(_ data: Data, width: Int, height: Int, time: Duration = .zero) throws
    -> Frame
  {
    try packed(data, format: .rgb8, width: width, height: height, time: time)
  }

  /// A frame from planes without padding, one after the other.
  public static func packed(
    _ data: Data, format: PixelFormat, width: Int, height: Int, time: Duration = .zero
  ) throws -> Frame {
    var frame = Frame(
      format: format, width: width, height: height, time: time,
      color: format.isYUV ? .init() : .sRGB)
    var position = data.startIndex
    for plane in 0..<format.planeCount {
      let layout = frame.layout(plane: plane)
      let row = layout.width * format.samplesPerPixel(plane: plane) * format.bytesPerSample
      guard data.endIndex - position >= row * layout.height else {
        throw SupportError("too few bytes for \(width) × \(height) pixels")
      }
      unsafe frame.withUnsafeMutablePlane(plane) { target, layout in
        for y in 0..<layout.height {
          let target = unsafe UnsafeMutableRawBufferPointer(
            start: target + y * layout.rowBytes, count: row)
          unsafe data.copyBytes(to: target, from: position..<position + row)
          position += row
        }
      }
    }
    return frame
  }
}
