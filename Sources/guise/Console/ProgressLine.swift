import Foundation
import GuisePipeline
import Synchronization

/// Shows how far a long job is: a line that replaces itself on a terminal, nothing elsewhere.
///
/// It appears after a second and changes at most ten times a second.
///
///     [############--------]  61 %  183 of 300 frames  48.2/s  2 s left   party.mp4
final class ProgressLine: Sendable {
  private struct State {
    let start: ContinuousClock.Instant
    var lastShown: ContinuousClock.Instant
  }

  private let console: Console
  private let isShown: Bool
  private let unit: String
  private let label: String
  private let state: Mutex<State>

  /// - Parameters:
  ///   - isShown: false for `--quiet` and where standard error is no terminal.
  ///   - unit: what is counted, `frames`.
  ///   - label: what is worked on.
  init(on console: Console, isShown: Bool, unit: String, label: String) {
    self.console = console
    self.isShown = isShown
    self.unit = unit
    self.label = label
    let now = ContinuousClock.now
    state = Mutex(State(start: now, lastShown: now))
  }

  /// - Parameter total: nil where it is not known.
  func update(done: Int, of total: Int?) {
    guard isShown else { return }
    let now = ContinuousClock.now
    let elapsed: Duration? = state.withLock { state in
      guard now - state.start > .seconds(1), now - state.lastShown > .milliseconds(100) else {
        return nil
      }
      state.lastShown = now
      return now - state.start
    }
    guard let elapsed else { return }
    console.progress(
      Self.text(done: done, of: total, elapsed: elapsed.seconds, unit: unit, label: label))
  }

  /// Removes the line.
  func finish() {
    if isShown { console.progress(nil) }
  }

  static func text(
    done: Int, of total: Int?, elapsed: Double, unit: String, label: String
  ) -> String {
    let rate = elapsed > 0 ? Double(done) / elapsed : 0
    let pace = "\((rate * 10).rounded() / 10)/s"
    guard let total, total > 0 else { return "\(done) \(unit)  \(pace)  \(label)" }
    let part = min(1, Double(done) / Double(total))
    let filled = Int(part * 20)
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
    let left = rate > 0 ? Double(max(0, total - done)) / rate : 0
    return "[\(bar)] \(Int(part * 100)) %  \(done) of \(total) \(unit)  \(pace)  "
      + "\(duration(left)) left  \(label)"
  }

  /// `8 s`, `2 min 5 s`, `1 h 12 min`.
  private static func duration(_ seconds: Double) -> String {
    let seconds = Int(min(seconds.rounded(.up), 1e7))
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3600: return "\(seconds / 60) min \(seconds % 60) s"
    default: return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    }
  }
}
