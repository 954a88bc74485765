/// Operands, and options that all take a value.
struct Arguments {
  struct Problem: Error, CustomStringConvertible {
    var message: String
    var description: String { message }
  }

  private var operands: [String] = []
  private var options: [String: String] = [:]

  init(_ arguments: some Sequence<String>) {
    var name: String?
    for argument in arguments {
      if let option = name {
        options[option] = argument
        name = nil
      } else if argument.hasPrefix("--") {
        name = String(argument.dropFirst(2))
      } else {
        operands.append(argument)
      }
    }
  }

  func operand(_ index: Int, _ meaning: String) throws(Problem) -> String {
    guard index < operands.count else { throw Problem(message: "missing: \(meaning)") }
    return operands[index]
  }

  func option(_ name: String) -> String? { options[name] }

  func number(_ name: String, default value: Int) -> Int {
    options[name].flatMap(Int.init) ?? value
  }
}
