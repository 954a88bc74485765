internal import CFFmpeg
import Foundation
import GuiseCore

/// Writes frames as a video file, with the sound, subtitles and description of the file that they
/// were read from.
///
/// The container is chosen by the name: `.mp4`, `.m4v`, `.mov`, `.webm`, `.mkv`. The file appears
/// under its name by ``finish()``, whole, and not at all when anything fails before. Frames keep
/// their times exactly, as far as the container can tell them (Matroska and WebM know whole
/// milliseconds), and all streams stay in step.
///
/// For one thread at a time.
///
///     let reader = try VideoReader(url: input)
///     let writer = try VideoWriter(url: output, like: reader.info)
///     while let frame = try reader.nextFrame() { try writer.write(frame) }
///     try writer.finish()
public final class VideoWriter {
  /// What could not be kept as it was, each thing once.
  public private(set) var warnings: [String] = []

  /// Frames taken so far.
  public private(set) var frameCount = 0

  /// The compressed frames' size: the frames', made even where the encoder wants it.
  public let encodedSize: (width: Int, height: Int)

  private let info: VideoInfo
  private let name: String
  private let file: AtomicFile
  private let timeBase: Rational
  private let encoder: FFmpegVideoEncoder
  private let stream: Int
  private var muxer: FFmpegMuxer?
  private var copier: FFmpegTrackCopier?
  private var sound: FFmpegSoundTrack?
  private let packet = FFmpegPacket()
  private var durations: FrameDurations
  private let offset: Int64
  private var lastStamp: Int64?
  private var hasCorrectedStamps = false
  private var isRunning = true

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - url: where the file goes; what is there is replaced by ``finish()``.
  ///   - info: what the frames are like, and the source whose other streams are kept.
  ///   - audio: sound to encode, for a video from nothing.
  /// - Throws: `.unsupported` (an extension that names no container, or what the encoder doesn't
  ///   take), `.notFound`, `.permissionDenied`, `.notAFile`, `.diskFull`, `.writeFailed`.
  public init(
    url: URL, like info: VideoInfo, audio: AudioTrack? = nil,
    options: VideoWritingOptions = VideoWritingOptions()
  ) throws(MediaError) {
    name = url.lastPathComponent
    guard let container = VideoContainer(fileExtension: url.pathExtension) else {
      throw MediaError(
        .unsupported,
        "\(name): a video's name ends in .mp4, .m4v, .mov, .webm or .mkv, which chooses its kind")
    }
    self.info = info
    // Ticks finer than a microsecond overflow the times of MP4, which counts in 32 bits.
    timeBase = info.timeBase.value < 1e-6 ? Rational(1, 1_000_000) : info.timeBase
    let file = try AtomicFile(for: url, policy: .overwrite)
    self.file = file
    let encoding = VideoEncoding(container: container, source: info.format, options: options)
    let muxer = try FFmpegMuxer(
      container: container, path: file.temporaryURL.path, name: name)
    self.muxer = muxer
    encoder = try FFmpegVideoEncoder(
      encoding, info: info, timeBase: timeBase, threadCount: options.encoderThreadCount,
      container: container, hasGlobalHeader: muxer.hasGlobalHeader, name: name)
    encodedSize = encoder.size
    stream = try muxer.addStream(
      for: encoder, frameRate: info.isFrameRateVariable ? nil : info.frameRate)
    let nominal = max(1, info.frameRate.reciprocal.rescale(1, to: timeBase))
    durations = FrameDurations(nominal: nominal)
    if let source = info.source {
      let copier = try FFmpegTrackCopier(
        source: source, timeBase: info.timeBase, muxer: muxer, container: container,
        keepsMetadata: !options.stripMetadata)
      self.copier = copier
      offset = info.timeBase.rescale(copier.videoOffset, to: timeBase)
      warnings = copier.warnings
    } else {
      offset = 0
    }
    if let audio {
      sound = try FFmpegSoundTrack(audio, muxer: muxer, container: container, name: name)
    }
    try muxer.start()
  }

  deinit { cancel() }

  /// Compresses and writes one frame.
  ///
  /// - Parameter frame: of the size that was announced; any format is converted to the encoder's,
  ///   the announced one without loss. Its time is larger than the last one's.
  /// - Throws: `.diskFull`, `.writeFailed`; the file is gone then.
  public func write(_ frame: Frame) throws(MediaError) {
    precondition(
      frame.width == info.width && frame.height == info.height,
      "a frame is \(info.width)×\(info.height) as announced, not \(frame.width)×\(frame.height)")
    precondition(isRunning, "the file is finished or cancelled")
    var stamp = timeBase.ticks(in: frame.time) + offset
    if let lastStamp, stamp <= lastStamp {
      stamp = lastStamp + 1
      if !hasCorrectedStamps {
        hasCorrectedStamps = true
        warnings.append("\(name): frames came with times out of order; they are spread")
      }
    }
    lastStamp = stamp
    durations.add(stamp)
    try orCancel { () throws(MediaError) in
      try encoder.send(frame, stamp: stamp)
      try writePackets()
    }
    frameCount += 1
  }

  /// Writes what is left and puts the file in its place.
  ///
  /// - Throws: `.diskFull`, `.writeFailed`; the file is gone then.
  public func finish() throws(MediaError) {
    precondition(isRunning, "the file is finished or cancelled")
    if let source = info.source, let end = source.endStamp, !source.ending.isCutOff, let lastStamp {
      durations.last =
        info.timeBase.rescale(end - source.firstStamp, to: timeBase) + offset - lastStamp
    }
    try orCancel { () throws(MediaError) in
      try encoder.send(nil)
      try writePackets()
      try copier?.write(until: nil, timeBase: timeBase)
      if let muxer { try sound?.write(until: nil, timeBase: timeBase, to: muxer) }
      try muxer?.finish()
      try file.commit()
    }
    isRunning = false
    muxer = nil
    copier = nil
  }

  /// Gives up; nothing is left of the file. No effect after ``finish()``.
  public func cancel() {
    guard isRunning else { return }
    isRunning = false
    copier = nil
    muxer = nil
    file.discard()
  }

  private func orCancel(_ body: () throws(MediaError) -> Void) throws(MediaError) {
    do {
      try body()
    } catch {
      cancel()
      throw error
    }
  }

  private func writePackets() throws(MediaError) {
    guard let muxer else { return }
    while try encoder.receive(into: packet) == .packet {
      let stamps = packet.stamps
      try copier?.write(until: stamps.decoding, timeBase: timeBase)
      try sound?.write(until: stamps.decoding, timeBase: timeBase, to: muxer)
      packet.duration = durations.take(stamps.showing)
      try muxer.write(packet, stream: stream, timeBase: timeBase)
    }
  }
}
