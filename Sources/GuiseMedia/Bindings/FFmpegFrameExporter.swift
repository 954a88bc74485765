internal import CFFmpeg
import Foundation
import GuiseCore

/// Makes what an encoder takes of frames: pictures of its format and size.
///
/// A frame that fits is not copied: the picture refers to the frame's own memory. Where chroma is
/// subsampled and a size is odd, the last column or row is repeated once; encoders of H.264 and HEVC
/// take only even sizes, and cropping would lose pixels.
@safe final class FFmpegFrameExporter {
  /// Size of the pictures.
  let width: Int
  /// Size of the pictures.
  let height: Int

  private let format: PixelFormat
  private let ffmpegFormat: AVPixelFormat
  private let color: ColorDescription
  private let inputWidth: Int
  private let inputHeight: Int
  private let wrapped = FFmpegFrame()
  private let padded = FFmpegFrame()
  private var scaler: FFmpegScaler?

  /// - Parameters:
  ///   - format: one that FFmpeg has.
  ///   - color: what the pictures are marked as.
  ///   - needsEvenSize: whether the encoder takes only whole chroma samples.
  init(
    format: PixelFormat, ffmpegFormat: AVPixelFormat, width: Int, height: Int,
    color: ColorDescription, needsEvenSize: Bool
  ) {
    self.format = format
    self.ffmpegFormat = ffmpegFormat
    self.color = color
    inputWidth = width
    inputHeight = height
    let shift: (x: Int, y: Int) = needsEvenSize ? format.chromaShift : (0, 0)
    self.width = width + (width & shift.x)
    self.height = height + (height & shift.y)
  }

  /// A picture of a frame, valid until the next call.
  func picture(of frame: Frame, name: String) throws(MediaError) -> FFmpegFrame {
    guard let inputFormat = frame.format.ffmpeg else {
      throw MediaError(
        .unsupported,
        "\(name): frames of \(frame.format.bitDepth)-bit \(frame.format.layout) can't be encoded")
    }
    wrap(frame, as: inputFormat)
    var picture = wrapped
    if width != inputWidth || height != inputHeight {
      try pad(frame.format, as: inputFormat)
      wrapped.clear()
      picture = padded
    }
    if frame.format != format {
      let scaler =
        self.scaler
        ?? FFmpegScaler(format: ffmpegFormat, width: width, height: height, color: color)
      self.scaler = scaler
      let converted = try scaler.convert(
        picture, color: frame.color.resolved(height: height, isYUV: frame.format.isYUV))
      wrapped.clear()
      picture = converted
    }
    color.apply(to: picture)
    return picture
  }

  /// Lets go of the last picture's memory, for its frame's pool to reuse.
  func release() { wrapped.clear() }

  private func wrap(_ frame: Frame, as inputFormat: AVPixelFormat) {
    wrapped.clear()
    let storage = frame.storage
    unsafe wrapped.pointer.pointee.format = inputFormat.rawValue
    unsafe wrapped.pointer.pointee.width = Int32(frame.width)
    unsafe wrapped.pointer.pointee.height = Int32(frame.height)
    for plane in 0..<frame.format.planeCount {
      let layout = frame.layout(plane: plane)
      unsafe guise_set_plane(
        wrapped.pointer, Int32(plane),
        storage.base.assumingMemoryBound(to: UInt8.self) + layout.offset, Int32(layout.rowBytes))
    }
    // Retained here, released by FFmpeg when the last reference to the buffer goes.
    let owner = unsafe Unmanaged.passRetained(storage)
    unsafe wrapped.pointer.pointee.buf.0 = av_buffer_create(
      storage.base.assumingMemoryBound(to: UInt8.self), storage.byteCount,
      { opaque, _ in
        guard let opaque = unsafe opaque else { return }
        unsafe Unmanaged<PixelStorage>.fromOpaque(opaque).release()
      }, owner.toOpaque(), AV_BUFFER_FLAG_READONLY)
    guard unsafe wrapped.pointer.pointee.buf.0 != nil else { fatalError("out of memory") }
  }

  private func pad(_ inputFormat: PixelFormat, as ffmpegFormat: AVPixelFormat) throws(MediaError) {
    if unsafe padded.pointer.pointee.buf.0 == nil || av_frame_is_writable(padded.pointer) == 0
      || padded.pointer.pointee.format != ffmpegFormat.rawValue
    {
      padded.clear()
      unsafe padded.pointer.pointee.format = ffmpegFormat.rawValue
      unsafe padded.pointer.pointee.width = Int32(width)
      unsafe padded.pointer.pointee.height = Int32(height)
      try unsafe FFmpeg.check(
        av_frame_get_buffer(padded.pointer, 64), .tooLarge, "no memory for a picture")
    }
    for plane in 0..<inputFormat.planeCount {
      let input = inputFormat.planeSize(plane, width: inputWidth, height: inputHeight)
      let output = inputFormat.planeSize(plane, width: width, height: height)
      let pixelBytes = inputFormat.samplesPerPixel(plane: plane) * inputFormat.bytesPerSample
      let (index, rowBytes) = (Int32(plane), input.width * pixelBytes)
      guard let from = unsafe guise_plane(wrapped.pointer, index),
        let to = unsafe guise_plane(padded.pointer, index)
      else { continue }
      let fromStep = unsafe Int(guise_row_bytes(wrapped.pointer, index))
      let toStep = unsafe Int(guise_row_bytes(padded.pointer, index))
      for y in 0..<output.height {
        let row = unsafe to + y * toStep
        unsafe memcpy(row, from + min(y, input.height - 1) * fromStep, rowBytes)
        for x in input.width..<max(input.width, output.width) {
          unsafe memcpy(row + x * pixelBytes, row + rowBytes - pixelBytes, pixelBytes)
        }
      }
    }
  }
}
