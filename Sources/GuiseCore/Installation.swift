import Foundation

/// Where the files that Guise needs at run time lie: LiteRT, the face models, fonts, filters.
///
/// Setup puts them under one prefix: `lib/libLiteRt.so`, `models/face_landmarker_v2.task`,
/// `fonts/OpenMoji.ttf`, `samples/astronaut.png`; `filters/` after an install. Looked for in this
/// order: `$GUISE_HOME`, `share/guise` beside the running program's `bin`, `$XDG_DATA_HOME/guise`
/// (`~/.local/share/guise`), `/usr/local/share/guise`, `/usr/share/guise`.
public enum Installation {
  /// The folders that are searched, best first.
  public static var searchPath: [URL] {
    let environment = ProcessInfo.processInfo.environment
    var folders: [URL] = []
    if let home = environment["GUISE_HOME"], !home.isEmpty {
      folders.append(URL(fileURLWithPath: home, isDirectory: true))
    }
    folders.append(
      executable.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("share/guise", isDirectory: true))
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      folders.append(URL(fileURLWithPath: data).appendingPathComponent("guise"))
    } else if let home = environment["HOME"], !home.isEmpty {
      folders.append(URL(fileURLWithPath: home).appendingPathComponent(".local/share/guise"))
    }
    folders.append(URL(fileURLWithPath: "/usr/local/share/guise"))
    folders.append(URL(fileURLWithPath: "/usr/share/guise"))
    return folders
  }

  /// The first file of that path relative to the folders of ``searchPath``; nil where none has it.
  public static func locate(_ path: String) -> URL? {
    searchPath.lazy.map { $0.appendingPathComponent(path) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// Folders that hold filters, best first: `$GUISE_FILTERS`, those of the installation, and the
  /// `Filters` folder of the checkout that the running program was built in.
  public static var filterFolders: [URL] {
    var folders: [URL] = []
    if let path = ProcessInfo.processInfo.environment["GUISE_FILTERS"], !path.isEmpty {
      folders.append(URL(fileURLWithPath: path, isDirectory: true))
    }
    folders += searchPath.map { $0.appendingPathComponent("filters", isDirectory: true) }
    var folder = executable.deletingLastPathComponent()
    while folder.path.count > 1 {
      let manifest = folder.appendingPathComponent("Package.swift").path
      if FileManager.default.fileExists(atPath: manifest) {
        folders.append(folder.appendingPathComponent("Filters", isDirectory: true))
        break
      }
      folder.deleteLastPathComponent()
    }
    return folders.filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  private static var executable: URL {
    URL(
      fileURLWithPath: (try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/exe")) ?? CommandLine.arguments[0])
  }
}
