import Foundation
import Synchronization

/// The terminal or pipe that a person or program talks to `guise` through: results go to standard
/// output, messages to standard error, one line at a time from any thread.
final class Console: Sendable {
  /// Messages about progress are left out; warnings and errors are not.
  let isQuiet: Bool
  private let state: Mutex<State>

  private struct State {
    var output: LineSink
    var messages: LineSink
    /// A progress line stands at the cursor.
    var hasProgressLine = false
  }

  /// Where lines go.
  typealias LineSink = @Sendable (_ text: String) -> Void

  init(isQuiet: Bool = false, output: @escaping LineSink, messages: @escaping LineSink) {
    self.isQuiet = isQuiet
    state = Mutex(State(output: output, messages: messages))
  }

  /// The process's own streams. A reader that went away is no error: its lines are dropped.
  static let standard = Console(
    output: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
    messages: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) })

  /// The same streams.
  func quieted(_ isQuiet: Bool) -> Console {
    state.withLock { Console(isQuiet: isQuiet, output: $0.output, messages: $0.messages) }
  }

  /// A line of results.
  func result(_ line: String) {
    write(line + "\n", to: \.output)
  }

  /// Results as they are, without a line end of its own.
  func resultText(_ text: String) {
    write(text, to: \.output)
  }

  /// A message that `--quiet` drops.
  func note(_ line: String) {
    if !isQuiet { write(line + "\n", to: \.messages) }
  }

  func warning(_ line: String) {
    write("warning: \(line)\n", to: \.messages)
  }

  func error(_ line: String) {
    write("error: \(line)\n", to: \.messages)
  }

  /// Replaces the progress line; nil removes it. Only for terminals.
  func progress(_ line: String?) {
    state.withLock { state in
      guard line != nil || state.hasProgressLine else { return }
      // Carriage return, erase to the end of the line.
      state.messages("\r\u{1B}[K" + (line ?? ""))
      state.hasProgressLine = line != nil
    }
  }

  private func write(_ text: String, to sink: KeyPath<State, LineSink> & Sendable) {
    state.withLock { state in
      if state.hasProgressLine {
        state.messages("\r\u{1B}[K")
        state.hasProgressLine = false
      }
      state[keyPath: sink](text)
    }
  }
}
