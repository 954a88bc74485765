import Foundation
import GuiseCatalog
import GuiseFilters
import GuisePipeline

/// Finds and loads the filters that a command line names.
struct OutfitLoader {
  let resources: ExportResources
  let catalog: LocalCatalog

  init(_ resources: ExportResources) {
    self.resources = resources
    catalog = LocalCatalog(archives: resources.codecs.archives)
  }

  /// - Throws: ``UsageError`` for a name or feature that there isn't, `FilterError` for a filter that
  ///   is broken.
  func load(
    filters: [String], faceFilters: [FaceFilter], emoji: [EmojiChoice]
  ) throws -> (outfit: Outfit, warnings: [String]) {
    var outfit = Outfit(try filters.map(load))
    for choice in faceFilters {
      outfit.filtersByPlace[choice.face, default: []].append(try load(choice.filter))
    }
    for choice in emoji { try apply(choice, to: &outfit) }
    let all = outfit.filters + outfit.filtersByPlace.values.flatMap { $0 }
    var warnings: [String] = []
    for warning in all.flatMap(\.warnings) where !warnings.contains(warning.message) {
      warnings.append(warning.message)
    }
    return (outfit, warnings)
  }

  private func load(_ name: String) throws -> FilterPackage {
    let url: URL
    do {
      url = try catalog.url(of: name)
    } catch {
      throw UsageError(error.message)
    }
    return try FilterPackage.load(url, codecs: resources.codecs)
  }

  /// Makes the layers of a feature wear another emoji.
  private func apply(_ choice: EmojiChoice, to outfit: inout Outfit) throws {
    let option = try option(choice)
    var features: [EmojiFeature] = []
    var isApplied = false
    func change(_ filter: FilterPackage) -> FilterPackage {
      var manifest = filter.manifest
      for index in manifest.layers.indices {
        guard case .emoji(var layer) = manifest.layers[index].content else { continue }
        features.append(layer.feature)
        guard choice.names(layer.feature) else { continue }
        layer.selected = layer.options.firstIndex(of: option) ?? layer.options.count
        if layer.selected == layer.options.count { layer.options.append(option) }
        manifest.layers[index].content = .emoji(layer)
        isApplied = true
      }
      return FilterPackage(manifest: manifest, assets: filter.assets)
    }
    outfit.filters = outfit.filters.map(change)
    outfit.filtersByPlace = outfit.filtersByPlace.mapValues { $0.map(change) }
    guard !isApplied else { return }
    var names: [String] = []
    for name in features.map(\.rawValue) where !names.contains(name) { names.append(name) }
    let hint =
      names.isEmpty
      ? "the filter has no emoji"
      : Spelling.closest(to: choice.feature, in: names).map { "did you mean \($0)?" }
        ?? "there are \(names.joined(separator: ", "))"
    throw UsageError("--emoji: the filter has no feature \(choice.feature); \(hint)")
  }

  private func option(_ choice: EmojiChoice) throws(UsageError) -> EmojiLayer.Option {
    if choice.emoji == "off" { return .off }
    do {
      _ = try resources.codecs.glyphs.rasterizeEmoji(choice.emoji, pixelSize: 16)
      return .emoji(choice.emoji)
    } catch {
      throw UsageError("--emoji \(choice.feature)=\(choice.emoji): \(error)")
    }
  }
}

extension EmojiChoice {
  /// Whether this choice is for the layers of `feature`: “eyes” means each eye, too.
  fileprivate func names(_ feature: EmojiFeature) -> Bool {
    switch self.feature {
    case feature.rawValue: true
    case EmojiFeature.eyes.rawValue: feature == .leftEye || feature == .rightEye
    case EmojiFeature.cheeks.rawValue: feature == .leftCheek || feature == .rightCheek
    default: false
    }
  }
}
