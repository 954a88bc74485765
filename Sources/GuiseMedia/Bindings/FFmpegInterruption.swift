import Synchronization

/// Lets a call into FFmpeg that reads a file end early: when it is cancelled from another thread, or
/// when it takes too long.
final class FFmpegInterruption: Sendable {
  private let cancelled = Atomic<Bool>(false)
  /// Nanoseconds since ``start``; 0 for none.
  private let deadline = Atomic<Int64>(0)
  private let start = ContinuousClock.now

  /// Whether somebody called ``cancel()``.
  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Ends the call in progress and those to come. From any thread.
  func cancel() { cancelled.store(true, ordering: .relaxed) }

  /// Ends calls that are still running when `duration` from now is over; nil takes the limit away.
  func limit(to duration: Duration?) {
    guard let duration else { return deadline.store(0, ordering: .relaxed) }
    deadline.store(Self.nanoseconds(now + duration), ordering: .relaxed)
  }

  /// Asked by FFmpeg between reads.
  var shouldStop: Bool {
    if isCancelled { return true }
    let deadline = deadline.load(ordering: .relaxed)
    return deadline != 0 && Self.nanoseconds(now) > deadline
  }

  private var now: Duration { ContinuousClock.now - start }

  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
