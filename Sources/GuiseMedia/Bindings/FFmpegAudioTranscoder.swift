internal import CFFmpeg

/// Decodes one audio stream and compresses it again, for containers that don't take its codec.
@safe final class FFmpegAudioTranscoder {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let timeBase: Rational
  private let frame = FFmpegFrame()
  private let encoder: FFmpegAudioEncoder

  /// - Parameter stream: of a demuxer whose streams have been looked into.
  init(
    stream: UnsafeMutablePointer<AVStream>, encoderName: String, hasGlobalHeader: Bool,
    name: String
  ) throws(MediaError) {
    let parameters = unsafe stream.pointee.codecpar
    timeBase = unsafe Rational(stream.pointee.time_base) ?? Rational(1, 90_000)
    guard let parameters = unsafe parameters,
      let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id)
    else {
      throw MediaError(.unsupported, "\(name): no decoder for its sound")
    }
    unsafe context = FFmpeg.allocated(avcodec_alloc_context3(codec))
    unsafe avcodec_parameters_to_context(context, parameters)
    unsafe context.pointee.pkt_timebase = stream.pointee.time_base
    unsafe context.pointee.thread_count = 1
    // What the file says of the sound is enough to set up the encoder before anything is decoded.
    let shape = FFmpegFrame()
    unsafe shape.pointer.pointee.sample_rate = parameters.pointee.sample_rate
    unsafe shape.pointer.pointee.format = parameters.pointee.format
    unsafe av_channel_layout_copy(
      &shape.pointer.pointee.ch_layout, &parameters.pointee.ch_layout)
    do throws(MediaError) {
      let isKnown =
        unsafe parameters.pointee.sample_rate > 0 && parameters.pointee.format >= 0
        && parameters.pointee.ch_layout.nb_channels > 0
      guard isKnown, unsafe avcodec_open2(context, codec, nil) >= 0 else {
        throw MediaError(.unsupported, "\(name): its sound can't be decoded")
      }
      encoder = try FFmpegAudioEncoder(
        encoderName, like: shape, hasGlobalHeader: hasGlobalHeader, name: name)
    } catch {
      var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
      unsafe avcodec_free_context(&context)
      throw error
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&context)
  }

  /// Seconds in a tick of the packets that come out.
  var outputTimeBase: Rational { encoder.timeBase }

  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(MediaError) {
    try unsafe encoder.describe(stream)
  }

  /// Takes a packet; nil after the last one. Packets that can't be decoded are skipped.
  ///
  /// - Parameter shift: added to the stamps, in the stream's ticks.
  func push(
    _ packet: FFmpegPacket?, shift: Int64, emit: (FFmpegPacket) throws(MediaError) -> Void
  ) throws(MediaError) {
    _ = unsafe avcodec_send_packet(context, packet?.pointer)
    while unsafe avcodec_receive_frame(context, frame.pointer) >= 0 {
      let rate = unsafe Int(max(1, frame.pointer.pointee.sample_rate))
      let stamp = frame.decodedStamp.map {
        timeBase.rescale($0 + shift, to: Rational(1, rate))
      }
      try encoder.push(frame, stamp: stamp, emit: emit)
    }
    if packet == nil { try encoder.finish(emit: emit) }
  }
}
