internal import CFFmpeg
import GuiseCore

/// What a demuxer knows of its video stream.
@safe struct FFmpegVideoStream {
  /// Seconds in a tick of the stamps.
  let timeBase: Rational
  /// Frames a second: the average where the rate varies.
  let frameRate: Rational
  let isFrameRateVariable: Bool
  /// Ticks; nil where the file does not say.
  let start: Int64?
  /// Ticks; nil where the file does not say.
  let duration: Int64?
  /// Nil where the file does not say.
  let frameCount: Int?
  let codecID: AVCodecID
  let codecName: String
  /// How the stored pictures are turned and mirrored to be shown.
  let orientation: PictureOrientation
  /// Whether the display matrix is more than a quarter turn or a mirror.
  let isOrientationApproximate: Bool

  /// Ticks from a frame to the next at the average rate; at least 1.
  var nominalDuration: Int64 {
    max(1, frameRate.reciprocal.rescale(1, to: timeBase))
  }

  init(_ demuxer: FFmpegDemuxer, streamIndex: Int) {
    let stream = unsafe demuxer.stream(streamIndex)
    let timeBase = unsafe Rational(stream.pointee.time_base) ?? Rational(1, 90_000)
    self.timeBase = timeBase
    let average = unsafe Rational(stream.pointee.avg_frame_rate)
    let base = unsafe Rational(stream.pointee.r_frame_rate)
    frameRate =
      [average, base].compactMap(\.self).first { (0.01...1000).contains($0.value) }
      ?? Rational(25)
    isFrameRateVariable =
      average.map { average in
        base.map { abs($0.value / average.value - 1) > 0.005 } ?? false
      } ?? false
    let start = unsafe stream.pointee.start_time
    self.start = start == guise_no_timestamp ? nil : start
    let duration = unsafe stream.pointee.duration
    if duration != guise_no_timestamp, duration > 0 {
      self.duration = duration
    } else {
      self.duration = unsafe Self.matroskaDuration(stream).map { timeBase.ticks(in: $0) }
    }
    let frames = unsafe stream.pointee.nb_frames
    frameCount = frames > 0 ? Int(frames) : nil
    codecID = unsafe stream.pointee.codecpar.pointee.codec_id
    codecName = FFmpeg.codecName(codecID)
    if let matrix = Self.displayMatrix(of: demuxer, streamIndex: streamIndex) {
      orientation = PictureOrientation(displayMatrix: matrix)
      isOrientationApproximate = !PictureOrientation.isExact(displayMatrix: matrix)
    } else {
      orientation = .upright
      isOrientationApproximate = false
    }
  }

  /// What Matroska writers state for each stream: `DURATION=00:00:03.003000000`.
  private static func matroskaDuration(_ stream: UnsafeMutablePointer<AVStream>) -> Duration? {
    guard let entry = unsafe av_dict_get(stream.pointee.metadata, "DURATION", nil, 0) else {
      return nil
    }
    let parts = unsafe String(cString: entry.pointee.value).split(separator: ":").map { Double($0) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2]
    else { return nil }
    let total = hours * 3600 + minutes * 60 + seconds
    return total > 0 && total < 1e7 ? .seconds(total) : nil
  }

  private static func displayMatrix(of demuxer: FFmpegDemuxer, streamIndex: Int) -> [Int32]? {
    var byteCount = 0
    guard
      let data = unsafe av_stream_get_side_data(
        demuxer.stream(streamIndex), AV_PKT_DATA_DISPLAYMATRIX, &byteCount),
      byteCount >= 36
    else { return nil }
    let numbers = unsafe UnsafeRawBufferPointer(start: data, count: 36)
    return (0..<9).map { unsafe numbers.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self) }
  }
}

extension AudioStreamInfo {
  /// The audio streams of a file.
  static func all(of demuxer: FFmpegDemuxer) -> [AudioStreamInfo] {
    (0..<demuxer.streamCount).compactMap { index in
      let stream = unsafe demuxer.stream(index)
      let parameters = unsafe stream.pointee.codecpar.pointee
      guard unsafe parameters.codec_type == AVMEDIA_TYPE_AUDIO else { return nil }
      let language = unsafe av_dict_get(stream.pointee.metadata, "language", nil, 0)
      return unsafe AudioStreamInfo(
        codecName: FFmpeg.codecName(parameters.codec_id),
        sampleRate: Int(parameters.sample_rate),
        channelCount: Int(parameters.ch_layout.nb_channels),
        language: language.map { unsafe String(cString: $0.pointee.value) })
    }
  }
}

extension HighDynamicRangeMetadata {
  /// What a picture says of the display it was graded on; nil where it says nothing.
  init?(_ frame: FFmpegFrame) {
    let display = unsafe av_frame_get_side_data(
      frame.pointer, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA)
    let light = unsafe av_frame_get_side_data(
      frame.pointer, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL)
    guard unsafe display != nil || light != nil else { return nil }
    self.init(
      primaries: nil, luminance: nil, maximumContentLight: 0, maximumAverageLight: 0)
    if let data = unsafe display?.pointee.data {
      let value = unsafe UnsafeRawPointer(data).load(as: AVMasteringDisplayMetadata.self)
      func point(_ x: AVRational, _ y: AVRational) -> [Rational] {
        [Rational(x) ?? Rational(0), Rational(y) ?? Rational(0)]
      }
      if value.has_primaries != 0 {
        let (red, green, blue) = value.display_primaries
        primaries = Primaries(
          red: point(red.0, red.1), green: point(green.0, green.1), blue: point(blue.0, blue.1),
          white: point(value.white_point.0, value.white_point.1))
      }
      if value.has_luminance != 0 { luminance = point(value.min_luminance, value.max_luminance) }
    }
    if let data = unsafe light?.pointee.data {
      let value = unsafe UnsafeRawPointer(data).load(as: AVContentLightMetadata.self)
      maximumContentLight = Int(value.MaxCLL)
      maximumAverageLight = Int(value.MaxFALL)
    }
  }
}
