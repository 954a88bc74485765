/// Completion scripts for shells, made from the same declarations that parse.
///
/// Each script knows every command and option; for ids of filters it asks `guise filters list`.
struct ShellCompletions {
  static let shells = ["bash", "zsh", "fish"]

  var root: CommandNode

  func script(for shell: String) -> String {
    switch shell {
    case "zsh": zsh
    case "fish": fish
    default: bash
    }
  }

  /// Every command that parses, by the words that lead to it: `["filters", "list"]`.
  private var commands: [(words: [String], node: CommandNode)] {
    func walk(_ node: CommandNode, _ words: [String]) -> [(words: [String], node: CommandNode)] {
      [(words, node)] + node.children.flatMap { walk($0, words + [$0.name]) }
    }
    return walk(root, [])
  }

  private static let filterIDs = "guise filters list --quiet 2>/dev/null | cut -f1"

  // MARK: bash

  private var bash: String {
    var cases = ""
    for (words, node) in commands {
      let flags = node.options.flatMap(\.spellings)
      cases += """
            "\(words.joined(separator: " "))")
              options="\(flags.joined(separator: " "))"
              commands="\(node.children.map(\.name).joined(separator: " "))"
              operand="\(node.operands?.completion.bashKind ?? "nothing")"
              case "$previous" in

        """
      for option in node.options where option.placeholder != nil {
        cases += """
                  \(option.spellings.joined(separator: "|"))) \
          operand="\(option.completion.bashKind)"; options=""; commands="" ;;

          """
      }
      cases += """
              esac ;;

        """
    }
    let groups = commands.filter { !$0.node.children.isEmpty }.map(\.words)
    let subcommands = groups.flatMap { words in
      (commands.first { $0.words == words }?.node.children ?? []).map {
        (words + [$0.name]).joined(separator: " ")
      }
    }
    return """
      # bash completion for guise. Load it with: source <(guise completions bash)
      _guise() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        local path="" word options commands operand
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case "${path:+$path }$word" in
            \(subcommands.map { "\"\($0)\"" }.joined(separator: "|"))) path="${path:+$path }$word" ;;
          esac
        done
        case "$path" in
      \(cases)  esac
        local words="$commands"
        [[ "$current" == -* ]] && words="$options"
        case "$operand" in
          filters) words="$words $(\(Self.filterIDs))" ;;
          "choices "*) words="$words ${operand#choices }" ;;
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        if [[ "$current" != -* && ( "$operand" == files || "$operand" == filters ) ]]; then
          compopt -o filenames 2>/dev/null
          local file
          while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$current")
        fi
      }
      complete -F _guise guise

      """
  }

  // MARK: zsh

  private var zsh: String {
    var functions = ""
    for (words, node) in commands {
      let name = (["_guise"] + words).joined(separator: "_")
      if node.children.isEmpty {
        var specs = node.options.flatMap(\.zshSpecs)
        if let operands = node.operands {
          let count = operands.count.upperBound > 1 ? "*" : "1"
          specs.append("'\(count):\(operands.placeholder):\(operands.completion.zshAction)'")
        }
        functions += "\(name)() {\n  _arguments -s \\\n    "
        functions += specs.joined(separator: " \\\n    ") + "\n}\n"
      } else {
        let children = node.children.map { "    '\($0.name):\($0.summary.zshQuoted)'" }
        functions += """
          \(name)() {
            local -a commands=(
          \(children.joined(separator: "\n"))
            )
            if (( CURRENT == 2 )); then
              _describe command commands
            else
              local command="$words[2]"
              shift words
              (( CURRENT-- ))
              (( $+functions[\(name)_$command] )) && \(name)_$command
            fi
          }

          """
      }
    }
    return """
      #compdef guise
      # zsh completion for guise. Save it as _guise in a folder of $fpath.
      _guise_filter() {
        local -a ids=(${(f)"$(\(Self.filterIDs))"})
        compadd -a ids
        _files
      }
      \(functions)
      if [ "$funcstack[1]" = "_guise" ]; then
        _guise "$@"
      else
        compdef _guise guise
      fi

      """
  }

  // MARK: fish

  private var fish: String {
    var lines = [
      "# fish completion for guise. Save it as ~/.config/fish/completions/guise.fish",
      "complete -c guise -f",
    ]
    for (words, node) in commands {
      let below = words.map { "__fish_seen_subcommand_from \($0)" }
      let notDeeper = node.children.map(\.name).joined(separator: " ")
      let conditions =
        words.isEmpty
        ? ["__fish_use_subcommand"]
        : below
          + (notDeeper.isEmpty ? [] : ["not __fish_seen_subcommand_from \(notDeeper)"])
      let condition = "-n '\(conditions.joined(separator: "; and "))'"
      for child in node.children {
        lines.append(
          "complete -c guise \(condition) -a \(child.name) -d '\(child.summary.fishQuoted)'")
      }
      if let operands = node.operands, operands.completion != .nothing {
        lines.append("complete -c guise \(condition) \(operands.completion.fishArguments)")
      }
      for option in node.options {
        var line = "complete -c guise \(condition) -l \(option.long)"
        if let short = option.short { line += " -s \(short)" }
        if option.placeholder != nil { line += " -r \(option.completion.fishArguments)" }
        lines.append(line + " -d '\(option.brief.fishQuoted)'")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension OptionInfo {
  fileprivate var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(long)"] }

  /// The first sentence of the help.
  fileprivate var brief: String {
    String(help.prefix(while: { $0 != "." }))
  }

  fileprivate var zshSpecs: [String] {
    spellings.map { spelling in
      var spec = isRepeatable ? "*\(spelling)" : spelling
      spec += "[\(brief.zshQuoted)]"
      if let placeholder { spec += ":\(placeholder):\(completion.zshAction)" }
      return "'\(spec)'"
    }
  }
}

extension Completion {
  fileprivate var bashKind: String {
    switch self {
    case .nothing: "nothing"
    case .files: "files"
    case .filters: "filters"
    case .choices(let choices): "choices \(choices.joined(separator: " "))"
    }
  }

  fileprivate var zshAction: String {
    switch self {
    case .nothing: " "
    case .files: "_files"
    case .filters: "_guise_filter"
    case .choices(let choices): "(\(choices.joined(separator: " ")))"
    }
  }

  fileprivate var fishArguments: String {
    switch self {
    case .nothing: "-f"
    case .files: "-F"
    case .filters: "-F -a '(guise filters list --quiet 2>/dev/null | cut -f1)'"
    case .choices(let choices): "-f -a '\(choices.joined(separator: " "))'"
    }
  }
}

extension String {
  /// For a description inside single quotes and brackets.
  fileprivate var zshQuoted: String {
    replacing("'", with: "’").replacing("[", with: "(").replacing("]", with: ")")
      .replacing(":", with: "\\:")
  }

  fileprivate var fishQuoted: String { replacing("'", with: "’") }
}
