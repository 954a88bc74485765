internal import CFFmpeg
import Foundation

/// An open media file: streams and their packets.
@safe final class FFmpegDemuxer {
  /// Containers that hold video and never name another file or address. Playlists (HLS, DASH,
  /// concat), image sequences, devices and scripts are left out on purpose.
  private static let formats = [
    "mov", "mp4", "matroska", "webm", "avi", "mpegts", "mpeg", "mpegvideo", "flv", "asf", "ogg",
    "ivf", "dv", "rm", "mxf", "wtv", "nut", "yuv4mpegpipe", "h264", "hevc", "m4v", "mjpeg", "vc1",
    "obu", "av1", "nsv", "ea", "roq", "smk", "bink", "fli", "h263", "h261", "cavsvideo", "dirac",
    "gxf", "lmlm4", "pva", "vivo", "nuv", "4xm", "mpjpeg", "amv", "mtv",
    // Without pictures; known so that the message can say so.
    "mp3", "wav", "aac", "flac",
  ].joined(separator: ",")

  /// Opening reads headers only; a file that takes longer is made to keep a program busy.
  private static let openingLimit: Duration = .seconds(30)

  /// Valid while the demuxer lives.
  let context: UnsafeMutablePointer<AVFormatContext>
  let url: URL
  let interruption: FFmpegInterruption

  /// Opens a regular file and finds out about its streams.
  ///
  /// - Throws: `.notFound`, `.unreadable`, `.unsupported`, `.damaged`, `.tooLarge`.
  init(
    url: URL, interruption: FFmpegInterruption = FFmpegInterruption(), pixelLimit: Int
  ) throws(MediaError) {
    FFmpeg.prepare()
    try Self.checkIsReadableFile(url)
    self.url = url
    self.interruption = interruption
    interruption.limit(to: Self.openingLimit)
    defer { interruption.limit(to: nil) }

    let allocated = unsafe FFmpeg.allocated(avformat_alloc_context())
    // Retained by `self` for as long as the context lives.
    unsafe allocated.pointee.interrupt_callback.opaque =
      Unmanaged.passUnretained(interruption).toOpaque()
    unsafe allocated.pointee.interrupt_callback.callback = { opaque in
      guard let opaque = unsafe opaque else { return 0 }
      let interruption = unsafe Unmanaged<FFmpegInterruption>.fromOpaque(opaque)
      return unsafe interruption.takeUnretainedValue().shouldStop ? 1 : 0
    }
    var options = FFmpegOptions([
      "protocol_whitelist": "file", "format_whitelist": Self.formats, "max_streams": "128",
    ])
    var opened: UnsafeMutablePointer<AVFormatContext>? = unsafe allocated
    // The prefix keeps a colon in a name from being read as a protocol. Frees the context on failure.
    let status = unsafe avformat_open_input(
      &opened, "file:" + url.path, nil, &options.dictionary)
    guard status >= 0, let opened = unsafe opened else {
      throw Self.openingError(status, url: url, interruption: interruption)
    }
    unsafe context = unsafe opened
    try findStreams(pixelLimit: pixelLimit)
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe context
    unsafe avformat_close_input(&context)
  }

  /// Number of streams; it may grow while packets are read.
  var streamCount: Int { unsafe Int(context.pointee.nb_streams) }

  /// From the start of the earliest stream to the end of the last one; zero where unknown.
  var duration: Duration {
    let duration = unsafe context.pointee.duration
    return duration == guise_no_timestamp ? .zero : .microseconds(duration)
  }

  /// Stream `index`; valid while the demuxer lives.
  @unsafe func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> {
    guard index < streamCount, let stream = unsafe context.pointee.streams[index] else {
      preconditionFailure("there are \(streamCount) streams, \(index) was asked for")
    }
    return unsafe stream
  }

  /// The video stream to show: the best by FFmpeg's judgement, never a cover picture.
  func bestVideoStream() throws(MediaError) -> Int {
    let index = unsafe av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
    guard index >= 0,
      unsafe stream(Int(index)).pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    else {
      throw MediaError(
        .noPicture, "\(url.lastPathComponent): there is no video in it, only \(contents)")
    }
    return Int(index)
  }

  /// Packets of streams for which `isUsed` is false are skipped from now on.
  func useStreams(where isUsed: (Int) -> Bool) {
    for index in 0..<streamCount {
      unsafe stream(index).pointee.discard = isUsed(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// Reads the next packet.
  ///
  /// - Returns: 0, or FFmpeg's status at the end or on an error.
  func read(into packet: FFmpegPacket) -> Int32 {
    packet.clear()
    return unsafe av_read_frame(context, packet.pointer)
  }

  /// Goes to the last key frame of a stream at or before `stamp`; false where the file can't.
  func seek(stream index: Int, stamp: Int64) -> Bool {
    unsafe av_seek_frame(context, Int32(index), stamp, AVSEEK_FLAG_BACKWARD) >= 0
  }

  // MARK: Opening

  private static func checkIsReadableFile(_ url: URL) throws(MediaError) {
    let name = url.lastPathComponent
    guard url.isFileURL else {
      throw MediaError(.unsupported, "\(url): only files can be read")
    }
    var status = stat()
    guard unsafe stat(url.path, &status) == 0 else {
      throw MediaError(errno: errno, name: name, action: .read)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw MediaError(.notAFile, "\(name): is a folder, not a video")
    default:
      // A pipe or a device can't be sought in, and may never end.
      throw MediaError(.notAFile, "\(name): is not an ordinary file; save it to one first")
    }
    guard unsafe access(url.path, R_OK) == 0 else {
      throw MediaError(errno: errno, name: name, action: .read)
    }
    guard status.st_size > 0 else { throw MediaError(.empty, "\(name): is empty (0 bytes)") }
  }

  private static func openingError(
    _ status: Int32, url: URL, interruption: FFmpegInterruption
  ) -> MediaError {
    if interruption.shouldStop {
      return interruption.isCancelled
        ? MediaError(.cancelled, "\(url.lastPathComponent): cancelled", status: status)
        : MediaError(.damaged, "\(url.lastPathComponent): opening it took too long", status: status)
    }
    if guise_errno_of(status) == EINVAL || !isKnownFormat(url) {
      // `format_whitelist` answers with EINVAL.
      return MediaError(
        .unknownFormat, "\(url.lastPathComponent): is not a video of a kind that is read here",
        status: status)
    }
    return MediaError(
      .damaged,
      "\(url.lastPathComponent): is cut off or damaged, its description of the video can't be read "
        + "(\(FFmpeg.text(status)))", status: status)
  }

  /// Whether the start of a file looks like some container.
  private static func isKnownFormat(_ url: URL) -> Bool {
    guard let file = try? FileHandle(forReadingFrom: url),
      var bytes = try? file.read(upToCount: 1 << 16)
    else { return false }
    let count = bytes.count
    bytes.append(Data(count: Int(AVPROBE_PADDING_SIZE)))
    return unsafe bytes.withUnsafeMutableBytes { bytes in
      var score: Int32 = 0
      let data = unsafe AVProbeData(
        filename: nil, buf: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
        buf_size: Int32(count), mime_type: nil)
      var probed = unsafe data
      let format = unsafe av_probe_input_format3(&probed, 1, &score)
      return unsafe format != nil && score > AVPROBE_SCORE_RETRY
    }
  }

  private func findStreams(pixelLimit: Int) throws(MediaError) {
    // A decoder that is opened to look into a stream must keep to the limit too.
    let count = streamCount
    var options = unsafe [OpaquePointer?](repeating: nil, count: count)
    for index in 0..<count {
      unsafe av_dict_set_int(&options[index], "max_pixels", Int64(Int32(clamping: pixelLimit)), 0)
      unsafe av_dict_set(&options[index], "threads", "1", 0)
    }
    let status = unsafe options.withUnsafeMutableBufferPointer { buffer in
      unsafe avformat_find_stream_info(context, count == 0 ? nil : buffer.baseAddress)
    }
    for index in 0..<count { unsafe av_dict_free(&options[index]) }
    guard status >= 0, !interruption.shouldStop else {
      throw Self.openingError(
        status < 0 ? status : guise_error_exit, url: url, interruption: interruption)
    }
  }

  private var contents: String {
    let kinds = (0..<streamCount).map { index -> String in
      switch unsafe stream(index).pointee.codecpar.pointee.codec_type {
      case AVMEDIA_TYPE_AUDIO: "audio"
      case AVMEDIA_TYPE_VIDEO: "a cover picture"
      case AVMEDIA_TYPE_SUBTITLE: "subtitles"
      default: "data"
      }
    }
    let names = Set(kinds).sorted()
    return names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}
