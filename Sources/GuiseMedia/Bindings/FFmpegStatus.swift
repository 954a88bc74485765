internal import CFFmpeg
import Foundation

/// Turns FFmpeg's status codes into errors, and keeps FFmpeg itself silent.
enum FFmpeg {
  /// FFmpeg prints to standard error by default; its messages are for its own command line.
  private static let silence: Void = av_log_set_level(AV_LOG_QUIET)

  /// Call before anything else of FFmpeg's.
  static func prepare() { _ = silence }

  /// FFmpeg's own words for a status.
  static func text(_ status: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    unsafe av_strerror(status, &buffer, buffer.count)
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Passes a status that is not negative; else throws an error.
  ///
  /// - Parameters:
  ///   - code: what the error is called unless the status says better (a full disk).
  ///   - message: what failed; FFmpeg's words are added.
  @discardableResult
  static func check(
    _ status: Int32, _ code: MediaError.Code, _ message: @autoclosure () -> String
  ) throws(MediaError) -> Int32 {
    guard status < 0 else { return status }
    throw error(status, code, message())
  }

  static func error(_ status: Int32, _ code: MediaError.Code, _ message: String) -> MediaError {
    let code: MediaError.Code =
      switch guise_errno_of(status) {
      case ENOSPC, EDQUOT, EFBIG: .diskFull
      default: status == guise_error_exit ? .cancelled : code
      }
    return MediaError(code, "\(message) (\(text(status)))", status: status)
  }

  /// A pointer that FFmpeg returns only when it has memory for it.
  ///
  /// Out of memory has no sensible answer here, so it stops the program as Swift's own does.
  @unsafe static func allocated<T>(_ pointer: UnsafeMutablePointer<T>?) -> UnsafeMutablePointer<T> {
    guard let pointer = unsafe pointer else { fatalError("out of memory") }
    return unsafe pointer
  }

  /// The name of a codec, as in ffmpeg -codecs.
  static func codecName(_ id: AVCodecID) -> String {
    unsafe String(cString: avcodec_get_name(id))
  }
}

extension Rational {
  /// Nil where FFmpeg says "unknown" by a zero.
  init?(_ value: AVRational) {
    guard value.den != 0, value.num != 0 else { return nil }
    let sign = value.den < 0 ? -1 : 1
    self.init(Int(value.num) * sign, Int(value.den) * sign)
  }

  /// As FFmpeg's; the nearest one where the numbers are too large for it.
  var ffmpeg: AVRational {
    var (numerator, denominator) = (Int32(0), Int32(1))
    unsafe av_reduce(
      &numerator, &denominator, Int64(self.numerator), Int64(self.denominator), Int64(Int32.max))
    return AVRational(num: numerator, den: denominator)
  }
}

/// Options by name, for the calls that take them.
@safe struct FFmpegOptions: ~Copyable {
  var dictionary: OpaquePointer?

  init(_ values: [String: String] = [:]) {
    unsafe dictionary = nil
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { self[name] = value }
  }

  subscript(name: String) -> String? {
    get {
      guard let entry = unsafe av_dict_get(dictionary, name, nil, 0) else { return nil }
      return unsafe String(cString: entry.pointee.value)
    }
    set { unsafe av_dict_set(&dictionary, name, newValue, 0) }
  }

  deinit {
    var dictionary = unsafe dictionary
    unsafe av_dict_free(&dictionary)
  }
}

/// An `AVPacket` that is used again and again.
@safe final class FFmpegPacket {
  let pointer: UnsafeMutablePointer<AVPacket>

  init() { unsafe pointer = FFmpeg.allocated(av_packet_alloc()) }

  func clear() { unsafe av_packet_unref(pointer) }

  /// In ticks of whoever made the packet.
  var stamps: (decoding: Int64, showing: Int64) {
    unsafe (pointer.pointee.dts, pointer.pointee.pts)
  }

  /// In ticks of whoever made the packet.
  var duration: Int64 {
    get { unsafe pointer.pointee.duration }
    set { unsafe pointer.pointee.duration = newValue }
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = unsafe pointer
    unsafe av_packet_free(&pointer)
  }
}
