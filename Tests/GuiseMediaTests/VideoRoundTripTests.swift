import Foundation
import GuiseCore
import Testing

@testable import GuiseMedia

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
        #expect(
          frame.samples(plane: 1) == stride(from: 0, to: chroma.count, by: 2).map { chroma[$0] })
      } else {
        #expect(frame.allSamples == original.allSamples)
      }
    }
  }
}

@Suite struct VideoWriterTests {
  private func info(_ format: PixelFormat = .i420, width: Int = 64, height: Int = 48) -> VideoInfo {
    VideoInfo(width: width, height: height, frameRate: Rational(30_000, 1001), format: format)
  }

  /// K23, K24: times come back exactly, even or not, for every tick length.
  @Test(arguments: [Rational(1, 15_360), Rational(1, 90_000), Rational(1001, 30_000)])
  func timesAreKept(timeBase: Rational) throws {
    let folder = try VideoTestFolder()
    let url = folder.file("a.mp4")
    var info = info()
    info.timeBase = timeBase
    let stamps: [Int64] = [0, 1, 3, 10, 11, 200, 201, 202, 5000]
    let writer = try VideoWriter(url: url, like: info)
    for (index, stamp) in stamps.enumerated() {
      try writer.write(
        .testPicture(
          .i420, width: 64, height: 48, seed: index, time: timeBase.duration(ofTicks: stamp)))
    }
    try writer.finish()
    let times = try allFrames(of: url).frames.map(\.time)
    #expect(times.map { timeBase.ticks(in: $0) } == stamps)
    if info.timeBase.numerator == 1 {
      #expect(times == stamps.map { timeBase.duration(ofTicks: $0) })
    }
  }

  @Test func timesOutOfOrderAreSpreadAndReported() throws {
    let folder = try VideoTestFolder()
    let url = folder.file("a.mp4")
    let writer = try VideoWriter(url: url, like: info())
    for time in [0, 100, 100, 50, 200] {
      try writer.write(
        .testPicture(.i420, width: 64, height: 48, seed: time, time: .milliseconds(time)))
    }
    try writer.finish()
    #expect(writer.warnings.count == 1)
    #expect(try allFrames(of: url).frames.count == 5)
  }

  /// K25: odd sizes are made even by repeating the last column and row, in all planes.
  @Test(arguments: [(63, 47), (63, 48), (64, 47), (1, 1), (3, 1)])
  func oddSizesArePadded(size: (Int, Int)) throws {
    let folder = try VideoTestFolder()
    let url = folder.file("a.mp4")
    let (width, height) = size
    let original = Frame.testPicture(.i420, width: width, height: height, seed: 3)
    let writer = try VideoWriter(
      url: url, like: info(width: width, height: height),
      options: VideoWritingOptions(compression: .lossless))
    try writer.write(original)
    try writer.finish()
    let frame = try #require(try allFrames(of: url).frames.first)
    #expect((frame.width, frame.height) == writer.encodedSize)
    #expect((frame.width, frame.height) == (width + width & 1, height + height & 1))
    for plane in 0..<3 {
      let (w, h) = PixelFormat.i420.planeSize(plane, width: width, height: height)
      let (outWidth, outHeight) = PixelFormat.i420.planeSize(
        plane, width: frame.width, height: frame.height)
      let (input, output) = (original.samples(plane: plane), frame.samples(plane: plane))
      for y in 0..<outHeight {
        for x in 0..<outWidth {
          #expect(output[y * outWidth + x] == input[min(y, h - 1) * w + min(x, w - 1)])
        }
      }
    }
  }

  @Test(arguments: ["a.mp4", "a.mov", "a.mkv", "a.webm"])
  func colourDescriptionIsKept(name: String) throws {
    let folder = try VideoTestFolder()
    let url = folder.file(name)
    let color = ColorDescription(
      primaries: .bt2020, transfer: .hlg, matrix: .bt2020NonConstant, range: .video,
      chromaSiting: .left)
    let format = PixelFormat(.yuv420, bitDepth: 10)
    let info = VideoInfo(
      width: 64, height: 48, frameRate: Rational(30), format: format, color: color)
    let writer = try VideoWriter(url: url, like: info)
    try writer.write(.testPicture(format, width: 64, height: 48, seed: 0))
    try writer.finish()
    let (read, frames, _) = try allFrames(of: url)
    #expect(read.format == format)
    #expect(read.color == color)
    #expect(frames.first?.color == color)
  }

  @Test func fullRangeIsKept() throws {
    let folder = try VideoTestFolder()
    let url = folder.file("a.mp4")
    var info = info()
    info.color.range = .full
    let writer = try VideoWriter(url: url, like: info)
    try writer.write(.testPicture(.i420, width: 64, height: 48, seed: 0))
    try writer.finish()
    #expect(try VideoReader(url: url).info.color.range == .full)
  }

  /// Subsampling that few players take is kept only where it was asked for or in Matroska.
  @Test(arguments: [
    ("a.mp4", VideoWritingOptions(), PixelFormat.i420),
    ("a.mkv", VideoWritingOptions(), PixelFormat(.yuv444)),
    ("a.mp4", VideoWritingOptions(chromaSubsampling: .source), PixelFormat(.yuv444)),
    ("a.mkv", VideoWritingOptions(chromaSubsampling: .yuv420), PixelFormat.i420),
  ])
  func chromaSubsamplingFollowsTheOptions(
    name: String, options: VideoWritingOptions, expected: PixelFormat
  ) throws {
    let folder = try VideoTestFolder()
    let url = folder.file(name)
    let writer = try VideoWriter(
      url: url, like: info(PixelFormat(.yuv444)), options: options)
    try writer.write(.testPicture(PixelFormat(.yuv444), width: 64, height: 48, seed: 0))
    try writer.finish()
    #expect(try VideoReader(url: url).info.format == expected)
  }

  /// Frames of RGB are converted by the announced matrix and range.
  @Test func rgbFramesKeepTheirColours() throws {
    let folder = try VideoTestFolder()
    let url = folder.file("a.mp4")
    let writer = try VideoWriter(
      url: url, like: info(), options: VideoWritingOptions(quality: 100))
    var frame = Frame(format: .rgb8, width: 64, height: 48, color: .sRGB)
    frame.withMutablePlane(0) { span, layout in
      for y in 0..<layout.height {
        for x in 0..<layout.width {
          for (channel, value) in [UInt8(200), 60, 30].enumerated() {
            span.storeBytes(
              of: value, toByteOffset: y * layout.rowBytes + 3 * x + channel, as: UInt8.self)
          }
        }
      }
    }
    try writer.write(frame)
    try writer.finish()
    let read = try #require(try allFrames(of: url).frames.first)
    #expect(read.color.matrix == .smpte170M && read.color.range == .video)
    // Rec. ITU-R BT.601: Y = 16 + 219 (0.299 R + 0.587 G + 0.114 B), and so on.
    let (r, g, b) = (200.0 / 255, 60.0 / 255, 30.0 / 255)
    let y = 0.299 * r + 0.587 * g + 0.114 * b
    let expected = [
      16 + 219 * y, 128 + 224 * (b - y) / 1.772, 128 + 224 * (r - y) / 1.402,
    ]
    for plane in 0..<3 {
      let middle = read.samples(plane: plane)[read.layout(plane: plane).width * 5 + 5]
      #expect(abs(Double(middle) - expected[plane]) < 2, "plane \(plane)")
    }
  }

  @Test func soundFromSamplesIsAsLongAsTheyAre() throws {
    let folder = try VideoTestFolder()
    for name in ["a.mp4", "a.webm"] {
      let url = folder.file(name)
      let samples = (0..<44_100 * 2).map { index in
        Float(0.2 * sin(Double(index / 2) * 2 * .pi * 440 / 44_100))
      }
      let writer = try VideoWriter(
        url: url, like: info(),
        audio: AudioTrack(sampleRate: 44_100, channelCount: 2, samples: samples))
      for index in 0..<30 {
        try writer.write(
          .testPicture(
            .i420, width: 64, height: 48, seed: index,
            time: Rational(1001, 30_000).duration(ofTicks: Int64(index))))
      }
      try writer.finish()
      let audio = try #require(try VideoReader(url: url).info.audio.first)
      #expect(audio.codecName == (name == "a.mp4" ? "aac" : "opus"))
      #expect(audio.channelCount == 2)
    }
  }

  // MARK: Whole or not at all

  @Test func nothingIsLeftWithoutFinish() throws {
    let folder = try VideoTestFolder()
    try Data("old".utf8).write(to: folder.file("a.mp4"))
    do {
      let writer = try VideoWriter(url: folder.file("a.mp4"), like: info())
      try writer.write(.testPicture(.i420, width: 64, height: 48, seed: 0))
    }
    do {
      let writer = try VideoWriter(url: folder.file("b.mkv"), like: info())
      try writer.write(.testPicture(.i420, width: 64, height: 48, seed: 0))
      writer.cancel()
      writer.cancel()
    }
    #expect(try folder.names == ["a.mp4"])
    #expect(try Data(contentsOf: folder.file("a.mp4")) == Data("old".utf8))
  }

  @Test func aFullDiskIsNamed() throws {
    let muxer = try FFmpegMuxer(container: .matroska, path: "/dev/full", name: "a.mkv")
    let encoding = VideoEncoding(
      container: .matroska, source: .i420, options: VideoWritingOptions())
    let encoder = try FFmpegVideoEncoder(
      encoding, info: info(), timeBase: Rational(1001, 30_000), threadCount: 1,
      container: .matroska, hasGlobalHeader: muxer.hasGlobalHeader, name: "a.mkv")
    let error = try #require(throws: MediaError.self) {
      _ = try muxer.addStream(for: encoder, frameRate: nil)
      try muxer.start()
      try muxer.finish()
    }
    #expect(error.code == .diskFull)
    #expect(error.message.hasPrefix("a.mkv: "))
  }

  @Test(arguments: ["a.avi", "a.gif", "a", "a.txt"])
  func otherExtensionsAreRefused(name: String) throws {
    let folder = try VideoTestFolder()
    let error = try #require(throws: MediaError.self) {
      _ = try VideoWriter(url: folder.file(name), like: info())
    }
    #expect(error.code == .unsupported)
    #expect(error.message.contains(".mkv"))
    #expect(try folder.names.isEmpty)
  }

  @Test func aMissingFolderIsNamed() throws {
    let folder = try VideoTestFolder()
    let error = try #require(throws: MediaError.self) {
      _ = try VideoWriter(url: folder.file("none/a.mp4"), like: info())
    }
    #expect(error.code == .notFound)
  }

  /// Frames go to the encoder without a copy; it must let go of them.
  @Test func framesAreReleased() throws {
    let folder = try VideoTestFolder()
    weak var storage: PixelStorage?
    let writer = try VideoWriter(url: folder.file("a.mp4"), like: info())
    do {
      let frame = Frame.testPicture(.i420, width: 64, height: 48, seed: 0)
      storage = frame.storage
      try writer.write(frame)
    }
    #expect(storage == nil)
    try writer.finish()
  }
}
