import Foundation
import GuiseCore
import GuiseScene

/// A filter that was loaded and checked, ready to be worn.
///
///     let cat = try FilterPackage.load(url, codecs: codecs)
///     let session = FilterSession(filter: cat, topology: tracker.topology, codecs: codecs)
public struct FilterPackage: Sendable {
  public let manifest: FilterManifest
  /// One for each layer of the manifest.
  public let assets: [LayerAsset]

  public var id: String { manifest.id }
  public var title: String { manifest.title }
  public var layers: [FilterLayer] { manifest.layers }
  /// What was found in the package and ignored.
  public var warnings: [FilterWarning] { manifest.warnings }
  /// Whether a layer looks at blend shapes, so that tracking must compute them.
  public var usesBlendShapes: Bool { layers.contains(where: \.usesBlendShapes) }

  /// A package made in code.
  ///
  /// - Parameter assets: one for each layer of the manifest, of the kind that the layer needs.
  public init(manifest: FilterManifest, assets: [LayerAsset]) {
    precondition(assets.count == manifest.layers.count, "one entry for each layer")
    self.manifest = manifest
    self.assets = assets
  }

  /// Loads the package at `url`, a folder or a zipped one, with its pictures.
  ///
  /// - Throws: the first thing that is wrong, with the layer and the field. ``FilterValidator`` tells
  ///   all of them.
  public static func load(
    _ url: URL, codecs: FilterCodecs, limits: FilterLimits = .default
  ) throws(FilterError) -> FilterPackage {
    let files = try PackageFiles(at: url, archives: codecs.archives, limits: limits)
    var reader = try ManifestReader(files, limits: limits)
    guard let manifest = reader.read() else { throw reader.firstError }
    var loader = PackageLoader(files: files, reader: reader, codecs: codecs, limits: limits)
    let assets = loader.load(manifest)
    if let first = loader.errors.first { throw first }
    return FilterPackage(manifest: manifest, assets: assets)
  }
}
