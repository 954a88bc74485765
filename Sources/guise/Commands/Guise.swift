import GuiseCatalog
import GuisePipeline

extension CommandNode {
  /// The whole command line.
  static let guise = CommandNode(
    "guise", summary: "Face filters for photos and videos",
    options: [OptionInfo(long: "version", help: "Show the version.")],
    examples: [
      .init("guise apply -f emoji me.jpg", "Writes me-worn.jpg beside me.jpg."),
      .init("guise filters list", "Shows the filters there are."),
    ],
    children: [
      CommandNode(ApplyCommand.self),
      CommandNode(TrackCommand.self),
      CommandNode(
        "filters", summary: "List, show and check filters",
        children: [
          CommandNode(FiltersListCommand.self), CommandNode(FiltersShowCommand.self),
          CommandNode(FiltersValidateCommand.self),
        ]),
      CommandNode(DoctorCommand.self),
      CommandNode(CompletionsCommand.self),
    ])

  static let version = "0.1.0"

  /// Runs `guise` with the arguments that follow its name.
  func run(_ arguments: [String], path: String = "guise", on console: Console) -> ExitCode {
    if let parse {
      if Self.asksForHelp(arguments) {
        console.resultText(HelpText(path: path, node: self).description)
        return .done
      }
      do {
        return try parse(arguments)(console)
      } catch let error as UsageError {
        return fail(error, path: path, on: console)
      } catch let error as PipelineError {
        console.error(error.message)
        return ExitCode(error.code)
      } catch {
        console.error("\(error)")
        return .inputsFailed
      }
    }
    guard let first = arguments.first else {
      return fail(UsageError("a command is missing"), path: path, on: console)
    }
    if let child = children.first(where: { $0.name == first }) {
      return child.run(Array(arguments.dropFirst()), path: "\(path) \(first)", on: console)
    }
    switch first {
    case "--help", "-h":
      console.resultText(HelpText(path: path, node: self).description)
      return .done
    case "--version" where options.contains { $0.long == "version" }:
      console.result("guise \(Self.version)")
      return .done
    default:
      let kind = first.hasPrefix("-") ? "option" : "command"
      let names = first.hasPrefix("-") ? options.map { "--\($0.long)" } : children.map(\.name)
      let hint = Spelling.closest(to: first, in: names).map { "; did you mean \($0)?" } ?? ""
      return fail(UsageError("unknown \(kind) \(first)\(hint)"), path: path, on: console)
    }
  }

  private static func asksForHelp(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  private func fail(_ error: UsageError, path: String, on console: Console) -> ExitCode {
    console.error(error.message)
    console.note("Try “\(path) --help”.")
    return .usage
  }
}
