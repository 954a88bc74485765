/// One thing that `guise` does: its arguments are its properties.
protocol Command: Sendable {
  static var syntax: Syntax<Self> { get }
  init()
  func run(on console: Console) throws -> ExitCode
}

/// The declaration of a command, from which parser, help and completions are made.
struct Syntax<Root: Sendable>: Sendable {
  var name: String
  /// One line, no full stop.
  var summary: String
  /// Paragraphs below the usage line.
  var discussion = ""
  var operands: Operands<Root>?
  var options: [Option<Root>] = []
  var examples: [Example] = []
  /// What no single option can check.
  var validate: @Sendable (Root) throws(UsageError) -> Void = { _ in }

  struct Example: Hashable, Sendable {
    var command: String
    var meaning: String

    init(_ command: String, _ meaning: String) {
      self.command = command
      self.meaning = meaning
    }
  }
}

/// A command, or a group of commands, without its type.
struct CommandNode: Sendable {
  var name: String
  var summary: String
  var discussion: String
  var options: [OptionInfo]
  var operands: OperandInfo?
  var examples: [Syntax<Never>.Example]
  var children: [CommandNode]
  /// Parses the arguments; the result runs the command. Nil in a group.
  var parse: (@Sendable ([String]) throws(UsageError) -> @Sendable (Console) throws -> ExitCode)?

  init<Root: Command>(_ type: Root.Type) {
    let syntax = Root.syntax
    name = syntax.name
    summary = syntax.summary
    discussion = syntax.discussion
    options = syntax.options.map(\.info) + [.help]
    operands = syntax.operands?.info
    examples = syntax.examples.map { .init($0.command, $0.meaning) }
    children = []
    parse = { arguments throws(UsageError) in
      let command = try ArgumentParser(Root.syntax).parse(arguments)
      return { try command.run(on: $0) }
    }
  }

  /// A group.
  init(
    _ name: String, summary: String, discussion: String = "", options: [OptionInfo] = [],
    examples: [Syntax<Never>.Example] = [], children: [CommandNode]
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.options = options + [.help]
    operands = nil
    self.examples = examples
    self.children = children
    parse = nil
  }
}
