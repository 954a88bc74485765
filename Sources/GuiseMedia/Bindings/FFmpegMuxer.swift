internal import CFFmpeg
import Foundation

/// Writes packets of several streams to a file.
@safe final class FFmpegMuxer {
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let name: String
  private let container: VideoContainer
  private var isHeaderWritten = false

  /// Opens the file for writing; what was in it is lost.
  ///
  /// - Parameter name: what messages call the file.
  init(container: VideoContainer, path: String, name: String) throws(MediaError) {
    FFmpeg.prepare()
    self.name = name
    self.container = container
    var context: UnsafeMutablePointer<AVFormatContext>?
    // The prefix keeps a colon in a name from being read as a protocol.
    let url = "file:" + path
    let status = unsafe avformat_alloc_output_context2(&context, nil, container.muxerName, url)
    guard status >= 0, let context = unsafe context else {
      throw FFmpeg.error(
        status, .unsupported, "\(name): this FFmpeg can't write \(container.rawValue)")
    }
    unsafe self.context = unsafe context
    let opened = unsafe avio_open2(&context.pointee.pb, url, AVIO_FLAG_WRITE, nil, nil)
    try FFmpeg.check(opened, .writeFailed, "\(name): can't be written")
  }

  deinit {
    unsafe avio_closep(&context.pointee.pb)
    unsafe avformat_free_context(context)
  }

  /// Whether encoders must keep their parameters out of the packets.
  var hasGlobalHeader: Bool {
    unsafe context.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0
  }

  /// Adds a stream; valid while the muxer lives. Only before ``start()``.
  @unsafe func addStream() -> UnsafeMutablePointer<AVStream> {
    unsafe FFmpeg.allocated(avformat_new_stream(context, nil))
  }

  /// Adds a stream for an encoder's packets.
  ///
  /// - Parameter frameRate: nil where it varies.
  /// - Returns: its index.
  func addStream(for encoder: FFmpegVideoEncoder, frameRate: Rational?) throws(MediaError) -> Int {
    let stream = unsafe addStream()
    try unsafe FFmpeg.check(
      avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context), .writeFailed,
      "\(name): the video can't be described")
    unsafe stream.pointee.time_base = encoder.timeBase.ffmpeg
    if let frameRate { unsafe stream.pointee.avg_frame_rate = frameRate.ffmpeg }
    unsafe stream.pointee.sample_aspect_ratio = encoder.context.pointee.sample_aspect_ratio
    return unsafe Int(stream.pointee.index)
  }

  /// The format's own description, for metadata and chapters. Only before ``start()``.
  @unsafe var description: UnsafeMutablePointer<AVFormatContext> { unsafe context }

  /// Seconds in a tick of a stream's packets; final after ``start()``.
  func timeBase(ofStream index: Int) -> Rational {
    let count = unsafe Int(context.pointee.nb_streams)
    guard index < count,
      let stream = unsafe context.pointee.streams[index],
      let timeBase = unsafe Rational(stream.pointee.time_base)
    else { return Rational(1, 90_000) }
    return timeBase
  }

  /// What a stream's stamps are moved by for this container, in samples of 48 kHz.
  ///
  /// Matroska states how much of an Opus stream's start is not heard, and readers take that off the
  /// stamps; they must be larger by as much. FFmpeg leaves that to us (and its own tool's files are
  /// out of step for it).
  private func leadIn(ofStream index: Int) -> Int64 {
    guard container == .webm || container == .matroska,
      let parameters = unsafe context.pointee.streams[index]?.pointee.codecpar
    else { return 0 }
    guard unsafe parameters.pointee.codec_id == AV_CODEC_ID_OPUS,
      unsafe parameters.pointee.extradata_size >= 12, let head = unsafe parameters.pointee.extradata
    else { return 0 }
    // "OpusHead", version, channel count, then the pre-skip (RFC 7845, 5.1).
    return unsafe Int64(head[10]) | Int64(head[11]) << 8
  }

  /// Writes the header.
  func start() throws(MediaError) {
    // The index goes to the front, so that players on the web start at once.
    // Its edit lists, which delay one stream against another, count in whole milliseconds otherwise.
    var options = FFmpegOptions(["movflags": "+faststart", "movie_timescale": "90000"])
    try unsafe FFmpeg.check(
      avformat_write_header(context, &options.dictionary), .writeFailed,
      "\(name): the file can't be started")
    isHeaderWritten = true
  }

  /// Writes a packet, interleaved with others, and leaves it empty.
  ///
  /// - Parameter timeBase: of the packet's stamps.
  func write(
    _ packet: FFmpegPacket, stream index: Int, timeBase: Rational
  ) throws(MediaError) {
    unsafe packet.pointer.pointee.stream_index = Int32(index)
    unsafe packet.pointer.pointee.pos = -1
    let leadIn = Rational(1, 48_000).rescale(leadIn(ofStream: index), to: timeBase)
    unsafe packet.pointer.pointee.pts += leadIn
    unsafe packet.pointer.pointee.dts += leadIn
    unsafe av_packet_rescale_ts(
      packet.pointer, timeBase.ffmpeg, self.timeBase(ofStream: index).ffmpeg)
    try unsafe FFmpeg.check(
      av_interleaved_write_frame(context, packet.pointer), .writeFailed,
      "\(name): writing failed")
  }

  /// Writes what is left and closes the file.
  func finish() throws(MediaError) {
    if isHeaderWritten {
      try unsafe FFmpeg.check(
        av_write_trailer(context), .writeFailed, "\(name): the file can't be finished")
    }
    let failure = unsafe context.pointee.pb.pointee.error
    let status = unsafe avio_closep(&context.pointee.pb)
    try FFmpeg.check(min(failure, status), .writeFailed, "\(name): writing failed")
  }
}
