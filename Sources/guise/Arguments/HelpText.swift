/// The help of a command, made from its declaration.
struct HelpText: CustomStringConvertible {
  /// `guise apply`.
  var path: String
  var node: CommandNode
  /// Columns to fill.
  var width = 80

  var description: String {
    var text = "\(node.summary)\n\nUsage: \(usage)\n"
    if !node.discussion.isEmpty {
      for paragraph in node.discussion.split(separator: "\n\n") {
        text += "\n" + wrap(paragraph.split(separator: "\n").joined(separator: " "), indent: 0)
      }
    }
    if let operands = node.operands {
      text += "\n" + rows([(operands.usage, operands.help)])
    }
    if !node.children.isEmpty {
      text += "\nCommands:\n" + rows(node.children.map { ($0.name, $0.summary) })
    }
    text += "\nOptions:\n" + rows(node.options.map { ($0.heading, $0.help) })
    if !node.examples.isEmpty {
      text += "\nExamples:\n"
      for example in node.examples {
        text += "  \(example.command)\n" + wrap(example.meaning, indent: 6)
      }
    }
    if !node.children.isEmpty {
      text += "\n“\(path) COMMAND --help” says more about a command.\n"
    }
    return text
  }

  private var usage: String {
    if !node.children.isEmpty { return "\(path) COMMAND …" }
    var words = [path]
    if node.options.count > 1 { words.append("[OPTION]…") }
    if let operands = node.operands { words.append(operands.usage) }
    return words.joined(separator: " ")
  }

  /// Two columns; a heading that is too long for the first gets a line of its own.
  private func rows(_ rows: [(heading: String, text: String)]) -> String {
    let column = min(30, (rows.map(\.heading.count).max() ?? 0) + 4)
    return rows.map { row in
      let heading = "  " + row.heading
      let body = wrap(row.text, indent: column)
      guard heading.count + 2 <= column else { return heading + "\n" + body }
      return heading + body.dropFirst(heading.count)
    }.joined()
  }

  private func wrap(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    lines.append(line)
    return lines.map { margin + $0 + "\n" }.joined()
  }
}

extension OptionInfo {
  /// `-f, --filter FILTER`.
  fileprivate var heading: String {
    let short = short.map { "-\($0), " } ?? "    "
    return short + "--\(long)" + (placeholder.map { " " + $0 } ?? "")
  }
}
