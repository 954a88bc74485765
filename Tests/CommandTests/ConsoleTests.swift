import Synchronization
import Testing

@testable import guise

@Suite struct ConsoleTests {
  @Test func progressSaysRateAndTimeLeft() {
    #expect(
      ProgressLine.text(done: 150, of: 300, elapsed: 3, unit: "frames", label: "a.mp4")
        == "[##########----------] 50 %  150 of 300 frames  50.0/s  3 s left  a.mp4")
    #expect(
      ProgressLine.text(done: 10, of: nil, elapsed: 2, unit: "frames", label: "a")
        == "10 frames  5.0/s  a")
    #expect(
      ProgressLine.text(done: 1, of: 3601, elapsed: 1, unit: "photos", label: "").contains(
        "1 h 0 min left"))
  }

  @Test func quietDropsNotesAndNothingElse() {
    let lines = Recorder()
    let console = Console(isQuiet: true, output: lines.add, messages: lines.add)
    console.note("note")
    console.warning("careful")
    console.error("broken")
    console.result("result")
    #expect(lines.text == ["warning: careful\n", "error: broken\n", "result\n"])
  }

  /// Names and texts from files must not steer the terminal.
  @Test func messagesAreShownAsTheyAre() {
    #expect(Console.printable("näse 👃🏽\n  two") == "näse 👃🏽\n  two")
    #expect(Console.printable("a\u{1B}[2Jb\r\u{9B}") == "a\\u{1B}[2Jb\\u{D}\\u{9B}")
    #expect(Console.printable(String(repeating: "x", count: 5000)).count == 2001)
  }

  @Test func aMessageTakesTheProgressLineAway() {
    let lines = Recorder()
    let console = Console(output: lines.add, messages: lines.add)
    console.progress(nil)
    console.progress("50 %")
    console.note("note")
    console.progress(nil)
    #expect(lines.text == ["\r\u{1B}[K50 %", "\r\u{1B}[K", "note\n"])
  }

  @Test(arguments: [
    (["--help"], 0, "Usage: guise COMMAND"), (["--version"], 0, "guise 0."),
    (["completions", "--help"], 0, "Usage: guise completions"),
    (["completions", "bash"], 0, "complete -F _guise guise"),
    ([], 2, "a command is missing"), (["aply"], 2, "unknown command aply; did you mean apply?"),
    (["--verison"], 2, "did you mean --version?"),
    (["completions", "csh"], 2, "expected bash, zsh, fish"),
  ]) func theCommandLineAnswers(arguments: [String], code: Int32, text: String) {
    let lines = Recorder()
    let console = Console(output: lines.add, messages: lines.add)
    let result = CommandNode.guise.run(arguments, on: console)
    #expect(result.number == code)
    #expect(lines.text.joined().contains(text))
  }
}

/// Collects what a console writes.
final class Recorder: Sendable {
  private let lines = Mutex<[String]>([])
  var text: [String] { lines.withLock { $0 } }
  var add: Console.LineSink { { text in self.lines.withLock { $0.append(text) } } }
}
