import Foundation
import Testing

@testable import guise

/// Standard streams that are closed, full, no files, or that nobody reads.
@Suite(.serialized, .timeLimit(.minutes(3)), .enabled(if: GuiseProcess.isSetUp))
struct StreamTests {
  private let scratch: GuiseProcess.Scratch

  init() throws {
    scratch = try GuiseProcess.Scratch()
    try scratch.copySample(to: "in.png")
  }

  private func run(_ arguments: [String], _ redirection: String) throws -> GuiseProcess.Result {
    try GuiseProcess.run(arguments, in: scratch, redirection: redirection)
  }

  @Test(arguments: [
    ("<&-", "standard input can't be read: Bad file descriptor"),
    ("< .", "standard input can't be read: Is a directory"),
    ("< /dev/null", "empty"),
  ]) func anInputThatCannotBeRead(redirection: String, text: String) throws {
    let result = try run(["track", "-"], redirection)
    #expect(result.status == 1 && result.errors.count == 1, "\(result.messages)")
    #expect(result.messages.contains(text), "\(result.messages)")
    let other = try run(["apply", "-f", "dot", "-q", "-", "in.png", "-o", "out/"], redirection)
    #expect(other.status == 1 && other.text == "out/in.png\n", "\(other.messages)")
  }

  @Test(arguments: [
    ["--help"], ["filters", "list"], ["track", "-q", "in.png"],
    ["apply", "-f", "dot", "-q", "in.png", "-o", "-"],
    ["apply", "-f", "dot", "-q", "--json", "in.png", "-o", "out.png"],
  ]) func anOutputThatIsFull(arguments: [String]) throws {
    let result = try run(arguments, "> /dev/full")
    #expect(result.status == 1)
    #expect(result.errors.count == 1, "\(result.messages)")
    #expect(result.messages.contains("standard output can't be written: No space left"))
  }

  /// As in `guise track in.png | head -1`.
  @Test(arguments: [
    ["filters", "list"], ["track", "in.png"], ["apply", "-f", "dot", "in.png", "-o", "-"],
  ]) func anOutputThatNobodyReads(arguments: [String]) throws {
    let result = try run(arguments, "2> err | true; cat err >&2")
    #expect(result.errors.isEmpty, "\(result.messages)")
  }

  /// Files opened later must not take the places of the streams.
  @Test func noStreamsAtAll() throws {
    let result = try run(
      ["apply", "-f", "dot", "in.png", "-o", "out.png"], "<&- >&- 2>&-")
    #expect(result.status == 0)
    #expect(scratch.files == ["in.png", "out.png"])
    #expect(
      try Data(contentsOf: scratch.url.appendingPathComponent("out.png")).starts(with: [0x89]))
  }

  @Test func quietMeansQuiet() throws {
    let result = try run(["apply", "-q", "-f", "dot", "in.png", "-o", "out.png"], "")
    #expect(result.status == 0 && result.messages.isEmpty, "\(result.messages)")
  }
}
