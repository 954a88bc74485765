internal import CFFmpeg

/// Compresses sound of any kind to AAC or Opus: converts samples to what the encoder takes, cuts
/// them into its frames, and keeps them in time with their stamps.
@safe final class FFmpegAudioEncoder {
  /// What the resampler takes.
  private struct Shape: Equatable {
    var format: Int32 = -1
    var rate: Int32 = 0
    var channelCount: Int32 = 0
  }

  let context: UnsafeMutablePointer<AVCodecContext>
  /// Of the packets' stamps: one sample.
  let timeBase: Rational

  private let name: String
  private var resampler: OpaquePointer?
  private var inputRate: Int
  private var inputShape = Shape()
  private let output = FFmpegFrame()
  private let packet = FFmpegPacket()
  /// Output samples handed to the encoder.
  private var position: Int64 = 0
  /// In input samples.
  private var expected: Int64?

  /// - Parameters:
  ///   - encoderName: FFmpeg's.
  ///   - input: a frame like those to come.
  init(
    _ encoderName: String, like input: FFmpegFrame, hasGlobalHeader: Bool, name: String
  ) throws(MediaError) {
    self.name = name
    guard let codec = unsafe avcodec_find_encoder_by_name(encoderName) else {
      throw MediaError(.unsupported, "\(name): this FFmpeg has no encoder \(encoderName)")
    }
    inputRate = unsafe Int(input.pointer.pointee.sample_rate)
    let rate = unsafe Self.nearestRate(to: inputRate, of: codec)
    timeBase = Rational(1, rate)
    let inputChannels = unsafe Int(input.pointer.pointee.ch_layout.nb_channels)
    // First as the source is, then as every encoder takes it.
    let mono = inputChannels == 1
    var opened: UnsafeMutablePointer<AVCodecContext>?
    for channels in [min(inputChannels, 8), mono ? 1 : 2] {
      var attempt = unsafe avcodec_alloc_context3(codec)
      guard let context = unsafe attempt else { fatalError("out of memory") }
      unsafe av_channel_layout_default(&context.pointee.ch_layout, Int32(channels))
      unsafe context.pointee.sample_rate = Int32(rate)
      unsafe context.pointee.sample_fmt = codec.pointee.sample_fmts?[0] ?? AV_SAMPLE_FMT_FLTP
      unsafe context.pointee.bit_rate = Int64(channels) * 96_000
      unsafe context.pointee.time_base = AVRational(num: 1, den: Int32(rate))
      unsafe context.pointee.thread_count = 1
      if hasGlobalHeader { unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
      if unsafe avcodec_open2(context, codec, nil) >= 0 {
        unsafe opened = unsafe context
        break
      }
      unsafe avcodec_free_context(&attempt)
    }
    guard let context = unsafe opened else {
      throw MediaError(
        .unsupported,
        "\(name): sound of \(inputRate) Hz and \(inputChannels) channels can't be encoded")
    }
    unsafe self.context = unsafe context
    unsafe resampler = nil
    try prepareResampler(for: input)
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&context)
    unsafe swr_free(&resampler)
  }

  /// Describes the sound for a muxer's stream.
  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws(MediaError) {
    try unsafe FFmpeg.check(
      avcodec_parameters_from_context(stream.pointee.codecpar, context), .writeFailed,
      "\(name): its sound can't be described")
    unsafe stream.pointee.time_base = timeBase.ffmpeg
  }

  /// Takes a frame of samples and gives the packets that are finished.
  ///
  /// - Parameters:
  ///   - stamp: of the frame's first sample, in input samples; nil to follow the last frame.
  func push(
    _ frame: FFmpegFrame, stamp: Int64?, emit: (FFmpegPacket) throws(MediaError) -> Void
  ) throws(MediaError) {
    let count = unsafe Int64(frame.pointer.pointee.nb_samples)
    // Decoders may give other samples than the file announced, or change in mid-stream.
    if inputShape != Self.shape(of: frame) { try prepareResampler(for: frame) }
    align(stamp)
    expected = (expected ?? 0) + count
    try unsafe FFmpeg.check(
      guise_resampler_push(resampler, frame.pointer), .damaged, "\(name): its sound is damaged")
    try encode(isLast: false, emit)
  }

  /// Gives the last packets.
  func finish(emit: (FFmpegPacket) throws(MediaError) -> Void) throws(MediaError) {
    // What the resampler still holds comes out by asking with no input.
    try encode(isLast: true, emit)
    try unsafe FFmpeg.check(
      avcodec_send_frame(context, nil), .writeFailed, "\(name): encoding sound failed")
    try drain(emit)
  }

  private static func shape(of frame: FFmpegFrame) -> Shape {
    unsafe Shape(
      format: frame.pointer.pointee.format, rate: frame.pointer.pointee.sample_rate,
      channelCount: frame.pointer.pointee.ch_layout.nb_channels)
  }

  private func prepareResampler(for input: FFmpegFrame) throws(MediaError) {
    let problem = "\(name): its sound can't be converted"
    if let expected {
      let rate = unsafe Int(max(1, input.pointer.pointee.sample_rate))
      self.expected = Rational(1, inputRate).rescale(expected, to: Rational(1, rate))
    }
    inputRate = unsafe Int(max(1, input.pointer.pointee.sample_rate))
    inputShape = Self.shape(of: input)
    unsafe swr_free(&resampler)
    try unsafe FFmpeg.check(
      swr_alloc_set_opts2(
        &resampler, &context.pointee.ch_layout, context.pointee.sample_fmt,
        context.pointee.sample_rate, &input.pointer.pointee.ch_layout,
        AVSampleFormat(input.pointer.pointee.format), input.pointer.pointee.sample_rate, 0, nil),
      .unsupported, problem)
    try unsafe FFmpeg.check(swr_init(resampler), .unsupported, problem)
  }

  /// Fills gaps with silence and cuts what overlaps, where stamps disagree with the samples by more
  /// than a tenth of a second; less is jitter.
  private func align(_ stamp: Int64?) {
    guard let stamp else { return }
    guard let expected else {
      position = Rational(1, inputRate).rescale(stamp, to: timeBase)
      expected = stamp
      return
    }
    let difference = stamp - expected
    guard abs(difference) > Int64(inputRate / 10), abs(difference) < Int64(inputRate * 1800) else {
      return
    }
    if difference > 0 {
      unsafe swr_inject_silence(resampler, Int32(clamping: difference))
    } else {
      unsafe swr_drop_output(
        resampler, Int32(clamping: Rational(1, inputRate).rescale(-difference, to: timeBase)))
    }
    self.expected = stamp
  }

  private func encode(
    isLast: Bool, _ emit: (FFmpegPacket) throws(MediaError) -> Void
  ) throws(MediaError) {
    let frameSize = unsafe max(Int(context.pointee.frame_size), 1)
    while true {
      let available = unsafe Int(swr_get_out_samples(resampler, 0))
      guard available >= frameSize || (isLast && available > 0) else { return }
      output.clear()
      unsafe output.pointer.pointee.format = context.pointee.sample_fmt.rawValue
      unsafe output.pointer.pointee.sample_rate = context.pointee.sample_rate
      unsafe output.pointer.pointee.nb_samples = Int32(frameSize)
      unsafe av_channel_layout_copy(&output.pointer.pointee.ch_layout, &context.pointee.ch_layout)
      try unsafe FFmpeg.check(
        av_frame_get_buffer(output.pointer, 0), .tooLarge, "\(name): no memory for sound")
      let count = unsafe guise_resampler_pull(resampler, output.pointer, Int32(frameSize))
      try FFmpeg.check(count, .damaged, "\(name): its sound is damaged")
      guard count > 0 else { return }
      unsafe output.pointer.pointee.nb_samples = count
      output.stamp = position
      position += Int64(count)
      try unsafe FFmpeg.check(
        avcodec_send_frame(context, output.pointer), .writeFailed, "\(name): encoding sound failed")
      try drain(emit)
      if count < frameSize { return }
    }
  }

  private func drain(_ emit: (FFmpegPacket) throws(MediaError) -> Void) throws(MediaError) {
    while true {
      packet.clear()
      let status = unsafe avcodec_receive_packet(context, packet.pointer)
      if status == guise_error_again || status == guise_error_end_of_file { return }
      try FFmpeg.check(status, .writeFailed, "\(name): encoding sound failed")
      try emit(packet)
    }
  }

  private static func nearestRate(to rate: Int, of codec: UnsafePointer<AVCodec>) -> Int {
    guard let rates = unsafe codec.pointee.supported_samplerates else { return rate }
    var best = 48_000
    var index = 0
    while unsafe rates[index] != 0 {
      let candidate = unsafe Int(rates[index])
      if candidate == rate { return rate }
      // The next higher one loses nothing.
      if candidate > rate, best < rate || candidate < best { best = candidate }
      index += 1
    }
    return best
  }
}
