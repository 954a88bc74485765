/// One option of a command, declared once: it parses, prints its help and completes itself.
///
///     .option(\.faceCount, "faces", value: .integer("N", in: 1...64), help: "At most N faces.")
struct Option<Root>: Sendable {
  var info: OptionInfo
  /// Stores the value (empty for a flag).
  var store: @Sendable (inout Root, String) throws(UsageError) -> Void

  /// A switch without a value.
  static func flag(
    _ path: WritableKeyPath<Root, Bool> & Sendable, _ long: String, short: Character? = nil,
    help: String
  ) -> Self {
    Self(info: OptionInfo(long: long, short: short, help: help)) { root, _ in
      root[keyPath: path] = true
    }
  }

  /// An option with a value, given at most once.
  static func option<Value>(
    _ path: WritableKeyPath<Root, Value?> & Sendable, _ long: String, short: Character? = nil,
    value: ValueKind<Value>, help: String
  ) -> Self {
    let info = OptionInfo(
      long: long, short: short, placeholder: value.placeholder, completion: value.completion,
      help: help)
    return Self(info: info) { root, text throws(UsageError) in
      root[keyPath: path] = try value.parse(text)
    }
  }

  /// An option with a value that may be given several times; the order is kept.
  static func options<Value>(
    _ path: WritableKeyPath<Root, [Value]> & Sendable, _ long: String, short: Character? = nil,
    value: ValueKind<Value>, help: String
  ) -> Self {
    let info = OptionInfo(
      long: long, short: short, placeholder: value.placeholder, completion: value.completion,
      isRepeatable: true, help: help)
    return Self(info: info) { root, text throws(UsageError) in
      root[keyPath: path].append(try value.parse(text))
    }
  }
}

/// What people and shells see of an option.
struct OptionInfo: Hashable, Sendable {
  /// Without the dashes.
  var long: String
  var short: Character?
  /// Nil for a flag.
  var placeholder: String?
  var completion = Completion.nothing
  var isRepeatable = false
  /// Sentences.
  var help: String

  static let help = OptionInfo(long: "help", short: "h", help: "Show this help.")
}

/// The arguments of a command that are not options.
struct Operands<Root>: Sendable {
  var info: OperandInfo
  var store: @Sendable (inout Root, String) throws(UsageError) -> Void

  /// Exactly one.
  static func one<Value>(
    _ path: WritableKeyPath<Root, Value?> & Sendable, value: ValueKind<Value>, help: String
  ) -> Self {
    Self(info: OperandInfo(value, count: 1...1, help: help)) { root, text throws(UsageError) in
      root[keyPath: path] = try value.parse(text)
    }
  }

  /// As many as `count` says.
  static func list<Value>(
    _ path: WritableKeyPath<Root, [Value]> & Sendable, value: ValueKind<Value>,
    count: ClosedRange<Int> = 1...Int.max, help: String
  ) -> Self {
    Self(info: OperandInfo(value, count: count, help: help)) { root, text throws(UsageError) in
      root[keyPath: path].append(try value.parse(text))
    }
  }
}

/// What people and shells see of operands.
struct OperandInfo: Hashable, Sendable {
  var placeholder: String
  var completion: Completion
  var count: ClosedRange<Int>
  var help: String

  init<Value>(_ value: ValueKind<Value>, count: ClosedRange<Int>, help: String) {
    placeholder = value.placeholder
    completion = value.completion
    self.count = count
    self.help = help
  }

  /// As the usage line shows it: `IN…`, `[IN]`.
  var usage: String {
    let name = count.upperBound > 1 ? placeholder + "…" : placeholder
    return count.lowerBound == 0 ? "[\(name)]" : name
  }
}
