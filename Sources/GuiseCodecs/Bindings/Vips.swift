private import CVips
import GuiseCore

/// libvips as a whole: started once, hardened, and its one way of reporting failure.
enum Vips {
  /// Starts libvips on first use.
  ///
  /// Loaders that its authors call untrusted are blocked, but for SVG, which librsvg reads without
  /// touching other files. There is no cache of operations: pictures here are used once.
  static func start() throws(CodecError) {
    guard isStarted else {
      throw CodecError(.unavailable, "libvips cannot be started: \(takeMessage())")
    }
  }

  private static let isStarted: Bool = {
    guard guise_vips_init() == 0 else { return false }
    guise_vips_silence()
    vips_block_untrusted_set(1)
    unsafe vips_operation_block_set("VipsForeignLoadSvg", 0)
    vips_cache_set_max(0)
    return true
  }()

  /// The reason of the last failure, in one line, and forgets it.
  ///
  /// vips keeps one buffer for the whole process: beside another failing thread a reason may be
  /// mixed up or lost, so that messages here never rest on it alone.
  static func takeMessage() -> String {
    guard let text = unsafe vips_error_buffer_copy() else { return "" }
    defer { unsafe g_free(text) }
    let lines = unsafe String(cString: text).split(separator: "\n")
    return lines.first.map(String.init) ?? "no reason given"
  }

  /// Why a file's header could not be read.
  static func loadingError(name: String) -> CodecError {
    let message = takeMessage()
    if message.contains("Excessive number of frames") {
      return CodecError(.tooLarge, "\(name): it has more frames than the limit of 4096")
    }
    // Where no loader takes a file, vips tries one that is blocked.
    let isNobodys = message.isEmpty || message.contains("blocked") || message.hasPrefix("no reason")
    return CodecError(
      .damaged, "\(name): \(isNobodys ? "its header is damaged or cut off" : message)")
  }

  /// Turns a status of vips' into an error that begins with `context`.
  static func check(
    _ status: Int32, _ code: CodecError.Code, _ context: @autoclosure () -> String
  ) throws(CodecError) {
    guard status == 0 else { throw CodecError(code, "\(context()): \(takeMessage())") }
  }
}
