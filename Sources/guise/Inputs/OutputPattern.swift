import Foundation

/// Where outputs go: what `-o` says.
///
///     OutputPattern("worn/")                      a folder: worn/me.jpg
///     OutputPattern("{dir}/{name}-worn.{ext}")    a template: photos/me-worn.jpg
enum OutputPattern: Hashable, Sendable {
  /// Standard output.
  case pipe
  case file(URL)
  /// A folder, made where it is missing; names and the folders below a named folder are kept.
  case folder(URL)
  case template(String)

  /// Beside the input.
  static let beside = OutputPattern.template("{dir}/{name}-worn.{ext}")

  static let placeholders = ["name", "ext", "dir", "filter"]

  /// A text with `{` is a template; what ends in `/`, is a folder, or has no name extension is a
  /// folder; all else is a file.
  ///
  /// - Throws: a message that names a placeholder that is not known.
  init(_ text: String) throws(UsageError) {
    let isFolder = URL(fileURLWithPath: text).isFolder
    if text == "-" {
      self = .pipe
    } else if text.contains("{") {
      try Self.checkTemplate(text)
      self = .template(text)
    } else if text.hasSuffix("/") || isFolder == true
      || (isFolder == nil && (text as NSString).pathExtension.isEmpty)
    {
      self = .folder(URL(fileURLWithPath: text, isDirectory: true))
    } else {
      self = .file(URL(fileURLWithPath: text))
    }
  }

  private static func checkTemplate(_ text: String) throws(UsageError) {
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw UsageError("“\(text)”: a { has no }")
      }
      let name = String(rest[rest.index(after: open)..<close])
      guard placeholders.contains(name) else {
        let known = placeholders.map { "{\($0)}" }.joined(separator: ", ")
        throw UsageError("“\(text)”: there is no {\(name)}; there are \(known)")
      }
      rest = rest[rest.index(after: close)...]
    }
    if !text.contains("{name}") {
      throw UsageError("“\(text)”: a template needs {name}, or all outputs would be one file")
    }
  }

  /// The folder that all outputs go into, where there is one.
  var folder: URL? {
    if case .folder(let url) = self { url } else { nil }
  }

  /// The name extension that the pattern itself asks for; nil where it is the input's.
  var fileExtension: String? {
    switch self {
    case .pipe, .folder: return nil
    case .file(let url): return url.pathExtension.lowercased()
    case .template(let text):
      let name = (text as NSString).pathExtension
      return name.isEmpty || name.contains("{") || name.contains("}") ? nil : name.lowercased()
    }
  }

  /// The file that an input's output goes to; nil for a pipe.
  ///
  /// - Parameters:
  ///   - fileExtension: of the output's format, for `{ext}`.
  ///   - filter: for `{filter}`.
  func url(for input: Input, fileExtension: String, filter: String) -> URL? {
    switch self {
    case .pipe: return nil
    case .file(let url): return url
    case .folder(let folder):
      return folder.appendingPathComponent("\(input.subfolder)\(input.stem).\(fileExtension)")
    case .template(let text):
      let folder = input.url?.deletingLastPathComponent().path ?? "."
      var path = text
      // One pass, so that a name with braces in it is not taken for a placeholder.
      var result = ""
      while let open = path.firstIndex(of: "{"), let close = path[open...].firstIndex(of: "}") {
        result += path[..<open]
        switch path[path.index(after: open)..<close] {
        case "name": result += input.stem
        case "ext": result += fileExtension
        case "dir": result += folder
        default: result += filter
        }
        path = String(path[path.index(after: close)...])
      }
      return URL(fileURLWithPath: result + path)
    }
  }
}
