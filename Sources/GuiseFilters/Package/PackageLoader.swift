import Foundation
import GuiseCore
import GuiseScene

/// Loads the files and tries the emoji that a manifest names; collects everything that is wrong.
struct PackageLoader {
  let files: PackageFiles
  let reader: ManifestReader
  let codecs: FilterCodecs
  let limits: FilterLimits
  private(set) var errors: [FilterError] = []
  /// The paths that the manifest names.
  private(set) var usedPaths: Set<String> = [PackageFiles.manifestName]
  private var byteCount = 0
  private var pixelCount = 0
  private var textures: [String: Texture] = [:]

  init(
    files: PackageFiles, reader: ManifestReader, codecs: FilterCodecs, limits: FilterLimits
  ) {
    self.files = files
    self.reader = reader
    self.codecs = codecs
    self.limits = limits
  }

  /// One asset for each layer; none where its files have an error.
  mutating func load(_ manifest: FilterManifest) -> [LayerAsset] {
    if let preview = manifest.preview {
      usedPaths.insert(preview)
      let location = location("preview")
      collect { (loader: inout Self) throws(FilterError) in
        _ = try loader.read(preview, location)
      }
    }
    return manifest.layers.indices.map { index in
      load(manifest.layers[index].content, path: "layers[\(index)]")
    }
  }

  private mutating func load(_ content: FilterLayer.Content, path: String) -> LayerAsset {
    switch content {
    case .emoji(let layer):
      tryEmoji(layer, path: path)
      return .none
    case .wireframe:
      return .none
    case .texture(let layer):
      usedPaths.insert(layer.source)
      return texture(layer.source, location("\(path).source")).map(LayerAsset.texture) ?? .none
    }
  }

  private mutating func tryEmoji(_ layer: EmojiLayer, path: String) {
    for (index, option) in layer.options.enumerated() {
      guard case .emoji(let emoji) = option else { continue }
      do {
        _ = try codecs.glyphs.rasterizeEmoji(emoji, pixelSize: 64)
      } catch {
        errors.append(
          FilterError(.invalidEmoji, at: location("\(path).options[\(index)]"), "\(error)"))
      }
    }
  }

  private mutating func texture(_ source: String, _ location: FilterLocation) -> Texture? {
    if let texture = textures[source] { return texture }
    var result: Texture?
    collect { (loader: inout Self) throws(FilterError) in
      let data = try loader.read(source, location)
      let image: Image
      do {
        image = try loader.codecs.images.decodeImage(
          data, name: source, pixelLimit: loader.limits.texturePixelCount)
      } catch {
        throw FilterError(.invalidImage, at: location, "\(error)")
      }
      loader.pixelCount += image.width * image.height
      guard loader.pixelCount <= loader.limits.totalTexturePixelCount else {
        throw FilterError(
          .overLimit, at: location,
          "the textures have more than \(loader.limits.totalTexturePixelCount) pixels together")
      }
      result = Texture(image)
    }
    textures[source] = result
    return result
  }

  private mutating func read(
    _ source: String, _ location: FilterLocation
  ) throws(FilterError) -> Data {
    let path: PackagePath
    do throws(PackagePath.Invalid) {
      path = try PackagePath(source)
    } catch {
      throw FilterError(.unsafePath, at: location, error.detail)
    }
    let data = try files.read(
      path, location: location, byteLimit: max(0, limits.byteCount - byteCount))
    byteCount += data.count
    return data
  }

  private mutating func collect(_ body: (inout Self) throws(FilterError) -> Void) {
    do throws(FilterError) {
      try body(&self)
    } catch {
      errors.append(error)
    }
  }

  /// The place of a field of the manifest, by its path.
  private func location(_ path: String) -> FilterLocation {
    var value: JSONValue? = reader.document.root
    for part in path.split(whereSeparator: { $0 == "." || $0 == "[" || $0 == "]" }) {
      value =
        Int(part).map { index in
          value?.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
        } ?? value?[String(part)]
    }
    return reader.location(path, value?.offset ?? 0)
  }
}
