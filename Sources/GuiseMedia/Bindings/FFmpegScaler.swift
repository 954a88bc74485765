internal import CFFmpeg
import GuiseCore

/// Converts pictures to one format and size with swscale, colour details stated on both sides.
@safe final class FFmpegScaler {
  /// What a picture must have for the same context to convert it.
  private struct Input: Hashable {
    var format: Int32
    var width: Int32
    var height: Int32
    var color: ColorDescription
  }

  private let format: AVPixelFormat
  private let width: Int
  private let height: Int
  private let color: ColorDescription
  private var input: Input?
  private var context: OpaquePointer?
  private let output = FFmpegFrame()

  /// - Parameters:
  ///   - format: of the pictures made; one that FFmpeg has.
  ///   - color: of the pictures made.
  init(format: AVPixelFormat, width: Int, height: Int, color: ColorDescription) {
    self.format = format
    self.width = width
    self.height = height
    self.color = color
  }

  deinit {
    unsafe sws_freeContext(context)
  }

  /// Converts a picture.
  ///
  /// - Parameter color: what the picture's samples mean; for RGB, `range` is that of the samples.
  /// - Returns: a picture that stays valid until the next call.
  func convert(
    _ frame: FFmpegFrame, color inputColor: ColorDescription
  ) throws(MediaError) -> FFmpegFrame {
    let input = unsafe Input(
      format: frame.pointer.pointee.format, width: frame.pointer.pointee.width,
      height: frame.pointer.pointee.height, color: inputColor)
    if self.input != input { try prepare(for: input) }
    // Whoever got the last picture may still hold its buffers.
    if unsafe output.pointer.pointee.buf.0 == nil || av_frame_is_writable(output.pointer) == 0 {
      output.clear()
      unsafe output.pointer.pointee.format = format.rawValue
      unsafe output.pointer.pointee.width = Int32(width)
      unsafe output.pointer.pointee.height = Int32(height)
      try unsafe FFmpeg.check(
        av_frame_get_buffer(output.pointer, 64), .tooLarge, "no memory for a picture")
    }
    let status = unsafe guise_scale(context, frame.pointer, output.pointer)
    try FFmpeg.check(status, .damaged, "converting a picture failed")
    unsafe av_frame_copy_props(output.pointer, frame.pointer)
    color.apply(to: output)
    return output
  }

  private func prepare(for input: Input) throws(MediaError) {
    unsafe sws_freeContext(context)
    unsafe context = nil
    self.input = nil
    let inputFormat = AVPixelFormat(input.format)
    let flags = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP
    unsafe context = sws_getContext(
      input.width, input.height, inputFormat, Int32(width), Int32(height), format, flags, nil,
      nil, nil)
    guard unsafe context != nil else {
      let name = unsafe av_get_pix_fmt_name(inputFormat)
      let text = unsafe name.map { unsafe String(cString: $0) } ?? "\(input.format)"
      throw MediaError(
        .unsupported,
        "pictures of pixel format \(text), \(input.width)×\(input.height), "
          + "can't be converted")
    }
    unsafe sws_setColorspaceDetails(
      context, sws_getCoefficients(Self.coefficients(input.color.matrix)),
      input.color.range == .full ? 1 : 0, sws_getCoefficients(Self.coefficients(color.matrix)),
      color.range == .full ? 1 : 0, 0, 1 << 16, 1 << 16)
    self.input = input
  }

  /// Swscale's number for a matrix.
  private static func coefficients(_ matrix: ColorDescription.Matrix) -> Int32 {
    switch matrix {
    case .smpte170M, .bt470BG: SWS_CS_ITU601
    case .fcc: SWS_CS_FCC
    case .smpte240M: SWS_CS_SMPTE240M
    case .bt2020NonConstant, .bt2020Constant: SWS_CS_BT2020
    default: SWS_CS_ITU709
    }
  }
}
