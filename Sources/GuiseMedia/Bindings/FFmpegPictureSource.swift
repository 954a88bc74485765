internal import CFFmpeg
import GuiseCore

/// The pictures of a video stream: decoded, trimmed, with increasing time stamps, all of one format
/// and size, progressive; still as they are stored, not turned.
final class FFmpegPictureSource {
  let stream: FFmpegVideoStream
  /// Source time, in ticks, from which on pictures are left out.
  let end: Int64?

  /// Pictures whose format or size was not the first one's.
  private(set) var reshapedCount = 0
  private(set) var isDeinterlacing = false
  /// Source time of the last picture decoded, in ticks.
  private(set) var lastStamp: Int64 = 0
  /// What the file says of its duration, in ticks; 0 where it says nothing.
  private(set) var lastDuration: Int64 = 0
  private(set) var hasReachedEnd = false

  private let name: String
  private let decoder: FFmpegVideoDecoder
  private let threadCount: Int
  private var clock: TimestampNormalizer
  private var shape: FFmpegPictureShape?
  private var conformer: FFmpegScaler?
  private var deinterlacer: FFmpegDeinterlacer?
  private let interlaced = FFmpegFrame()
  /// Read ahead while the start was looked for.
  private var waiting: [FFmpegFrame] = []

  /// Finds the first picture.
  init(
    demuxer: FFmpegDemuxer, streamIndex: Int, options: VideoReadingOptions
  ) throws(MediaError) {
    name = demuxer.url.lastPathComponent
    threadCount = options.decoderThreadCount
    let stream = FFmpegVideoStream(demuxer, streamIndex: streamIndex)
    self.stream = stream
    decoder = try FFmpegVideoDecoder(demuxer: demuxer, streamIndex: streamIndex, options: options)
    clock = TimestampNormalizer(timeBase: stream.timeBase, nominalDuration: stream.nominalDuration)
    let origin = stream.start ?? 0
    let start = options.trim.map { origin + stream.timeBase.ticks(in: $0.start) } ?? origin
    end = options.trim?.end.map { origin + stream.timeBase.ticks(in: $0) }
    if start > origin { _ = demuxer.seek(stream: streamIndex, stamp: start) }
    try findFirst(from: start > origin ? start : nil)
  }

  /// The first picture; it is read by ``next(into:)`` again.
  var first: FFmpegFrame { waiting[0] }

  /// Packets that could not be decoded, and pictures that came out damaged.
  var damageCount: Int { decoder.damageCount }

  /// FFmpeg's status where reading ended otherwise than at the end of the file.
  var readFailure: Int32? { decoder.readFailure }

  /// Time stamps that were missing, repeated or out of order.
  var correctedStampCount: Int { clock.correctionCount }

  /// Gives the next picture; false after the last one.
  func next(into frame: FFmpegFrame) throws(MediaError) -> Bool {
    if !waiting.isEmpty {
      frame.take(from: waiting.removeFirst())
      return true
    }
    return try progressive(into: frame)
  }

  /// Reads up to the picture that is shown at `target`.
  private func findFirst(from target: Int64?) throws(MediaError) {
    var current = FFmpegFrame()
    guard try progressive(into: current) else {
      throw MediaError(.damaged, "\(name): no picture of its video can be decoded")
    }
    waiting = [current]
    guard let target else { return }
    while true {
      let next = FFmpegFrame()
      guard try progressive(into: next) else {
        if current.stamp + max(current.duration, stream.nominalDuration) <= target {
          throw MediaError(.noPicture, "\(name): ends before the part that was asked for starts")
        }
        waiting = [current]
        return
      }
      if next.stamp > target {
        waiting = [current, next]
        return
      }
      current = next
    }
  }

  private func progressive(into frame: FFmpegFrame) throws(MediaError) -> Bool {
    while true {
      guard let deinterlacer else {
        guard try decoded(into: frame) else { return false }
        guard frame.isInterlaced else { return true }
        let made = try FFmpegDeinterlacer(
          like: frame, timeBase: stream.timeBase, threadCount: threadCount, name: name)
        try made.push(frame)
        deinterlacer = made
        isDeinterlacing = true
        continue
      }
      switch try deinterlacer.pull(into: frame) {
      case .picture: return true
      case .end: return false
      case .needsInput:
        try deinterlacer.push(try decoded(into: interlaced) ? interlaced : nil)
      }
    }
  }

  private func decoded(into frame: FFmpegFrame) throws(MediaError) -> Bool {
    guard !hasReachedEnd, try decoder.next(into: frame) else { return false }
    let stamp = clock.next(frame.decodedStamp, durationBefore: lastDuration)
    if let end, stamp >= end {
      hasReachedEnd = true
      frame.clear()
      return false
    }
    frame.stamp = stamp
    lastStamp = stamp
    lastDuration = frame.duration
    guard let shape else {
      self.shape = frame.shape
      return true
    }
    if shape != frame.shape { try conform(frame, to: shape) }
    return true
  }

  private func conform(_ frame: FFmpegFrame, to shape: FFmpegPictureShape) throws(MediaError) {
    reshapedCount += 1
    let color = ColorDescription(frame, codec: stream.codecID)
    let stamp = frame.stamp
    let conformer =
      self.conformer
      ?? FFmpegScaler(
        format: AVPixelFormat(shape.format), width: Int(shape.width), height: Int(shape.height),
        color: color)
    self.conformer = conformer
    let converted = try conformer.convert(frame, color: color)
    frame.clear()
    try unsafe FFmpeg.check(
      av_frame_ref(frame.pointer, converted.pointer), .tooLarge, "\(name): no memory for a picture")
    frame.stamp = stamp
  }
}
