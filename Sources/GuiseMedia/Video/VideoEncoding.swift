import GuiseCore

/// Which encoder writes a video, fed with what, and how it is set: a plain value, chosen from the
/// container, the source and the options.
///
/// - 8-bit video is H.264: every player takes it.
/// - Deeper video is HEVC Main 10, tagged `hvc1` as Apple's players want it: the hardware decoders
///   of phones and televisions play 10-bit HEVC, and none plays 10-bit H.264.
/// - WebM is VP9 (profile 2 where it is deeper).
struct VideoEncoding: Hashable, Sendable {
  enum Codec: String, Hashable, Sendable {
    case h264 = "libx264"
    case hevc = "libx265"
    case vp9 = "libvpx-vp9"
  }

  var codec: Codec
  /// What the encoder is fed with.
  var format: PixelFormat
  /// Options of the encoder, by FFmpeg's names.
  var options: [String: String]

  init(container: VideoContainer, source: PixelFormat, options: VideoWritingOptions) {
    let isDeep = source.bitDepth > 8
    codec = container == .webm ? .vp9 : isDeep ? .hevc : .h264
    let keepsChroma =
      switch options.chromaSubsampling {
      case .source: true
      case .yuv420: false
      case .automatic: container == .matroska || options.compression == .lossless
      }
    let layout: PixelFormat.Layout =
      switch source.layout {
      case .yuv422 where keepsChroma: .yuv422
      case .yuv444 where keepsChroma: .yuv444
      case .rgb where options.compression == .lossless,
        .rgba where options.compression == .lossless:
        .yuv444
      case .yuv420SemiPlanar where codec == .h264: .yuv420SemiPlanar
      default: .yuv420
      }
    // All three encoders are built for 8, 10 and 12 bits; players take 8 and 10.
    let depth = !isDeep ? 8 : options.compression == .lossless && source.bitDepth == 12 ? 12 : 10
    format = PixelFormat(layout, bitDepth: codec == .h264 ? 8 : depth)
    self.options = [:]
    addRate(options)
    addEffort(options.effort)
  }

  /// The options for one video.
  ///
  /// - Parameter threadCount: 0 for as many as the encoder likes.
  func options(for info: VideoInfo, threadCount: Int) -> [String: String] {
    var options = options
    if codec == .hevc {
      // x265 takes these by its own names only.
      var parameters = [options["x265-params"]].compactMap(\.self)
      if threadCount > 0 { parameters.append("pools=\(threadCount)") }
      parameters += info.highDynamicRange.map(Self.parameters) ?? []
      options["x265-params"] = parameters.joined(separator: ":")
    }
    return options
  }

  /// What x265 writes as the SEI messages of SMPTE ST 2086 and CTA-861.3.
  private static func parameters(_ metadata: HighDynamicRangeMetadata) -> [String] {
    var parameters = ["hdr10=1"]
    if let primaries = metadata.primaries, let luminance = metadata.luminance,
      luminance.count == 2
    {
      func point(_ xy: [Rational]) -> String {
        "(" + xy.map { "\(Int(($0.value * 50_000).rounded()))" }.joined(separator: ",") + ")"
      }
      let (low, high) = (luminance[0].value * 10_000, luminance[1].value * 10_000)
      parameters.append(
        "master-display=G\(point(primaries.green))B\(point(primaries.blue))"
          + "R\(point(primaries.red))WP\(point(primaries.white))"
          + "L(\(Int(high.rounded())),\(Int(low.rounded())))")
    }
    if metadata.maximumContentLight > 0 || metadata.maximumAverageLight > 0 {
      parameters.append("max-cll=\(metadata.maximumContentLight),\(metadata.maximumAverageLight)")
    }
    return parameters
  }

  private mutating func addRate(_ options: VideoWritingOptions) {
    let below = Double(VideoWritingOptions.defaultQuality - (options.quality ?? 80))
    switch (codec, options.compression) {
    case (.h264, .lossy): self.options["crf"] = "\(18 + 0.3 * below)"
    case (.h264, .lossless): self.options["qp"] = "0"
    case (.hevc, .lossy):
      self.options["crf"] = "\(21 + 0.3 * below)"
      self.options["x265-params"] = "log-level=none"
    case (.hevc, .lossless): self.options["x265-params"] = "log-level=none:lossless=1"
    case (.vp9, .lossy):
      self.options["crf"] = "\(Int((24 + 0.5 * below).rounded()))"
      self.options["b"] = "0"
    case (.vp9, .lossless): self.options["lossless"] = "1"
    }
  }

  private mutating func addEffort(_ effort: VideoWritingOptions.Effort) {
    switch codec {
    case .h264, .hevc:
      options["preset"] =
        switch effort {
        case .fast: "veryfast"
        case .balanced: "medium"
        case .thorough: "slow"
        }
    case .vp9:
      options["deadline"] = "good"
      options["row-mt"] = "1"
      options["tile-columns"] = "2"
      options["cpu-used"] =
        switch effort {
        case .fast: "5"
        case .balanced: "3"
        case .thorough: "1"
        }
    }
  }
}
