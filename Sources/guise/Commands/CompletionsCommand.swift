/// `guise completions`: prints a completion script.
struct CompletionsCommand: Command {
  var shell: String?

  static let syntax = Syntax<CompletionsCommand>(
    name: "completions", summary: "Print a completion script for a shell",
    operands: .one(
      \.shell, value: .choice("SHELL", of: ShellCompletions.shells), help: "bash, zsh or fish."),
    examples: [
      .init("source <(guise completions bash)", "Complete in this bash."),
      .init(
        "guise completions fish > ~/.config/fish/completions/guise.fish", "Complete in every fish."),
    ])

  func run(on console: Console) -> ExitCode {
    console.resultText(ShellCompletions(root: .guise).script(for: shell ?? ""))
    return .done
  }
}
