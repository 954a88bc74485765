import Foundation
import GuisePipeline
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

  /// The process's own streams. A reader that went away, or that never was, is no
  /// error: its lines are dropped.
  static let standard = Console(
    output: { text in
      do throws(StandardStreams.Failure) {
        try StandardStreams.write(text.utf8)
      } catch {
        if !error.isUnwanted { lostOutput.withLock { $0 = error } }
      }
    },
    messages: { try? StandardStreams.write($0.utf8, to: STDERR_FILENO) })

  /// Why results didn't reach standard output.
  private static let lostOutput = Mutex<StandardStreams.Failure?>(nil)

  /// How the program ends: results that couldn't be written are a failure, too.
  static func exitCode(after code: ExitCode) -> ExitCode {
    guard code == .done, let failure = lostOutput.withLock({ $0 }) else { return code }
    standard.error("standard output can't be written: \(failure.reason)")
    return .inputsFailed
  }

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
    if !isQuiet { write(Self.printable(line) + "\n", to: \.messages) }
  }

  func warning(_ line: String) {
    write("warning: \(Self.printable(line))\n", to: \.messages)
  }

  func error(_ line: String) {
    write("error: \(Self.printable(line))\n", to: \.messages)
  }

  /// A message as it may be shown: names and texts from files must not steer the terminal, nor fill
  /// it. Control characters become `\u{1B}`, and what is too long is cut.
  static func printable(_ line: String) -> String {
    let limit = 2000
    let scalars = line.unicodeScalars
    let isPlain = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory != .control || scalar == "\n"
    }
    guard scalars.count > limit || !scalars.allSatisfy(isPlain) else { return line }
    let shown = scalars.prefix(limit).map { scalar in
      isPlain(scalar)
        ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
    return shown.joined() + (scalars.count > limit ? "…" : "")
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
