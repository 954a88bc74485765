import Foundation
import GuiseCore
import GuiseMedia
import Testing

@Suite struct VideoRoundTripTests {
  static let lossless = VideoWritingOptions(compression: .lossless)

  /// Lossless files give back the very samples that were written: nothing between `write` and the
  /// encoder, or between the decoder and `nextFrame`, touches them.
  @Test(arguments: [
    ("a.mkv", PixelFormat.i420), ("a.mp4", .i420), ("a.mov", .i420), ("a.webm", .i420),
    ("a.mkv", .nv12), ("a.mkv", PixelFormat(.yuv422)), ("a.mkv", PixelFormat(.yuv444)),
    ("a.mkv", PixelFormat(.yuv420, bitDepth: 10)), ("a.mp4", PixelFormat(.yuv420, bitDepth: 10)),
    ("a.mkv", PixelFormat(.yuv422, bitDepth: 10)), ("a.mkv", PixelFormat(.yuv444, bitDepth: 10)),
    ("a.mkv", PixelFormat(.yuv420, bitDepth: 12)),
  ])
  func losslessGivesBackEverySample(name: String, format: PixelFormat) throws {
    let folder = try VideoTestFolder()
    let url = folder.file(name)
    let info = VideoInfo(width: 64, height: 48, frameRate: Rational(25), format: format)
    let writer = try VideoWriter(url: url, like: info, options: Self.lossless)
    let written = (0..<5).map {
      Frame.testPicture(
        format, width: 64, height: 48, seed: $0, time: .milliseconds(40) * $0)
    }
    for frame in written { try writer.write(frame) }
    try writer.finish()
    let (read, frames, warnings) = try allFrames(of: url)
    #expect(warnings.isEmpty)
    #expect(try folder.names == [name])
    try #require(frames.count == 5)
    #expect(read.width == 64 && read.height == 48)
    #expect(read.format.bitDepth == format.bitDepth)
    for (frame, original) in zip(frames, written) {
      #expect(frame.time == original.time)
      if format == .nv12 {
        #expect(frame.samples(plane: 0) == original.samples(plane: 0))
        let chroma = original.samples(plane: 1)
        #expect(frame.samples(plane: 1) == stride(from: 0, to: chroma.count, by: 2).map { chroma[$0] })
      } else {
        #expect(frame.allSamples == original.allSamples)
      }
    }
  }
}
