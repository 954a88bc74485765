internal import CFFmpeg
import GuiseCore

/// How pictures that FFmpeg decodes become frames.
enum FFmpegPicture: Hashable {
  /// The planes are a frame's planes as they are (a fourth, alpha, is left out).
  case planar(PixelFormat)
  /// The plane is a frame's luma; chroma is neutral.
  case gray(PixelFormat)
  /// Swscale makes a frame's planes of it.
  case converted(PixelFormat)

  /// The format of the frames, before they are turned.
  var format: PixelFormat {
    switch self {
    case .planar(let format), .gray(let format), .converted(let format): format
    }
  }

  init(_ format: AVPixelFormat) {
    switch format {
    case AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVA420P:
      self = .planar(PixelFormat(.yuv420))
    case AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVA422P:
      self = .planar(PixelFormat(.yuv422))
    case AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVA444P:
      self = .planar(PixelFormat(.yuv444))
    case AV_PIX_FMT_YUV420P10LE, AV_PIX_FMT_YUVA420P10LE:
      self = .planar(PixelFormat(.yuv420, bitDepth: 10))
    case AV_PIX_FMT_YUV422P10LE, AV_PIX_FMT_YUVA422P10LE:
      self = .planar(PixelFormat(.yuv422, bitDepth: 10))
    case AV_PIX_FMT_YUV444P10LE, AV_PIX_FMT_YUVA444P10LE:
      self = .planar(PixelFormat(.yuv444, bitDepth: 10))
    case AV_PIX_FMT_YUV420P12LE: self = .planar(PixelFormat(.yuv420, bitDepth: 12))
    case AV_PIX_FMT_YUV422P12LE, AV_PIX_FMT_YUVA422P12LE:
      self = .planar(PixelFormat(.yuv422, bitDepth: 12))
    case AV_PIX_FMT_YUV444P12LE, AV_PIX_FMT_YUVA444P12LE:
      self = .planar(PixelFormat(.yuv444, bitDepth: 12))
    case AV_PIX_FMT_NV12: self = .planar(.nv12)
    case AV_PIX_FMT_GRAY8: self = .gray(PixelFormat(.yuv420))
    case AV_PIX_FMT_GRAY10LE: self = .gray(PixelFormat(.yuv420, bitDepth: 10))
    case AV_PIX_FMT_GRAY12LE: self = .gray(PixelFormat(.yuv420, bitDepth: 12))
    default: self = .converted(Self.nearest(to: format))
    }
  }

  /// The frame format that keeps most of a picture: no coarser chroma, and its depth up to 12 bits.
  private static func nearest(to format: AVPixelFormat) -> PixelFormat {
    guard let description = unsafe av_pix_fmt_desc_get(format) else { return .i420 }
    let depth = unsafe Int(description.pointee.comp.0.depth)
    let bitDepth = depth <= 8 ? 8 : depth <= 10 ? 10 : 12
    let isRGB = isRGB(format)
    let shift = unsafe (description.pointee.log2_chroma_w, description.pointee.log2_chroma_h)
    let layout: PixelFormat.Layout =
      switch shift {
      case _ where isRGB: .yuv444
      case (0, _): .yuv444
      case (_, 0): .yuv422
      default: .yuv420
      }
    return PixelFormat(layout, bitDepth: bitDepth)
  }

  /// Whether a picture's samples are red, green and blue (or indices of such).
  static func isRGB(_ format: AVPixelFormat) -> Bool {
    guard let description = unsafe av_pix_fmt_desc_get(format) else { return false }
    let flags = UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BAYER)
    return unsafe description.pointee.flags & flags != 0 || format == AV_PIX_FMT_XYZ12LE
  }

  /// Whether FFmpeg means full range by the format itself.
  static func isFullRange(_ format: AVPixelFormat) -> Bool {
    switch format {
    case AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P,
      AV_PIX_FMT_YUVJ411P:
      true
    default: false
    }
  }

  static func hasAlpha(_ format: AVPixelFormat) -> Bool {
    guard let description = unsafe av_pix_fmt_desc_get(format) else { return false }
    return unsafe description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
  }

  static func isGray(_ format: AVPixelFormat) -> Bool {
    guard let description = unsafe av_pix_fmt_desc_get(format) else { return false }
    return unsafe description.pointee.nb_components <= 2 && !isRGB(format)
  }
}

extension PixelFormat {
  /// FFmpeg's format with the same planes; nil where it has none.
  var ffmpeg: AVPixelFormat? {
    switch (layout, bitDepth) {
    case (.gray, 8): AV_PIX_FMT_GRAY8
    case (.gray, 10): AV_PIX_FMT_GRAY10LE
    case (.gray, 12): AV_PIX_FMT_GRAY12LE
    case (.gray, 16): AV_PIX_FMT_GRAY16LE
    case (.yuv420, 8): AV_PIX_FMT_YUV420P
    case (.yuv420, 10): AV_PIX_FMT_YUV420P10LE
    case (.yuv420, 12): AV_PIX_FMT_YUV420P12LE
    case (.yuv420, 16): AV_PIX_FMT_YUV420P16LE
    case (.yuv420SemiPlanar, 8): AV_PIX_FMT_NV12
    case (.yuv422, 8): AV_PIX_FMT_YUV422P
    case (.yuv422, 10): AV_PIX_FMT_YUV422P10LE
    case (.yuv422, 12): AV_PIX_FMT_YUV422P12LE
    case (.yuv422, 16): AV_PIX_FMT_YUV422P16LE
    case (.yuv444, 8): AV_PIX_FMT_YUV444P
    case (.yuv444, 10): AV_PIX_FMT_YUV444P10LE
    case (.yuv444, 12): AV_PIX_FMT_YUV444P12LE
    case (.yuv444, 16): AV_PIX_FMT_YUV444P16LE
    case (.rgb, 8): AV_PIX_FMT_RGB24
    case (.rgb, 16): AV_PIX_FMT_RGB48LE
    case (.rgba, 8): AV_PIX_FMT_RGBA
    case (.rgba, 16): AV_PIX_FMT_RGBA64LE
    default: nil
    }
  }
}

extension ColorDescription {
  /// What a decoded picture says of itself, gaps filled as players fill them.
  ///
  /// - Parameter codec: some codecs imply what others must say.
  init(_ frame: FFmpegFrame, codec: AVCodecID) {
    let picture = unsafe frame.pointer.pointee
    let format = unsafe AVPixelFormat(picture.format)
    self.init(
      primaries: unsafe Primaries(rawValue: Int(picture.color_primaries.rawValue)) ?? .unspecified,
      transfer: unsafe Transfer(rawValue: Int(picture.color_trc.rawValue)) ?? .unspecified,
      matrix: unsafe Matrix(rawValue: Int(picture.colorspace.rawValue)) ?? .unspecified,
      range: unsafe Range(rawValue: Int(picture.color_range.rawValue)) ?? .unspecified,
      chromaSiting: unsafe ChromaSiting(rawValue: Int(picture.chroma_location.rawValue))
        ?? .unspecified)
    let isIntraCodec = codec == AV_CODEC_ID_MJPEG || codec == AV_CODEC_ID_MPEG1VIDEO
    if chromaSiting == .unspecified, isIntraCodec { chromaSiting = .center }
    if FFmpegPicture.isRGB(format) {
      // Frames are luma and chroma, in video range, made by swscale.
      matrix = .unspecified
      range = .video
      if transfer == .unspecified { transfer = .sRGB }
      if primaries == .unspecified { primaries = .bt709 }
    } else if FFmpegPicture.isFullRange(format) {
      range = .full
    } else if range == .unspecified, FFmpegPicture.isGray(format) {
      // Codecs made for video keep its range without colour too.
      let isVideoCodec = [
        AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1,
      ].contains(codec)
      range = isVideoCodec ? .video : .full
    }
    if primaries == .unspecified {
      switch matrix {
      case .bt709: primaries = .bt709
      case .bt2020NonConstant, .bt2020Constant, .iCtCp: primaries = .bt2020
      case .smpte170M: primaries = .smpte170M
      case .bt470BG: primaries = .bt470BG
      default: break
      }
    }
    self = unsafe resolved(
      height: VideoInfo.linesForGuess(width: Int(picture.width), height: Int(picture.height)),
      isYUV: true)
  }

  /// Marks a picture for an encoder or a scaler.
  func apply(to frame: FFmpegFrame) {
    unsafe frame.pointer.pointee.color_primaries = AVColorPrimaries(UInt32(primaries.rawValue))
    unsafe frame.pointer.pointee.color_trc = AVColorTransferCharacteristic(
      UInt32(transfer.rawValue))
    unsafe frame.pointer.pointee.colorspace = AVColorSpace(UInt32(matrix.rawValue))
    unsafe frame.pointer.pointee.color_range = AVColorRange(UInt32(range.rawValue))
    unsafe frame.pointer.pointee.chroma_location = AVChromaLocation(UInt32(chromaSiting.rawValue))
  }
}
