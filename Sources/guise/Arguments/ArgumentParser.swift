import GuiseCatalog

/// Reads arguments as a command's syntax declares them.
///
/// `--name value`, `--name=value`, `-n value`, `-nvalue`; flags of one letter together, `-qv`; `-`
/// alone is an operand; after `--` everything is. Options and operands mix in any order.
///
///     let command = try ArgumentParser(ApplyCommand.syntax).parse(["-f", "emoji", "me.jpg"])
struct ArgumentParser<Root: Command> {
  private let syntax: Syntax<Root>
  private var root = Root()
  private var seen: Set<String> = []
  private var operandCount = 0

  init(_ syntax: Syntax<Root>) {
    self.syntax = syntax
  }

  func parse(_ arguments: [String]) throws(UsageError) -> Root {
    var parser = self
    try parser.read(arguments)
    return parser.root
  }

  private mutating func read(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var onlyOperands = false
    while let argument = rest.popFirst() {
      if onlyOperands || argument == "-" || !argument.hasPrefix("-") {
        try readOperand(argument)
      } else if argument == "--" {
        onlyOperands = true
      } else if argument.hasPrefix("--") {
        try readLong(argument.dropFirst(2), &rest)
      } else {
        try readShort(argument.dropFirst(), &rest)
      }
    }
    if let operands = syntax.operands, operandCount < operands.info.count.lowerBound {
      throw UsageError("\(operands.info.placeholder) is missing: \(operands.info.help)")
    }
    try syntax.validate(root)
  }

  private mutating func readOperand(_ text: String) throws(UsageError) {
    guard let operands = syntax.operands else {
      throw UsageError("unexpected argument “\(text)”")
    }
    operandCount += 1
    guard operandCount <= operands.info.count.upperBound else {
      throw UsageError(
        "unexpected argument “\(text)”: one \(operands.info.placeholder) is expected")
    }
    do {
      try operands.store(&root, text)
    } catch {
      throw UsageError("\(operands.info.placeholder): \(error.message)")
    }
  }

  private mutating func readLong(
    _ text: Substring, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = syntax.options.first(where: { $0.info.long == name }) else {
      let names = syntax.options.map(\.info.long) + [OptionInfo.help.long]
      let hint = Spelling.closest(to: name, in: names).map { "; did you mean --\($0)?" } ?? ""
      throw UsageError("unknown option --\(name)\(hint)")
    }
    try read(option, named: "--\(name)", attached: parts.count > 1 ? String(parts[1]) : nil, &rest)
  }

  private mutating func readShort(
    _ letters: Substring, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = syntax.options.first(where: { $0.info.short == letter }) else {
        throw UsageError("unknown option -\(letter)")
      }
      if option.info.placeholder == nil {
        try read(option, named: "-\(letter)", attached: nil, &rest)
      } else {
        let attached = letters.isEmpty ? nil : String(letters)
        return try read(option, named: "-\(letter)", attached: attached, &rest)
      }
    }
  }

  private mutating func read(
    _ option: Option<Root>, named name: String, attached: String?,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let info = option.info
    if !seen.insert(info.long).inserted, !info.isRepeatable, info.placeholder != nil {
      throw UsageError("\(name) is given twice")
    }
    guard let placeholder = info.placeholder else {
      if let attached { throw UsageError("\(name) takes no value, found “\(attached)”") }
      return try option.store(&root, "")
    }
    guard let value = attached ?? nextValue(&rest) else {
      throw UsageError("\(name) needs a value: \(name) \(placeholder)")
    }
    do {
      try option.store(&root, value)
    } catch {
      throw UsageError("\(name): \(error.message)")
    }
  }

  /// The next argument, unless it is plainly an option.
  private func nextValue(_ rest: inout ArraySlice<String>) -> String? {
    guard let next = rest.first, next != "--" else { return nil }
    let isOption = syntax.options.contains { option in
      next == "--\(option.info.long)" || option.info.short.map { next == "-\($0)" } ?? false
    }
    return isOption ? nil : rest.popFirst()
  }
}
