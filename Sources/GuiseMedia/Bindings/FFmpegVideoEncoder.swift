internal import CFFmpeg
import GuiseCore

/// Compresses frames.
@safe final class FFmpegVideoEncoder {
  /// What comes next out of an encoder.
  enum Output {
    case packet
    case needsInput
    case end
  }

  /// Of the stamps.
  let timeBase: Rational
  let context: UnsafeMutablePointer<AVCodecContext>
  private let exporter: FFmpegFrameExporter
  private let name: String

  /// - Parameters:
  ///   - hasGlobalHeader: whether the container keeps the codec's parameters apart.
  ///   - name: what messages call the output.
  init(
    _ encoding: VideoEncoding, info: VideoInfo, timeBase: Rational, threadCount: Int,
    container: VideoContainer, hasGlobalHeader: Bool, name: String
  ) throws(MediaError) {
    FFmpeg.prepare()
    self.timeBase = timeBase
    self.name = name
    guard let codec = unsafe avcodec_find_encoder_by_name(encoding.codec.rawValue),
      let format = encoding.format.ffmpeg
    else {
      throw MediaError(
        .unsupported, "\(name): this FFmpeg has no encoder \(encoding.codec.rawValue)")
    }
    var color = info.color
    if color.matrix == .rgb {
      color.matrix = .unspecified
      color.range = .video
      color = color.resolved(
        height: VideoInfo.linesForGuess(width: info.width, height: info.height), isYUV: true)
    }
    exporter = FFmpegFrameExporter(
      format: encoding.format, ffmpegFormat: format, width: info.width, height: info.height,
      color: color, needsEvenSize: encoding.codec != .vp9)
    unsafe context = FFmpeg.allocated(avcodec_alloc_context3(codec))
    unsafe context.pointee.width = Int32(exporter.width)
    unsafe context.pointee.height = Int32(exporter.height)
    unsafe context.pointee.pix_fmt = format
    unsafe context.pointee.time_base = timeBase.ffmpeg
    unsafe context.pointee.framerate = info.frameRate.ffmpeg
    unsafe context.pointee.sample_aspect_ratio = info.pixelAspectRatio.ffmpeg
    unsafe context.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries.rawValue))
    unsafe context.pointee.color_trc = AVColorTransferCharacteristic(
      UInt32(color.transfer.rawValue))
    unsafe context.pointee.colorspace = AVColorSpace(UInt32(color.matrix.rawValue))
    unsafe context.pointee.color_range = AVColorRange(UInt32(color.range.rawValue))
    unsafe context.pointee.chroma_sample_location = AVChromaLocation(
      UInt32(color.chromaSiting.rawValue))
    unsafe context.pointee.thread_count = Int32(clamping: threadCount)
    if hasGlobalHeader { unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    if encoding.codec == .hevc, container == .mp4 || container == .mov {
      unsafe context.pointee.codec_tag = guise_tag_hvc1
    }
    var options = FFmpegOptions(encoding.options(for: info, threadCount: threadCount))
    try unsafe FFmpeg.check(
      avcodec_open2(context, codec, &options.dictionary), .unsupported,
      "\(name): the encoder \(encoding.codec.rawValue) does not take "
        + "\(exporter.width)×\(exporter.height) at \(info.frameRate.value) frames a second")
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&context)
  }

  /// Of the pictures that are compressed.
  var size: (width: Int, height: Int) { (exporter.width, exporter.height) }

  /// Hands over a frame; nil after the last one. All packets must have been taken before.
  ///
  /// - Parameter stamp: of the frame, larger than the last one's.
  func send(_ frame: Frame?, stamp: Int64 = 0) throws(MediaError) {
    guard let frame else {
      try unsafe FFmpeg.check(
        avcodec_send_frame(context, nil), .writeFailed, "\(name): encoding failed")
      return
    }
    let picture = try exporter.picture(of: frame, name: name)
    picture.stamp = stamp
    unsafe picture.pointer.pointee.pict_type = AV_PICTURE_TYPE_NONE
    unsafe picture.pointer.pointee.sample_aspect_ratio = context.pointee.sample_aspect_ratio
    defer { exporter.release() }
    try unsafe FFmpeg.check(
      avcodec_send_frame(context, picture.pointer), .writeFailed, "\(name): encoding failed")
  }

  /// Takes the next packet, stamped in ``timeBase``.
  func receive(into packet: FFmpegPacket) throws(MediaError) -> Output {
    packet.clear()
    let status = unsafe avcodec_receive_packet(context, packet.pointer)
    if status == guise_error_again { return .needsInput }
    if status == guise_error_end_of_file { return .end }
    try FFmpeg.check(status, .writeFailed, "\(name): encoding failed")
    return .packet
  }
}
