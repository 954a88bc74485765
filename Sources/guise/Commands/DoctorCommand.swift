import GuiseCatalog
import GuiseFilters
import GuisePipeline

/// `guise doctor`: what works on this machine.
struct DoctorCommand: Command {
  var isJSON = false

  static let syntax = Syntax<DoctorCommand>(
    name: "doctor", summary: "Tell what works on this machine, and what to do where it doesn't",
    discussion: """
      Tries the face models, LiteRT, graphics, emoji, photo and video formats, and the filters. \
      Ends with status 4 where something that everybody needs doesn't work.
      """,
    options: [.flag(\.isJSON, "json", help: "Print a JSON object for each check.")])

  func run(on console: Console) -> ExitCode {
    var isComplete = true
    for check in MachineCheck.all + [.filters] {
      let finding = check.run()
      isComplete = isComplete && finding.status != .missing
      if isJSON {
        var line = JSONLine()
        line.add("check", check.name)
        line.add("status", finding.status.rawValue)
        line.add("detail", finding.detail)
        line.add("remedy", finding.remedy)
        console.result(line.text)
      } else {
        console.result("\(finding.status.padded)  \(check.name): \(finding.detail)")
        if !finding.remedy.isEmpty { console.result("          → \(finding.remedy)") }
      }
    }
    return isComplete ? .done : .missingDependency
  }
}

extension MachineCheck.Finding.Status {
  fileprivate var padded: String { rawValue + String(repeating: " ", count: 8 - rawValue.count) }
}

extension MachineCheck {
  fileprivate static let filters = MachineCheck("filters") {
    let catalog = LocalCatalog(archives: FilterCodecs.installed.archives)
    let (entries, problems) = catalog.list()
    let names = entries.map(\.manifest.id).joined(separator: ", ")
    if let problem = problems.first {
      return Finding(
        .limited, "\(names); \(problem.error.message)", remedy: "guise filters validate PATH")
    }
    guard !entries.isEmpty else {
      return Finding(
        .limited, "none are installed",
        remedy: "run “make install”, or set GUISE_FILTERS to a folder of filters")
    }
    return Finding(.works, names)
  }
}
