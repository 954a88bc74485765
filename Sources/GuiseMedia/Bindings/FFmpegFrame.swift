internal import CFFmpeg
import GuiseCore

/// An `AVFrame` that is used again and again.
@safe final class FFmpegFrame {
  let pointer: UnsafeMutablePointer<AVFrame>

  init() { unsafe pointer = FFmpeg.allocated(av_frame_alloc()) }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = unsafe pointer
    unsafe av_frame_free(&pointer)
  }

  func clear() { unsafe av_frame_unref(pointer) }

  /// Takes over what another frame refers to and leaves it empty.
  func take(from other: FFmpegFrame) {
    clear()
    unsafe av_frame_move_ref(pointer, other.pointer)
  }

  /// Time stamp in the ticks of whoever made the picture.
  var stamp: Int64 {
    get { unsafe pointer.pointee.pts }
    set { unsafe pointer.pointee.pts = newValue }
  }

  /// Ticks; 0 where unknown.
  var duration: Int64 { unsafe guise_frame_duration(pointer) }

  /// What the decoder thinks of the time stamp; nil where it has no idea.
  var decodedStamp: Int64? {
    let stamp = unsafe pointer.pointee.best_effort_timestamp
    return stamp == guise_no_timestamp ? nil : stamp
  }

  var isInterlaced: Bool { unsafe guise_frame_is_interlaced(pointer) != 0 }

  var format: AVPixelFormat { unsafe AVPixelFormat(pointer.pointee.format) }

  /// Format and size.
  var shape: FFmpegPictureShape {
    unsafe FFmpegPictureShape(
      format: pointer.pointee.format, width: pointer.pointee.width, height: pointer.pointee.height)
  }

  var pixelAspectRatio: Rational? { unsafe Rational(pointer.pointee.sample_aspect_ratio) }
}

/// Format and size of a picture.
struct FFmpegPictureShape: Hashable {
  /// An `AVPixelFormat`.
  var format: Int32
  var width: Int32
  var height: Int32
}
