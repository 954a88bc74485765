import Foundation
import GuiseCore
import TestSupport
import Testing

@testable import GuiseMedia

/// Every video of the shared data comes out whole: every frame at its time, every packet of sound.
@Suite(.enabled(if: SharedData.isPresent, "no ../shared/data beside the checkout"))
struct VideoExportTests {
  /// Copies a video through frames.
  private func export(
    _ input: URL, to output: URL, options: VideoWritingOptions = VideoWritingOptions()
  ) throws -> (reader: VideoReader, times: [Duration], warnings: [String]) {
    let reader = try VideoReader(url: input)
    let writer = try VideoWriter(url: output, like: reader.info, options: options)
    var times: [Duration] = []
    while let frame = try reader.nextFrame() {
      times.append(frame.time)
      try writer.write(frame)
    }
    try writer.finish()
    return (reader, times, writer.warnings)
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("guise-export-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  /// K23, K24, K25 on real files.
  @Test(arguments: VideoExpectation.exported)
  func everythingComesOutAsMP4(_ expectation: VideoExpectation) throws {
    try withFolder { folder in
      let input = try expectation.url()
      let output = folder.appendingPathComponent("out.mp4")
      let (source, times, warnings) = try export(input, to: output)
      #expect(warnings.allSatisfy { $0.contains("only the best of its") }, "\(warnings)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.mp4"])
      let reader = try VideoReader(url: output)
      let (width, height) = expectation.size
      #expect((reader.info.width, reader.info.height) == (width + width & 1, height + height & 1))
      #expect(
        reader.info.color
          == with(source.info.color) { $0.chromaSiting = reader.info.color.chromaSiting })
      #expect(reader.info.pixelAspectRatio == expectation.pixelAspectRatio)
      #expect(reader.info.codecName == (expectation.format.bitDepth > 8 ? "hevc" : "h264"))
      #expect(reader.info.audio.count == expectation.audio.count)
      var written: [Duration] = []
      while let frame = try reader.nextFrame() { written.append(frame.time) }
      #expect(written == times)
      try expectSameSound(input, output, tolerance: 0.000_1)
    }
  }

  private func with<T>(_ value: T, _ change: (inout T) -> Void) -> T {
    var value = value
    change(&value)
    return value
  }

  /// The packets of each audio stream are those of the source, and lie as they did to the pictures.
  private func expectSameSound(_ input: URL, _ output: URL, tolerance: Double) throws {
    let before = try VideoProbe.audioPackets(of: input)
    let after = try VideoProbe.audioPackets(of: output)
    let (from, to) = (Set(before.map(\.stream)).sorted(), Set(after.map(\.stream)).sorted())
    try #require(from.count == to.count)
    let (old, new) = (try VideoReader(url: input).info, try VideoReader(url: output).info)
    for (a, b) in zip(from, to) {
      // Two packets of one clip lie outside the part that its edit list shows.
      let expected = before.filter { $0.stream == a && $0.seconds != nil }
      let found = after.filter { $0.stream == b && $0.seconds != nil }
      #expect(expected.map(\.hash) == found.map(\.hash))
      guard let first = expected.first?.seconds, let second = found.first?.seconds else { continue }
      let offset = first - start(old)
      #expect(abs(second - start(new) - offset) <= tolerance)
    }
  }

  private func start(_ info: VideoInfo) -> Double {
    info.timeBase.duration(ofTicks: info.source?.firstStamp ?? 0) / .seconds(1)
  }

  @Test(arguments: [
    ("derived/audio_late_0.7s.mp4", "mkv"), ("derived/mpeg2_interlaced.ts", "mkv"),
    ("derived/vp9_opus.webm", "mkv"), ("derived/vp9_opus.webm", "webm"),
    ("face_then_none_hevc.mov", "mkv"), ("smile_mp3audio.mp4", "mkv"),
    ("derived/audio_late_0.7s.mp4", "mov"), ("nasa_320x180_multistream.mp4", "mov"),
    ("derived/odd_321x241_420_ffv1.mkv", "webm"), ("derived/vfr_webcam.mp4", "webm"),
    ("derived/vfr_webcam.mp4", "mkv"),
  ])
  func otherContainersKeepTimesAndSound(path: String, fileExtension: String) throws {
    try withFolder { folder in
      let input = try SharedData.url("video/\(path)")
      let output = folder.appendingPathComponent("out.\(fileExtension)")
      let (_, times, _) = try export(input, to: output)
      let reader = try VideoReader(url: output)
      var written: [Duration] = []
      while let frame = try reader.nextFrame() { written.append(frame.time) }
      try #require(written.count == times.count)
      // Matroska and WebM know whole milliseconds.
      for (a, b) in zip(times, written) { #expect(abs((a - b) / .seconds(1)) <= 0.001_01) }
      try expectSameSound(input, output, tolerance: 0.001_01)
    }
  }

  /// Sound that a container doesn't take is encoded anew, in step and as long, and that is said.
  @Test(arguments: [
    ("derived/audio_late_0.7s.mp4", "webm", "opus"), ("smile_mp3audio.mp4", "webm", "opus"),
    ("derived/mpeg2_interlaced.ts", "webm", "opus"), ("derived/vp9_opus.webm", "mov", "aac"),
  ])
  func soundIsEncodedWhereItMustBe(path: String, fileExtension: String, codec: String) throws {
    try withFolder { folder in
      let input = try SharedData.url("video/\(path)")
      let output = folder.appendingPathComponent("out.\(fileExtension)")
      let (source, _, warnings) = try export(input, to: output)
      #expect(warnings.count == 1 && warnings[0].contains("encoded as"), "\(warnings)")
      let info = try VideoReader(url: output).info
      #expect(info.audio.map(\.codecName) == [codec])
      // The first loud sample lies where it was, to the picture.
      let before = try onset(of: input) - start(source.info)
      let after = try onset(of: output) - start(info)
      #expect(abs(before - after) < 0.012, "\(before) s became \(after) s")
    }
  }

  /// When the sound first gets loud, as the ffmpeg tool decodes it.
  private func onset(of url: URL) throws -> Double {
    let bytes = try ToolProcess.output(
      "ffmpeg",
      [
        "-v", "quiet", "-copyts", "-i", url.path, "-map", "0:a:0", "-af",
        "aresample=async=1:first_pts=0", "-f", "s16le", "-ac", "1", "-ar", "8000", "-",
      ])
    let samples = unsafe bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map {
        unsafe Int(bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self))
      }
    }
    let loud = (samples.map(abs).max() ?? 0) / 3
    return Double(samples.firstIndex { abs($0) > loud } ?? 0) / 8000
  }

  @Test func descriptionChaptersAndLanguagesAreKept() throws {
    try withFolder { folder in
      let metadata = folder.appendingPathComponent("meta.txt")
      try Data(
        """
        ;FFMETADATA1
        title=A day out
        creation_time=2023-05-06T07:08:09.000000Z
        location=+47.3769+008.5417/
        [CHAPTER]
        TIMEBASE=1/1000
        START=0
        END=1000
        title=First
        [CHAPTER]
        TIMEBASE=1/1000
        START=1000
        END=2400
        title=Second
        """.utf8
      ).write(to: metadata)
      let input = folder.appendingPathComponent("in.mp4")
      _ = try ToolProcess.output(
        "ffmpeg",
        [
          "-v", "quiet", "-i", try SharedData.url("video/smile_mp3audio.mp4").path, "-i",
          metadata.path, "-map_metadata", "1", "-map_chapters", "1", "-c", "copy",
          "-metadata:s:a:0", "language=deu", input.path,
        ])
      for (name, options) in [
        ("kept.mp4", VideoWritingOptions()), ("bare.mp4", VideoWritingOptions(stripMetadata: true)),
      ] {
        let output = folder.appendingPathComponent(name)
        _ = try export(input, to: output, options: options)
        let text = String(
          decoding: try ToolProcess.output(
            "ffprobe",
            ["-v", "quiet", "-show_format", "-show_chapters", "-show_streams", output.path]),
          as: UTF8.self)
        let isKept = name == "kept.mp4"
        for part in [
          "TAG:title=A day out", "TAG:creation_time=2023-05-06T07:08:09", "+47.3769+008.5417",
          "TAG:title=First", "TAG:title=Second",
        ] {
          #expect(text.contains(part) == isKept, "\(part) in \(name)")
        }
        #expect(text.contains("TAG:language=deu"))
      }
    }
  }

  @Test func subtitlesAreKeptWhereTheyFit() throws {
    try withFolder { folder in
      let input = try SharedData.url("video/nasa_320x180_multistream.mp4")
      let output = folder.appendingPathComponent("out.mp4")
      _ = try export(input, to: output)
      let text = String(
        decoding: try ToolProcess.output(
          "ffprobe",
          ["-v", "quiet", "-show_entries", "stream=codec_name", "-of", "csv=p=0", output.path]),
        as: UTF8.self)
      #expect(text.split(separator: "\n").filter { $0 == "mov_text" }.count == 2)
    }
  }
}
