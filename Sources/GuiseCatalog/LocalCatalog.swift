import Foundation
import GuiseCore
import GuiseFilters

/// The filters on this machine: folders and `.guise` files in a few folders, found by id.
///
/// Where two folders hold the same id, the first folder wins.
///
///     let catalog = LocalCatalog(archives: ZipArchiveReader())
///     let url = try catalog.url(of: "emoji")
public struct LocalCatalog: Sendable {
  /// A filter of the catalog.
  public struct Entry: Sendable {
    public var manifest: FilterManifest
    /// The filter's folder or file.
    public var url: URL
  }

  /// Something in a folder that looks like a filter and isn't one.
  public struct Problem: Sendable {
    public var url: URL
    public var error: FilterError
  }

  /// What there is, best first.
  public let folders: [URL]
  private let archives: any ArchiveReading

  /// - Parameter folders: missing ones are passed over.
  public init(folders: [URL] = Installation.filterFolders, archives: any ArchiveReading) {
    self.folders = folders
    self.archives = archives
  }

  /// All filters by id, and what could not be read.
  public func list() -> (entries: [Entry], problems: [Problem]) {
    var entries: [String: Entry] = [:]
    var problems: [Problem] = []
    for url in folders.flatMap(candidates) {
      do throws(FilterError) {
        let manifest = try FilterManifest.read(at: url, archives: archives)
        if entries[manifest.id] == nil {
          entries[manifest.id] = Entry(manifest: manifest, url: url)
        }
      } catch {
        problems.append(Problem(url: url, error: error))
      }
    }
    return (entries.values.sorted { $0.manifest.id < $1.manifest.id }, problems)
  }

  /// The filter that somebody means: an id of the catalog, or a path.
  ///
  /// A name with a slash or with the extension `guise` is a path; any other is looked up in the
  /// catalog first.
  ///
  /// - Throws: ``CatalogError/Code/notFound``, with what was probably meant.
  public func url(of name: String) throws(CatalogError) -> URL {
    let path = URL(fileURLWithPath: name)
    let exists = FileManager.default.fileExists(atPath: path.path)
    if name.contains("/") || path.pathExtension == "guise" {
      if exists { return path }
      throw CatalogError(.notFound, "there is no filter at “\(name)”")
    }
    if let url = quickly(find: name) { return url }
    let entries = list().entries
    if let entry = entries.first(where: { $0.manifest.id == name }) { return entry.url }
    if exists { return path }
    // One of that name that is broken: whoever loads it learns why.
    if let url = places(of: name).first { return url }
    throw CatalogError(.notFound, notFound(name, ids: entries.map(\.manifest.id)))
  }

  private func notFound(_ name: String, ids: [String]) -> String {
    let start = "there is no filter “\(name)”"
    if let closest = Spelling.closest(to: name, in: ids) {
      return "\(start); did you mean \(closest)?"
    }
    return ids.isEmpty
      ? "\(start): no filters are installed" : "\(start); there are \(ids.joined(separator: ", "))"
  }

  /// A filter usually lies under its own id; its manifest decides.
  private func quickly(find id: String) -> URL? {
    places(of: id).first { (try? FilterManifest.read(at: $0, archives: archives))?.id == id }
  }

  /// What is named after the id, best first.
  private func places(of id: String) -> [URL] {
    folders.flatMap { [$0.appendingPathComponent(id), $0.appendingPathComponent("\(id).guise")] }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// What may be a filter: folders with a manifest, and zipped ones.
  private func candidates(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { !$0.hasPrefix(".") }.map(folder.appendingPathComponent).filter {
      $0.pathExtension == "guise"
        || FileManager.default.fileExists(atPath: $0.appendingPathComponent("filter.json").path)
    }
  }
}
