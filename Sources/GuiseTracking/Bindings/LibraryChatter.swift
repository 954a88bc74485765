internal import CLiteRT
import Foundation
import Synchronization

/// Keeps LiteRT's remarks ("Created TensorFlow Lite XNNPACK delegate") off standard error, for which
/// it has no setting.
///
/// C's `stderr` is turned away meanwhile, for the whole process: what is written to the file
/// descriptor itself, as Swift and Foundation do, passes.
enum LibraryChatter {
  /// Calls `body`; calls from several threads overlap.
  static func muted<R>(_ body: () -> R) -> R {
    turn(by: 1)
    defer { turn(by: -1) }
    return body()
  }

  @safe private struct State {
    var depth = 0
    var standardError: UnsafeMutablePointer<FILE>?
    /// Stays open: some thread may still hold it.
    var nowhere: UnsafeMutablePointer<FILE>?
  }

  private static let state = Mutex(State())

  private static func turn(by step: Int) {
    state.withLock { state in
      let before = state.depth
      state.depth += step
      if before == 0 {
        if unsafe state.nowhere == nil { unsafe state.nowhere = unsafe fopen("/dev/null", "we") }
        guard let nowhere = unsafe state.nowhere else { return }
        unsafe state.standardError = unsafe guise_exchange_stderr(nowhere)
      } else if state.depth == 0, let standardError = unsafe state.standardError {
        _ = unsafe guise_exchange_stderr(standardError)
        unsafe state.standardError = nil
      }
    }
  }
}
