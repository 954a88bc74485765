internal import CFFmpeg

/// Makes progressive pictures of interlaced ones: FFmpeg's `bwdif`, one picture out for each in.
/// Pictures that are not marked as interlaced pass as they are.
@safe final class FFmpegDeinterlacer {
  private let graph: UnsafeMutablePointer<AVFilterGraph>
  // Owned by the graph.
  private let source: UnsafeMutablePointer<AVFilterContext>
  private let sink: UnsafeMutablePointer<AVFilterContext>
  private let timeBase: Rational

  /// What comes next out of ``pull(into:)``.
  enum Output {
    case picture
    case needsInput
    case end
  }

  /// - Parameters:
  ///   - frame: a picture like those to come.
  ///   - timeBase: seconds in a tick of the pictures' `pts`.
  init(
    like frame: FFmpegFrame, timeBase: Rational, threadCount: Int, name: String
  ) throws(MediaError) {
    self.timeBase = timeBase
    let problem = "\(name): its interlaced video can't be made progressive"
    let picture = unsafe frame.pointer.pointee
    let ratio = unsafe Rational(picture.sample_aspect_ratio) ?? Rational(1)
    let arguments =
      unsafe "video_size=\(picture.width)x\(picture.height):pix_fmt=\(picture.format)"
      + ":time_base=\(timeBase.numerator)/\(timeBase.denominator)"
      + ":pixel_aspect=\(ratio.numerator)/\(ratio.denominator)"
    let graph = unsafe FFmpeg.allocated(avfilter_graph_alloc())
    unsafe graph.pointee.nb_threads = Int32(clamping: threadCount)
    do {
      unsafe source = try Self.filter("buffer", arguments, in: graph, problem)
      let filter = unsafe try Self.filter(
        "bwdif", "mode=send_frame:parity=auto:deint=interlaced", in: graph, problem)
      unsafe sink = try Self.filter("buffersink", nil, in: graph, problem)
      try unsafe FFmpeg.check(avfilter_link(source, 0, filter, 0), .unsupported, problem)
      try unsafe FFmpeg.check(avfilter_link(filter, 0, sink, 0), .unsupported, problem)
      try unsafe FFmpeg.check(avfilter_graph_config(graph, nil), .unsupported, problem)
    } catch {
      var failed: UnsafeMutablePointer<AVFilterGraph>? = unsafe graph
      unsafe avfilter_graph_free(&failed)
      throw error
    }
    unsafe self.graph = unsafe graph
  }

  private static func filter(
    _ name: String, _ arguments: String?, in graph: UnsafeMutablePointer<AVFilterGraph>,
    _ problem: String
  ) throws(MediaError) -> UnsafeMutablePointer<AVFilterContext> {
    var filter: UnsafeMutablePointer<AVFilterContext>?
    let status = unsafe avfilter_graph_create_filter(
      &filter, avfilter_get_by_name(name), name, arguments, nil, graph)
    guard status >= 0, let filter = unsafe filter else {
      throw FFmpeg.error(status, .unsupported, problem)
    }
    return unsafe filter
  }

  deinit {
    var graph: UnsafeMutablePointer<AVFilterGraph>? = unsafe graph
    unsafe avfilter_graph_free(&graph)
  }

  /// Hands over a picture, which is left empty; nil after the last one.
  func push(_ frame: FFmpegFrame?) throws(MediaError) {
    try unsafe FFmpeg.check(
      av_buffersrc_add_frame(source, frame?.pointer), .damaged, "deinterlacing failed")
  }

  /// Takes a finished picture, its `pts` in the ticks of those that went in.
  func pull(into frame: FFmpegFrame) throws(MediaError) -> Output {
    let status = unsafe av_buffersink_get_frame(sink, frame.pointer)
    if status == guise_error_again { return .needsInput }
    if status == guise_error_end_of_file { return .end }
    try FFmpeg.check(status, .damaged, "deinterlacing failed")
    if let ticks = Rational(unsafe av_buffersink_get_time_base(sink)) {
      unsafe frame.pointer.pointee.pts = ticks.rescale(frame.pointer.pointee.pts, to: timeBase)
    }
    return .picture
  }
}
