import Foundation
import GuiseCore

/// The files of a package: a folder that is read file by file, or an archive that was unpacked.
struct PackageFiles {
  /// What messages call the package: the last component of its path.
  let name: String
  private let source: Source
  private let limits: FilterLimits

  private enum Source {
    case folder(URL)
    case archive([String: Data])
  }

  static let manifestName = "filter.json"

  /// Looks at what is at `url`, by its content, not by its name.
  init(
    at url: URL, archives: any ArchiveReading, limits: FilterLimits
  ) throws(FilterError) {
    name = url.lastPathComponent
    self.limits = limits
    let location = FilterLocation(file: url.path)
    let path = url.resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
      throw FilterError(.unreadable, at: location, "there is no such file or folder")
    }
    let type = attributes[.type] as? FileAttributeType
    if type == .typeDirectory {
      source = .folder(url)
      return
    }
    guard type == .typeRegular else {
      throw FilterError(.unreadable, at: location, "is no regular file")
    }
    guard try Self.isZip(url, location) else {
      throw FilterError(
        .notAFilter, at: location,
        "is neither a filter's folder nor a zipped one (a .guise file)")
    }
    do {
      source = .archive(Self.rooted(try archives.readArchive(at: url, limits: limits.archive)))
    } catch {
      // The location names the file already.
      let prefix = "\(url.lastPathComponent): "
      let message = "\(error)"
      throw FilterError(
        .notAFilter, at: location,
        message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message)
    }
  }

  private static func isZip(_ url: URL, _ location: FilterLocation) throws(FilterError) -> Bool {
    do {
      let file = try FileHandle(forReadingFrom: url)
      defer { try? file.close() }
      let head = try file.read(upToCount: 4) ?? Data()
      return head.elementsEqual([0x50, 0x4B, 0x03, 0x04])
        || head.elementsEqual([0x50, 0x4B, 0x05, 0x06])
    } catch {
      throw FilterError(.unreadable, at: location, "can't be read: \(reason(error))")
    }
  }

  /// The files by their paths within the package: many archivers put the folder itself in.
  private static func rooted(_ files: [String: Data]) -> [String: Data] {
    guard files[manifestName] == nil else { return files }
    let roots = Set(files.keys.map { $0.prefix { $0 != "/" } })
    guard roots.count == 1, let root = roots.first, files["\(root)/\(manifestName)"] != nil else {
      return files
    }
    return Dictionary(
      uniqueKeysWithValues: files.map { (String($0.key.dropFirst(root.count + 1)), $0.value) })
  }

  /// The bytes of one file.
  ///
  /// - Parameters:
  ///   - location: the field that names the file.
  ///   - byteLimit: refuses a larger file before reading it.
  /// - Throws: `missingFile`, `unsafePath`, `overLimit`, `unreadable`.
  func read(
    _ path: PackagePath, location: FilterLocation, byteLimit: Int
  ) throws(FilterError) -> Data {
    let data: Data
    switch source {
    case .archive(let files):
      guard let found = files[path.text] else { throw missing(path, location) }
      data = found
    case .folder(let folder):
      data = try read(path, in: folder, location: location, byteLimit: byteLimit)
    }
    guard data.count <= byteLimit else { throw tooLarge(path, location, byteLimit) }
    return data
  }

  private func read(
    _ path: PackagePath, in folder: URL, location: FilterLocation, byteLimit: Int
  ) throws(FilterError) -> Data {
    var url = folder
    var type: FileAttributeType?
    var byteCount = 0
    for component in path.components {
      url.appendPathComponent(component)
      // Does not follow links.
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else {
        throw missing(path, location)
      }
      type = attributes[.type] as? FileAttributeType
      byteCount = (attributes[.size] as? NSNumber)?.intValue ?? 0
      guard type != .typeSymbolicLink else {
        throw FilterError(
          .unsafePath, at: location, "the path \"\(path.text)\" goes through a symbolic link")
      }
    }
    guard type == .typeRegular else {
      throw FilterError(.unreadable, at: location, "\"\(path.text)\" is no regular file")
    }
    guard byteCount <= byteLimit else { throw tooLarge(path, location, byteLimit) }
    do {
      let file = try FileHandle(forReadingFrom: url)
      defer { try? file.close() }
      return try file.read(upToCount: byteLimit + 1) ?? Data()
    } catch {
      throw FilterError(
        .unreadable, at: location, "\"\(path.text)\" can't be read: \(Self.reason(error))")
    }
  }

  /// Paths of all files; for a folder, links among them; at most `limits.fileCount` and one more.
  func allPaths() -> [(path: String, isLink: Bool)] {
    switch source {
    case .archive(let files):
      return files.keys.sorted().map { ($0, false) }
    case .folder(let folder):
      var found: [(path: String, isLink: Bool)] = []
      let root = folder.resolvingSymlinksInPath().path
      guard let walk = FileManager.default.enumerator(atPath: root) else { return [] }
      for case let path as String in walk {
        let type = walk.fileAttributes?[.type] as? FileAttributeType
        if type == .typeDirectory { continue }
        found.append((path, type == .typeSymbolicLink))
        if found.count > limits.fileCount { break }
      }
      return found.sorted { $0.path < $1.path }
    }
  }

  private func missing(_ path: PackagePath, _ location: FilterLocation) -> FilterError {
    FilterError(.missingFile, at: location, "there is no file \"\(path.text)\" in the package")
  }

  private func tooLarge(
    _ path: PackagePath, _ location: FilterLocation, _ limit: Int
  ) -> FilterError {
    FilterError(
      .overLimit, at: location, "\"\(path.text)\" has more than the \(limit) bytes allowed")
  }

  private static func reason(_ error: any Error) -> String {
    (error as NSError).localizedDescription
  }
}
