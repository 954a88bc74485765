import Foundation

/// One photo or video that somebody named, or that lies in a folder somebody named.
struct Input: Hashable, Sendable {
  /// As messages call it: the path as it was given, `-` for a pipe.
  var name: String
  /// Nil for standard input.
  var url: URL?
  /// Where it lies below the folder that was named: `2024/June/`, or empty.
  var subfolder = ""

  /// The file's name without its extension; `guise` for a pipe.
  var stem: String { url?.deletingPathExtension().lastPathComponent ?? "guise" }

  /// Lower case, without the dot.
  var fileExtension: String { url?.pathExtension.lowercased() ?? "" }
}

extension Input {
  /// Name extensions of the files that are taken from a folder.
  static let mediaExtensions: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "apng", "webp", "gif", "tif", "tiff", "heic", "heif",
    "avif", "mp4", "m4v", "mov", "qt", "mkv", "webm", "avi", "mpg", "mpeg", "mts", "m2ts",
    "ts", "3gp", "wmv", "flv", "ogv", "mxf",
  ]

  /// Why an argument that is no file and no folder fails.
  static let notFound = "there is no such file"

  /// The inputs that the arguments name, in their order; a folder stands for the photos and videos
  /// in it and in the folders below, sorted by path.
  ///
  /// Hidden files are passed over and links to folders are not followed. So that a second run
  /// doesn't take the results of the first, nothing is taken from `outputFolder`, nor, with
  /// `isBeside`, a folder's `me-worn.jpg` where a `me` with an extension of photos or videos lies
  /// beside it.
  ///
  /// - Returns: also the arguments that name nothing, each with the reason.
  static func expand(
    _ arguments: [String], outputFolder: URL? = nil, isBeside: Bool = false
  ) -> (inputs: [Input], failures: [(name: String, reason: String)]) {
    var inputs: [Input] = []
    var failures: [(name: String, reason: String)] = []
    for argument in arguments {
      if argument == "-" {
        inputs.append(Input(name: "-", url: nil))
        continue
      }
      let url = URL(fileURLWithPath: argument)
      guard let isFolder = url.isFolder else {
        failures.append((argument, notFound))
        continue
      }
      guard isFolder else {
        inputs.append(Input(name: argument, url: url))
        continue
      }
      do {
        var found = try files(below: url, except: outputFolder)
        if isBeside { found = withoutWorn(found) }
        if found.isEmpty { failures.append((argument, "the folder holds no photo or video")) }
        inputs += found.map { path in
          let file = url.appendingPathComponent(path)
          return Input(
            name: (argument as NSString).appendingPathComponent(path), url: file,
            subfolder: path.contains("/") ? (path as NSString).deletingLastPathComponent + "/" : "")
        }
      } catch {
        failures.append((argument, "the folder can't be read: \(error.localizedDescription)"))
      }
    }
    return (inputs, failures)
  }

  private static func withoutWorn(_ paths: [String]) -> [String] {
    let stems = Set(paths.map { ($0 as NSString).deletingPathExtension })
    return paths.filter {
      let stem = ($0 as NSString).deletingPathExtension
      return !(stem.hasSuffix("-worn") && stems.contains(String(stem.dropLast(5))))
    }
  }

  /// Paths relative to `folder`.
  private static func files(below folder: URL, except excluded: URL?) throws -> [String] {
    var files: [String] = []
    let excluded = excluded?.resolvingSymlinksInPath().standardizedFileURL.path
    func walk(_ folder: URL, _ prefix: String) throws {
      let entries = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.isDirectoryKey, .isSymbolicLinkKey])
      for entry in entries where !entry.lastPathComponent.hasPrefix(".") {
        // Fails for a name that is no UTF-8: named as an input that can't be read, like any other.
        let values = try? entry.resourceValues(forKeys: [.isDirectoryKey, .isSymbolicLinkKey])
        let path = prefix + entry.lastPathComponent
        if values?.isDirectory == true {
          let isExcluded = entry.resolvingSymlinksInPath().standardizedFileURL.path == excluded
          // A folder that may not be read doesn't keep the others from being read.
          if values?.isSymbolicLink != true, !isExcluded { try? walk(entry, path + "/") }
        } else if mediaExtensions.contains(entry.pathExtension.lowercased()) {
          files.append(path)
        }
      }
    }
    try walk(folder, "")
    return files.sorted {
      $0.compare($1, options: [.numeric, .caseInsensitive]) == .orderedAscending
    }
  }
}
