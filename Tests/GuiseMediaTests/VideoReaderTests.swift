import Foundation
import GuiseCore
import Testing

@testable import GuiseMedia

/// Files that can't be read as they should: one clear message each, no crash, no hang.
@Suite struct VideoBadInputTests {
  private func failure(_ url: URL) throws -> MediaError {
    try #require(throws: MediaError.self) { _ = try allFrames(of: url) }
  }

  /// A small video with sound, as bytes.
  static func sample(_ name: String, frameCount: Int = 20) throws -> Data {
    let folder = try VideoTestFolder()
    let url = folder.file(name)
    let info = VideoInfo(width: 64, height: 48, frameRate: Rational(25))
    let writer = try VideoWriter(
      url: url, like: info,
      audio: AudioTrack(
        sampleRate: 8000, channelCount: 1, samples: [Float](repeating: 0, count: 8000)))
    for index in 0..<frameCount {
      try writer.write(
        .testPicture(
          .i420, width: 64, height: 48, seed: index, time: .milliseconds(40) * index))
    }
    try writer.finish()
    return try Data(contentsOf: url)
  }

  @Test func whatIsNoFileIsNamed() throws {
    let folder = try VideoTestFolder()
    #expect(try failure(folder.file("none.mp4")).code == .notFound)
    #expect(try failure(folder.url).code == .notAFile)
    unsafe mkfifo(folder.file("pipe.mp4").path, 0o600)
    #expect(try failure(folder.file("pipe.mp4")).code == .notAFile)
    #expect(try failure(URL(fileURLWithPath: "/dev/zero")).code == .notAFile)
    try Data().write(to: folder.file("empty.mp4"))
    let error = try failure(folder.file("empty.mp4"))
    #expect(error.code == .empty)
    #expect(error.message.hasPrefix("empty.mp4: "))
  }

  @Test func anAddressIsRefused() throws {
    let error = try failure(#require(URL(string: "http://example.org/a.mp4")))
    #expect(error.code == .unsupported)
  }

  /// Playlists would make us open what they name.
  @Test(arguments: [
    (
      "a.m3u8",
      "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"
    ),
    ("a.mp4", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9,\n%@\n#EXT-X-ENDLIST\n"),
    ("a.ffconcat", "ffconcat version 1.0\nfile '%@'\n"),
    ("a.mp4", "ffconcat version 1.0\nfile '%@'\n"),
    ("a.mpd", "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"></MPD>"),
    ("a.sdp", "v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n"),
    ("a.txt", "Just a text."), ("a.mp4", "Just a text."), ("a.json", "{\"video\": true}"),
  ])
  func playlistsAndTextsAreRefused(name: String, text: String) throws {
    let folder = try VideoTestFolder()
    try Self.sample("v.mp4", frameCount: 2).write(to: folder.file("v.mp4"))
    let url = folder.file(name)
    try Data(text.replacingOccurrences(of: "%@", with: folder.file("v.mp4").path).utf8)
      .write(to: url)
    #expect(try failure(url).code == .unknownFormat)
  }

  @Test func aColonInANameIsNoProtocol() throws {
    let folder = try VideoTestFolder()
    let url = folder.file("concat:a%d|b.mp4")
    try Self.sample("v.mp4", frameCount: 2).write(to: url)
    #expect(try allFrames(of: url).frames.count == 2)
  }

  @Test func tooManyPixelsAreRefusedBeforeDecoding() throws {
    let folder = try VideoTestFolder()
    try Self.sample("v.mp4", frameCount: 2).write(to: folder.file("v.mp4"))
    let error = try #require(throws: MediaError.self) {
      _ = try VideoReader(
        url: folder.file("v.mp4"), options: VideoReadingOptions(pixelLimit: 64 * 47))
    }
    #expect(error.code == .tooLarge)
    #expect(error.message.contains("64×48"))
  }

  /// The index of a plain MP4 lies at its end: cut off, nothing can be read.
  @Test func anMP4WithoutIndexIsDamaged() throws {
    let folder = try VideoTestFolder()
    var bytes = try Self.sample("v.mp4")
    let place = try #require(bytes.range(of: Data("moov".utf8)))
    bytes.replaceSubrange(place, with: Data("xxxx".utf8))
    try bytes.write(to: folder.file("v.mp4"))
    #expect(try failure(folder.file("v.mp4")).code == .damaged)
  }

  /// Cut anywhere, a file gives what can be read, with a warning where that is less, or an error.
  @Test(arguments: ["v.mp4", "v.mkv", "v.webm"])
  func cutOffFilesGiveWhatIsThere(name: String) throws {
    let folder = try VideoTestFolder()
    let bytes = try Self.sample(name)
    let url = folder.file(name)
    for percent in stride(from: 5, to: 100, by: 5) {
      try bytes.prefix(bytes.count * percent / 100).write(to: url)
      do {
        let reader = try VideoReader(url: url)
        while try reader.nextFrame() != nil {}
        #expect(reader.frameCount <= 20)
        if reader.frameCount < 8 { #expect(!reader.warnings.isEmpty, "\(percent) %") }
      } catch {
        #expect(error.message.hasPrefix(name))
        #expect([.damaged, .unknownFormat, .noPicture].contains(error.code), "\(error.code)")
      }
    }
  }

  /// Flipped bits anywhere end in frames or an error.
  @Test(arguments: ["v.mp4", "v.mkv"])
  func mutatedFilesDoNoHarm(name: String) throws {
    let folder = try VideoTestFolder()
    let bytes = try Self.sample(name, frameCount: 6)
    let url = folder.file(name)
    var state: UInt64 = 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<25 {
      var mutated = bytes
      for _ in 0..<1 + random(12) {
        mutated[mutated.startIndex + random(mutated.count)] = UInt8(random(256))
      }
      try mutated.write(to: url)
      let output = folder.file("out.mp4")
      do {
        let reader = try VideoReader(
          url: url, options: VideoReadingOptions(decoderThreadCount: 1, pixelLimit: 1 << 20))
        let writer = try VideoWriter(url: output, like: reader.info)
        while let frame = try reader.nextFrame() { try writer.write(frame) }
        try writer.finish()
        try FileManager.default.removeItem(at: output)
      } catch {
        #expect(error is MediaError)
      }
      #expect(try folder.names == [name])
    }
  }
}

@Suite struct VideoTrimTests {
  /// 20 frames at 25 Hz with a key frame in the middle of nowhere, and a second of sound.
  private func sample(in folder: VideoTestFolder) throws -> URL {
    let url = folder.file("v.mp4")
    try VideoBadInputTests.sample("v.mp4").write(to: url)
    return url
  }

  @Test(
    arguments: [
      (0, nil, 0, 20), (400, nil, 10, 10), (410, nil, 10, 10), (439, nil, 10, 10), (0, 400, 0, 10),
      (200, 600, 5, 10), (400, 401, 10, 1), (760, 5000, 19, 1),
    ] as [(Int, Int?, Int, Int)])
  func framesShownInThePartAreRead(start: Int, end: Int?, first: Int, count: Int) throws {
    let folder = try VideoTestFolder()
    let url = try sample(in: folder)
    let all = try allFrames(of: url).frames
    let trim = VideoTrim(start: .milliseconds(start), end: end.map { .milliseconds($0) })
    let (info, frames, warnings) = try allFrames(of: url, options: VideoReadingOptions(trim: trim))
    #expect(warnings.isEmpty)
    try #require(frames.count == count)
    #expect(frames[0].allSamples == all[first].allSamples)
    #expect(frames.map(\.time) == (0..<count).map { .milliseconds(40) * $0 })
    if let estimate = info.frameCount { #expect(abs(estimate - count) <= 1) }
  }

  @Test func aPartBehindTheEndIsAnError() throws {
    let folder = try VideoTestFolder()
    let url = try sample(in: folder)
    let error = try #require(throws: MediaError.self) {
      _ = try VideoReader(
        url: url, options: VideoReadingOptions(trim: VideoTrim(start: .seconds(3))))
    }
    #expect(error.code == .noPicture)
  }

  /// Sound is cut with the pictures and stays in step.
  @Test func soundIsTrimmedToo() throws {
    let folder = try VideoTestFolder()
    let url = try sample(in: folder)
    let reader = try VideoReader(
      url: url,
      options: VideoReadingOptions(
        trim: VideoTrim(start: .milliseconds(400), end: .milliseconds(600))))
    let output = folder.file("out.mp4")
    let writer = try VideoWriter(url: output, like: reader.info)
    while let frame = try reader.nextFrame() { try writer.write(frame) }
    try writer.finish()
    let demuxer = try FFmpegDemuxer(url: output, pixelLimit: 1 << 20)
    let duration = demuxer.duration
    // AAC packets at 8 kHz last 128 ms.
    #expect(duration >= .milliseconds(200) && duration < .milliseconds(340), "\(duration)")
  }
}
