import Foundation
import GuiseCore
import TestSupport
import Testing

@testable import GuiseMedia

/// Every video of the shared data is read as FFmpeg's own tools read it.
@Suite(.enabled(if: SharedData.isPresent, "no ../shared/data beside the checkout"))
struct VideoReadingTests {
  /// K22 among others: size, time stamps and the very samples, turned upright.
  @Test(arguments: VideoExpectation.all)
  func framesAreThoseOfFFmpeg(_ expectation: VideoExpectation) throws {
    let url = try expectation.url()
    let reader = try VideoReader(url: url)
    let info = reader.info
    #expect((info.width, info.height) == expectation.size)
    #expect(info.format == expectation.format)
    #expect(info.pixelAspectRatio == expectation.pixelAspectRatio)
    #expect(info.color.matrix == expectation.matrix)
    #expect(info.color.range == expectation.range)
    #expect(info.isDeinterlaced == expectation.isDeinterlaced)
    #expect(info.audio.map(\.codecName) == expectation.audio)
    let source = try #require(info.source)
    let stamps = try VideoProbe.frameStamps(of: url, stream: source.streamIndex)
    let checksums = try VideoProbe.frameChecksums(
      of: url, stream: source.streamIndex,
      filter: expectation.isDeinterlaced ? "bwdif=send_frame" : nil)
    var index = 0
    while let frame = try reader.nextFrame() {
      #expect((frame.width, frame.height) == expectation.size)
      if index < stamps.count {
        #expect(
          frame.time == info.timeBase.duration(ofTicks: stamps[index] - stamps[0]), "frame \(index)"
        )
      }
      // Damaged pictures are concealed by what threads have ready: no two runs are alike.
      if index < 2 || index % 40 == 0, index < checksums.count, expectation.warning == nil {
        #expect(frame.checksum == checksums[index], "frame \(index)")
      }
      index += 1
    }
    #expect(index == expectation.frameCount)
    #expect(stamps.count == expectation.frameCount)
    #expect(reader.warnings.count == (expectation.warning == nil ? 0 : 1), "\(reader.warnings)")
    if let warning = expectation.warning {
      #expect(reader.warnings.first?.contains(warning) == true, "\(reader.warnings)")
    }
  }

  @Test(arguments: VideoExpectation.unreadable.indices)
  func unreadableFilesSayWhy(index: Int) throws {
    let (path, code) = VideoExpectation.unreadable[index]
    let url = try SharedData.url("video/\(path)")
    let error = try #require(throws: MediaError.self) { _ = try VideoReader(url: url) }
    #expect(error.code == code)
    #expect(error.message.hasPrefix(url.lastPathComponent))
  }

  /// A part from the middle starts with the frame that is shown then, from a file whose key frames
  /// are far apart and unevenly stamped.
  @Test(arguments: ["derived/vfr_webcam.mp4", "face_then_none_hevc.mov", "derived/vp9_opus.webm"])
  func aPartStartsWhereItWasAskedTo(path: String) throws {
    let url = try SharedData.url("video/\(path)")
    let reader = try VideoReader(url: url)
    var times: [Duration] = []
    var checksums: [UInt32] = []
    while let frame = try reader.nextFrame() {
      times.append(frame.time)
      checksums.append(frame.checksum)
    }
    for start in [Duration.milliseconds(350), .seconds(1), .milliseconds(2200)] {
      let end = start + .milliseconds(300)
      let trim = VideoTrim(start: start, end: end)
      let part = try VideoReader(url: url, options: VideoReadingOptions(trim: trim))
      let frame = try #require(try part.nextFrame())
      let expected = try #require(times.lastIndex { $0 <= start })
      #expect(frame.checksum == checksums[expected], "\(start)")
      #expect(frame.time == .zero)
      var count = 1
      while try part.nextFrame() != nil { count += 1 }
      #expect(count == times[expected...].count { $0 < end })
    }
  }
}
