internal import CFFmpeg
import Foundation

/// Decodes one video stream of a demuxer.
@safe final class FFmpegVideoDecoder {
  /// Packets of the stream that may go by without a picture. The deepest reordering and the widest
  /// frame threading together take less than 100.
  private static let fruitlessPacketLimit = 5000

  private let demuxer: FFmpegDemuxer
  private let streamIndex: Int
  private var context: UnsafeMutablePointer<AVCodecContext>
  private let packet = FFmpegPacket()
  private var isDraining = false
  private var fruitlessPackets = 0

  /// Packets that could not be decoded, and pictures that came out damaged.
  private(set) var damageCount = 0
  /// FFmpeg's status where reading ended otherwise than at the end of the file.
  private(set) var readFailure: Int32?

  init(
    demuxer: FFmpegDemuxer, streamIndex: Int, options: VideoReadingOptions
  ) throws(MediaError) {
    self.demuxer = demuxer
    self.streamIndex = streamIndex
    let name = demuxer.url.lastPathComponent
    let stream = unsafe demuxer.stream(streamIndex)
    let (width, height, codecID) = unsafe (
      Int(stream.pointee.codecpar.pointee.width), Int(stream.pointee.codecpar.pointee.height),
      stream.pointee.codecpar.pointee.codec_id
    )
    let pixels = width.multipliedReportingOverflow(by: height)
    guard !pixels.overflow, pixels.partialValue <= options.pixelLimit else {
      throw MediaError(
        .tooLarge,
        "\(name): \(width)×\(height) pixels; "
          + "the limit is \(options.pixelLimit) in all")
    }
    guard let codec = unsafe avcodec_find_decoder(codecID) else {
      throw MediaError(
        .unsupported, "\(name): no decoder for its video (\(FFmpeg.codecName(codecID)))")
    }
    unsafe context = FFmpeg.allocated(avcodec_alloc_context3(codec))
    try unsafe FFmpeg.check(
      avcodec_parameters_to_context(context, stream.pointee.codecpar), .damaged,
      "\(name): its video is described wrongly")
    unsafe context.pointee.pkt_timebase = stream.pointee.time_base
    unsafe context.pointee.max_pixels = Int64(options.pixelLimit)
    let threadCount =
      options.decoderThreadCount > 0
      ? options.decoderThreadCount : min(ProcessInfo.processInfo.activeProcessorCount, 8)
    unsafe context.pointee.thread_count = Int32(clamping: threadCount)
    unsafe context.pointee.thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE
    // A damaged picture is better than a missing one.
    unsafe context.pointee.flags |= Int32(AV_CODEC_FLAG_OUTPUT_CORRUPT)
    try unsafe FFmpeg.check(
      avcodec_open2(context, codec, nil), .damaged,
      "\(name): its video (\(FFmpeg.codecName(codecID))) can't be decoded")
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&context)
  }

  /// Decodes the next picture, in order of showing.
  ///
  /// - Returns: false after the last one.
  func next(into frame: FFmpegFrame) throws(MediaError) -> Bool {
    while true {
      let status = unsafe avcodec_receive_frame(context, frame.pointer)
      if status >= 0 {
        fruitlessPackets = 0
        let isDamaged =
          unsafe frame.pointer.pointee.decode_error_flags != 0
          || frame.pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
        if isDamaged { damageCount += 1 }
        return true
      }
      if status == guise_error_end_of_file { return false }
      if status == guise_error_again {
        try feed()
      } else {
        try countDamage()
      }
    }
  }

  /// Forgets what was read; call after a seek.
  func flush() {
    unsafe avcodec_flush_buffers(context)
    isDraining = false
  }

  private func feed() throws(MediaError) {
    while true {
      let status = demuxer.read(into: packet)
      if status < 0 {
        if status == guise_error_again {
          try countDamage()
          continue
        }
        if demuxer.interruption.isCancelled {
          throw MediaError(.cancelled, "\(demuxer.url.lastPathComponent): cancelled")
        }
        if status != guise_error_end_of_file { readFailure = status }
        try drain()
        return
      }
      guard unsafe Int(packet.pointer.pointee.stream_index) == streamIndex else { continue }
      let sent = unsafe avcodec_send_packet(context, packet.pointer)
      packet.clear()
      if sent >= 0 {
        try countFruitless()
        return
      }
      try countDamage()
    }
  }

  private func drain() throws(MediaError) {
    if isDraining {
      // Asked to drain twice: the decoder never says it is done.
      try countFruitless()
    }
    isDraining = true
    unsafe avcodec_send_packet(context, nil)
  }

  private func countDamage() throws(MediaError) {
    damageCount += 1
    try countFruitless()
  }

  private func countFruitless() throws(MediaError) {
    fruitlessPackets += 1
    guard fruitlessPackets <= Self.fruitlessPacketLimit else {
      throw MediaError(
        .damaged,
        "\(demuxer.url.lastPathComponent): no picture in \(Self.fruitlessPacketLimit) packets")
    }
  }
}
