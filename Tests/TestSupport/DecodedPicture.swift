import Foundation
import GuiseCore

/// Pictures as ImageMagick decodes them, through the same libraries as the reference results': upright,
/// alpha laid over black, 8-bit RGB.
public enum DecodedPicture {
  public static func read(_ url: URL) throws -> Frame {
    let data = try ToolProcess.output(
      "convert",
      [
        "\(url.path)[0]", "-auto-orient", "-background", "black", "-alpha", "remove", "-alpha",
        "off", "-colorspace", "sRGB", "-type", "TrueColor", "-depth", "8", "ppm:-",
      ])
    return try portablePixmap(data)
  }

  /// Reads a binary PPM of 8 bits.
  static func portablePixmap(_ data: Data) throws -> Frame {
    var position = data.startIndex
    func token() -> String {
      var text = ""
      while position < data.endIndex {
        let character = Character(UnicodeScalar(data[position]))
        position += 1
        if character == "#", text.isEmpty {
          // A comment, to the end of its line.
          while position < data.endIndex, data[position] != 10 { position += 1 }
          continue
        }
        if character.isWhitespace { if text.isEmpty { continue } else { break } }
        text.append(character)
      }
      return text
    }
    guard token() == "P6", let width = Int(token()), let height = Int(token()), token() == "255"
    else { throw SupportError("expected an 8-bit PPM") }
    return try RawFrame.rgb(data[position...], width: width, height: height)
  }
}

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
