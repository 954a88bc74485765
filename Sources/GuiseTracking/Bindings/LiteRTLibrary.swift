internal import CLiteRT
import Foundation
import GuiseCore
import Synchronization

/// LiteRT's shared library, loaded once for the process and never unloaded.
@safe final class LiteRTLibrary: @unchecked Sendable {
  // Unchecked: the table is filled in init and never changed.

  /// Its functions.
  let functions: LiteRtFunctions

  private static let loaded = Mutex<LiteRTLibrary?>(nil)

  /// The library of the installation, or the one that the loader finds.
  static func shared() throws(TrackingError) -> LiteRTLibrary {
    try loaded.withLock { (library: inout LiteRTLibrary?) throws(TrackingError) in
      if let library { return library }
      let new = try LiteRTLibrary(path: Installation.locate("lib/libLiteRt.so")?.path)
      library = new
      return new
    }
  }

  /// - Parameter path: nil for the loader's search path.
  init(path: String?) throws(TrackingError) {
    let name = path ?? "libLiteRt.so"
    if let path { try Self.checkIsWhole(path) }
    guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      let reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? "unknown reason"
      throw TrackingError(
        .missingDependency,
        "LiteRT, which runs the face models, can't be loaded: \(reason). "
          + "Run `make setup` to install it.")
    }
    var functions = LiteRtFunctions()
    if let missing = unsafe LiteRtLoadFunctions(handle, &functions) {
      let symbol = unsafe String(cString: missing)
      unsafe dlclose(handle)
      throw TrackingError(
        .missingDependency,
        "\(name) is not the LiteRT that is needed (2.3): it has no function \(symbol). "
          + "Run `make setup` to install the right one.")
    }
    self.functions = functions
  }

  /// The loader maps a file without looking at its size: one that is cut off would end the process
  /// by a bus error. The table of sections lies at the end of an ELF file (System V ABI, chapter 4).
  private static func checkIsWhole(_ path: String) throws(TrackingError) {
    guard let file = FileHandle(forReadingAtPath: path),
      let head = try? file.read(upToCount: 64), let size = try? file.seekToEnd(),
      head.count == 64, head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    else { return }  // The loader says what is wrong.
    func integer(_ offset: Int, _ byteCount: Int) -> UInt64 {
      head[offset..<offset + byteCount].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    let (end, isOver) = integer(40, 8).addingReportingOverflow(integer(58, 2) * integer(60, 2))
    guard isOver || end > size else { return }
    throw TrackingError(
      .missingDependency,
      "\(path), which runs the face models, is cut off: it has \(size) bytes, expected \(end). "
        + "Remove it and run `make setup` to install it.")
  }

  /// Throws unless a call succeeded.
  func check(
    _ status: Int32, _ action: @autoclosure () -> String,
    code: TrackingError.Code = .inferenceFailed
  ) throws(TrackingError) {
    guard status != 0 else { return }
    throw TrackingError(code, "LiteRT can't \(action()): \(Self.meaning(status))", status: status)
  }

  private static func meaning(_ status: Int32) -> String {
    switch status {
    case 1: "invalid argument"
    case 2: "out of memory"
    case 3: "run-time failure"
    case 4: "an input is missing"
    case 5: "unsupported"
    case 6: "not found"
    case 7: "timed out"
    case 8: "wrong version"
    case 500: "file error"
    case 501: "invalid flatbuffer"
    case 502: "a library can't be loaded"
    case 504: "the model can't be compiled"
    default: "unknown error"
    }
  }
}
