internal import CFFmpeg

/// Compresses a program's own samples beside its frames.
@safe final class FFmpegSoundTrack {
  private static let chunkLength = 1024

  private let track: AudioTrack
  private let encoder: FFmpegAudioEncoder
  private let stream: Int
  private let frame = FFmpegFrame()
  /// Sample frames handed over.
  private var position = 0
  private var isAtEnd = false

  init(
    _ track: AudioTrack, muxer: FFmpegMuxer, container: VideoContainer, name: String
  ) throws(MediaError) {
    self.track = track
    let shape = FFmpegFrame()
    Self.describe(shape, track: track)
    encoder = try FFmpegAudioEncoder(
      container.audioEncoderName, like: shape, hasGlobalHeader: muxer.hasGlobalHeader, name: name)
    let output = unsafe muxer.addStream()
    try unsafe encoder.describe(output)
    stream = unsafe Int(output.pointee.index)
  }

  /// Writes all sound that is due before a time; nil writes all.
  func write(until stamp: Int64?, timeBase: Rational, to muxer: FFmpegMuxer) throws(MediaError) {
    let length = track.samples.count / track.channelCount
    let sample = Rational(1, track.sampleRate)
    while position < length {
      if let stamp, sample.rescale(Int64(position), to: timeBase) > stamp { return }
      let count = min(Self.chunkLength, length - position)
      frame.clear()
      Self.describe(frame, track: track)
      unsafe frame.pointer.pointee.nb_samples = Int32(count)
      try unsafe FFmpeg.check(
        av_frame_get_buffer(frame.pointer, 0), .tooLarge, "no memory for sound")
      let first = position * track.channelCount
      if let output = unsafe guise_plane(frame.pointer, 0) {
        unsafe track.samples.withUnsafeBytes { samples in
          unsafe UnsafeMutableRawPointer(output).copyMemory(
            from: samples.baseAddress! + 4 * first, byteCount: 4 * count * track.channelCount)
        }
      }
      try encoder.push(frame, stamp: Int64(position)) { packet throws(MediaError) in
        try muxer.write(packet, stream: stream, timeBase: encoder.timeBase)
      }
      position += count
    }
    guard stamp == nil, !isAtEnd else { return }
    isAtEnd = true
    try encoder.finish { packet throws(MediaError) in
      try muxer.write(packet, stream: stream, timeBase: encoder.timeBase)
    }
  }

  private static func describe(_ frame: FFmpegFrame, track: AudioTrack) {
    unsafe frame.pointer.pointee.sample_rate = Int32(track.sampleRate)
    unsafe frame.pointer.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
    unsafe av_channel_layout_default(
      &frame.pointer.pointee.ch_layout, Int32(track.channelCount))
  }
}
