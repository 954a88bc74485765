import Foundation
import GuiseCore

/// What `filter.json` says: who made the filter, and its layers, without their pictures.
///
/// Reading it is cheap: a catalog lists filters with it.
///
///     let manifest = try FilterManifest.read(at: url, archives: archives)
///     print(manifest.id, manifest.title)
public struct FilterManifest: Hashable, Sendable {
  /// The version of the format that is read.
  public static let formatVersion = 1

  /// 1…64 of a–z, 0–9 and -, not at the ends.
  public var id: String
  public var title: String
  public var authors: [String]
  /// An SPDX expression, such as `CC0-1.0`; nil where the filter does not say.
  public var license: String?
  public var description: String
  public var keywords: [String]
  public var category: String?
  /// A picture that shows the filter; a path in the package.
  public var preview: String?
  /// At least one.
  public var layers: [FilterLayer]
  /// What was found in the manifest and ignored.
  public var warnings: [FilterWarning]

  public init(
    id: String, title: String, authors: [String] = [], license: String? = nil,
    description: String = "", keywords: [String] = [], category: String? = nil,
    preview: String? = nil, layers: [FilterLayer], warnings: [FilterWarning] = []
  ) {
    self.id = id
    self.title = title
    self.authors = authors
    self.license = license
    self.description = description
    self.keywords = keywords
    self.category = category
    self.preview = preview
    self.layers = layers
    self.warnings = warnings
  }

  /// Reads the manifest of the package at `url`, a folder or a zipped one.
  ///
  /// - Throws: the first of the manifest's errors. Files that layers name are not looked at.
  public static func read(
    at url: URL, archives: any ArchiveReading, limits: FilterLimits = .default
  ) throws(FilterError) -> FilterManifest {
    let files = try PackageFiles(at: url, archives: archives, limits: limits)
    var reader = try ManifestReader(files, limits: limits)
    guard let manifest = reader.read() else { throw reader.firstError }
    return manifest
  }
}
