import Testing

@testable import guise

/// A command with one of everything.
private struct Sample: Command {
  var filters: [String] = []
  var output: String?
  var count: Int?
  var angle: Double?
  var mode: String?
  var isMirrored = false
  var isQuiet = false
  var inputs: [String] = []

  static let syntax = Syntax<Sample>(
    name: "sample", summary: "Does nothing", discussion: "First.\n\nSecond.",
    operands: .list(\.inputs, value: .path("IN"), help: "Files."),
    options: [
      .options(\.filters, "filter", short: "f", value: .filter, help: "Wear it. Again for more."),
      .option(\.output, "output", short: "o", value: .path("OUT"), help: "Where to."),
      .option(\.count, "count", value: .integer("N", in: 1...9), help: "How many."),
      .option(\.angle, "angle", value: .number("DEG", in: 1...179), help: "How wide."),
      .option(\.mode, "mode", value: .choice("MODE", of: ["fast", "good"]), help: "How."),
      .flag(\.isMirrored, "mirror", short: "m", help: "Mirrored."),
      .flag(\.isQuiet, "quiet", short: "q", help: "Quiet."),
    ],
    examples: [.init("guise sample x", "Does nothing to x.")])

  func run(on console: Console) -> ExitCode { .done }
}

private func parse(_ arguments: String...) throws -> Sample {
  try ArgumentParser(Sample.syntax).parse(arguments)
}

private func message(_ arguments: String...) -> String? {
  do {
    _ = try ArgumentParser(Sample.syntax).parse(arguments)
    return nil
  } catch {
    return error.message
  }
}

@Suite struct ArgumentParserTests {
  @Test func everySpellingOfAValue() throws {
    for arguments in [["--output", "x"], ["--output=x"], ["-o", "x"], ["-ox"]] {
      #expect(try ArgumentParser(Sample.syntax).parse(arguments + ["in"]).output == "x")
    }
    #expect(try parse("in", "--output=a=b").output == "a=b")
    #expect(try parse("in", "-o", "-").output == "-")
    #expect(try parse("in", "-o", "-5-3").output == "-5-3")
  }

  @Test func repeatedOptionsKeepTheirOrder() throws {
    #expect(try parse("-f", "a", "in", "--filter=b", "-fc").filters == ["a", "b", "c"])
  }

  @Test func flagsTogetherAndWithAValue() throws {
    let sample = try parse("-qmo", "x", "in")
    #expect(sample.isQuiet && sample.isMirrored && sample.output == "x")
  }

  @Test func operandsMixWithOptions() throws {
    #expect(
      try parse("a", "-m", "-", "--", "-q", "--mirror").inputs == ["a", "-", "-q", "--mirror"])
  }

  @Test func mistakesAreNamed() {
    #expect(message("in", "--fliter", "x") == "unknown option --fliter; did you mean --filter?")
    #expect(message("in", "--zzzzzz") == "unknown option --zzzzzz")
    #expect(message("in", "-z") == "unknown option -z")
    #expect(
      message("in", "--count", "12") == "--count: expected a whole number from 1 to 9, found “12”")
    #expect(message("in", "--count=x") == "--count: expected a whole number from 1 to 9, found “x”")
    #expect(
      message("in", "--angle", "nan") == "--angle: expected a number from 1 to 179, found “nan”")
    #expect(message("in", "--mode", "best") == "--mode: expected fast, good, found “best”")
    #expect(message("in", "--output") == "--output needs a value: --output OUT")
    #expect(message("in", "-o", "--mirror") == "-o needs a value: -o OUT")
    #expect(message("in", "-o", "a", "-o", "b") == "-o is given twice")
    #expect(message("in", "--mirror=yes") == "--mirror takes no value, found “yes”")
    #expect(message("-m") == "IN is missing: Files.")
    #expect(message("in", "-o", "") == "-o: expected OUT, found nothing")
  }

  @Test func helpShowsEverything() {
    let help = HelpText(path: "guise sample", node: CommandNode(Sample.self)).description
    for option in Sample.syntax.options {
      #expect(help.contains("--\(option.info.long)"))
      #expect(help.contains(option.info.help.prefix(8)))
    }
    #expect(help.contains("-h, --help"))
    #expect(help.contains("Usage: guise sample [OPTION]… IN…"))
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completionsNameEveryOption(shell: String) {
    let root = CommandNode("guise", summary: "x", children: [CommandNode(Sample.self)])
    let script = ShellCompletions(root: root).script(for: shell)
    for option in Sample.syntax.options { #expect(script.contains(option.info.long)) }
    #expect(script.contains("fast good"))
  }
}

@Suite struct MediaValueTests {
  @Test(arguments: [
    ("1-2", TimeRange(start: .seconds(1), end: .seconds(2))),
    ("1:30-", TimeRange(start: .seconds(90), end: nil)),
    ("-0:00:02.5", TimeRange(start: .zero, end: .seconds(2.5))),
    ("1:00:00-1:00:01", TimeRange(start: .seconds(3600), end: .seconds(3601))),
  ]) func timeRanges(text: String, range: TimeRange) throws {
    #expect(try ValueKind.timeRange.parse(text) == range)
  }

  @Test(arguments: [
    "", "-", "5", "2-1", "1-1", "a-b", "1-2-3", "1:60-", "1e99-", "inf-", "-x", "1.5:3-",
  ])
  func badTimeRanges(text: String) {
    #expect(throws: UsageError.self) { try ValueKind.timeRange.parse(text) }
  }

  @Test func faceFilters() throws {
    let filter = try ValueKind.faceFilter.parse("2=a=b")
    #expect(filter == FaceFilter(face: 2, filter: "a=b"))
    for text in ["", "2", "2=", "0=x", "65=x", "x=y", "=x"] {
      #expect(throws: UsageError.self) { try ValueKind.faceFilter.parse(text) }
    }
  }
}
