import Foundation
import GuiseCatalog
import GuiseFilters
import GuisePipeline

/// `guise filters list`: the filters on this machine.
struct FiltersListCommand: Command {
  var isJSON = false
  var isQuiet = false

  static let syntax = Syntax<FiltersListCommand>(
    name: "list", summary: "List the filters on this machine",
    discussion: """
      Prints id, title, category and keywords, separated by tabs. Filters are found in the folders \
      of the installation and in $GUISE_FILTERS.
      """,
    options: [
      .flag(\.isJSON, "json", help: "Print a JSON object for each filter."),
      .flag(\.isQuiet, "quiet", short: "q", help: "No warnings about filters that are broken."),
    ])

  func run(on console: Console) -> ExitCode {
    let (entries, problems) = LocalCatalog(archives: FilterCodecs.installed.archives).list()
    for entry in entries {
      let manifest = entry.manifest
      console.result(
        isJSON
          ? manifest.json(url: entry.url).text
          : [
            manifest.id, manifest.title, manifest.category ?? "",
            manifest.keywords.joined(separator: ", "),
          ].joined(separator: "\t"))
    }
    if !isQuiet {
      for problem in problems { console.warning(problem.error.message) }
      if entries.isEmpty { console.warning("no filters are installed") }
    }
    return .done
  }
}

/// `guise filters show`: one filter in full.
struct FiltersShowCommand: Command {
  var filter: String?
  var isJSON = false

  static let syntax = Syntax<FiltersShowCommand>(
    name: "show", summary: "Show what a filter says about itself",
    operands: .one(\.filter, value: .filter, help: "An id or a path."),
    options: [.flag(\.isJSON, "json", help: "Print a JSON object.")])

  func run(on console: Console) throws -> ExitCode {
    let archives = FilterCodecs.installed.archives
    let url = try LocalCatalog(archives: archives).url(ofArgument: filter ?? "")
    let manifest: FilterManifest
    do {
      manifest = try FilterManifest.read(at: url, archives: archives)
    } catch {
      console.error(error.message)
      return .inputsFailed
    }
    if isJSON {
      console.result(manifest.json(url: url).text)
    } else {
      for (label, value) in manifest.description(url: url) where !value.isEmpty {
        console.result(label.padding(toLength: 13, withPad: " ", startingAt: 0) + value)
      }
    }
    for warning in manifest.warnings { console.warning(warning.message) }
    return .done
  }
}

/// `guise filters validate`: everything that is wrong with filters.
struct FiltersValidateCommand: Command {
  var filters: [String] = []
  var isJSON = false

  static let syntax = Syntax<FiltersValidateCommand>(
    name: "validate", summary: "Check filters and tell everything that is wrong with them",
    discussion: "Ends with status 1 where a filter can't be worn. Warnings don't count.",
    operands: .list(\.filters, value: .filter, help: "Ids or paths."),
    options: [.flag(\.isJSON, "json", help: "Print a JSON object for each filter.")])

  func run(on console: Console) throws -> ExitCode {
    let codecs = FilterCodecs.installed
    let catalog = LocalCatalog(archives: codecs.archives)
    let validator = FilterValidator(codecs: codecs)
    var isValid = true
    for name in filters {
      let report = validator.report(try catalog.url(ofArgument: name))
      isValid = isValid && report.isValid
      if isJSON {
        var line = JSONLine()
        line.add("filter", name)
        line.add("isValid", report.isValid)
        line.add("errors", report.errors.map(\.message))
        line.add("warnings", report.warnings.map(\.message))
        console.result(line.text)
      } else {
        console.result("\(name)\t\(report.isValid ? "valid" : "not valid")")
        for error in report.errors { console.error(error.message) }
        for warning in report.warnings { console.warning(warning.message) }
      }
    }
    return isValid ? .done : .inputsFailed
  }
}

extension LocalCatalog {
  fileprivate func url(ofArgument name: String) throws(UsageError) -> URL {
    do {
      return try url(of: name)
    } catch {
      throw UsageError(error.message)
    }
  }
}

extension FilterManifest {
  fileprivate func json(url: URL) -> JSONLine {
    var line = JSONLine()
    line.add("id", id)
    line.add("title", title)
    line.add("category", category ?? "")
    line.add("keywords", keywords)
    line.add("authors", authors)
    line.add("license", license ?? "")
    line.add("description", description)
    line.add("layers", layers.map(\.kindName))
    line.add("path", url.path)
    return line
  }

  fileprivate func description(url: URL) -> [(String, String)] {
    [
      ("id", id), ("title", title), ("category", category ?? ""),
      ("keywords", keywords.joined(separator: ", ")), ("authors", authors.joined(separator: ", ")),
      ("license", license ?? ""), ("description", description), ("path", url.path),
    ] + layers.enumerated().map { ("layer \($0 + 1)", $1.text) }
  }
}

extension FilterLayer {
  fileprivate var kindName: String {
    switch content {
    case .emoji: "emoji"
    case .wireframe, .texture: "mesh"
    }
  }

  /// `emoji on nose: 👃 🐽 off`.
  fileprivate var text: String {
    let what =
      switch content {
      case .emoji(let layer):
        "emoji on \(layer.feature.rawValue): "
          + layer.options.map { option in
            switch option {
            case .off: "off"
            case .emoji(let emoji): emoji
            }
          }.joined(separator: " ")
      case .wireframe: "wireframe"
      case .texture(let layer): "paint: \(layer.source)"
      }
    return trigger == .always ? what : "\(what) (when \(trigger.rawValue))"
  }
}
