import Foundation
import GuiseCore

/// Clips as the ffmpeg tool decodes them, which is how the reference results' pixels were made:
/// rotation applied, pixel aspect ignored, every frame.
public struct DecodedClip {
  public let frames: [Frame]

  /// - Parameters:
  ///   - pixelFormat: as ffmpeg calls it.
  ///   - times: of the frames; the rest gets 1/30 s more each.
  ///   - filter: in ffmpeg's language, done before.
  public init(
    _ url: URL, width: Int, height: Int, format: PixelFormat = .rgb8, pixelFormat: String = "rgb24",
    times: [Duration] = [], filter: String = "null", limit: Int
  ) throws {
    let data = try ToolProcess.output(
      "ffmpeg",
      [
        "-v", "error", "-i", url.path, "-map", "0:v:0", "-vsync", "passthrough", "-vf",
        filter, "-frames:v", "\(limit)", "-f", "rawvideo", "-pix_fmt", pixelFormat, "-",
      ])
    var size = 0
    for plane in 0..<format.planeCount {
      let plane = format.planeSize(plane, width: width, height: height)
      size += plane.width * plane.height
    }
    if format.layout == .rgb { size *= 3 }
    if format.layout == .yuv420SemiPlanar {
      let plane = format.planeSize(1, width: width, height: height)
      size += plane.width * plane.height
    }
    size *= format.bytesPerSample
    var frames: [Frame] = []
    for start in stride(from: 0, to: data.count - size + 1, by: size) {
      let index = frames.count
      let time = index < times.count ? times[index] : .seconds(Double(index) / 30)
      frames.append(
        try RawFrame.packed(
          data[start..<start + size], format: format, width: width, height: height, time: time))
    }
    self.frames = frames
  }
}
