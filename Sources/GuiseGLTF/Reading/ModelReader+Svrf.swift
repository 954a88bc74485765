import Foundation
import GuiseScene

/// The three extensions of the Svrf service's models.
extension ModelReader {
  mutating func readSvrfTextures(
    _ object: GLTFObject, into material: inout Model.Material
  ) throws(GLTFError) {
    if let animated = try object.extension("SVRF_animated_material") {
      for target in Model.AnimatedTexture.Target.allCases {
        let long = try animated.object(target.rawValue + "Texture")
        let short = try animated.object(target.rawValue)
        guard let texture = long ?? short else { continue }
        let images = try texture.references("images", count: counts.images, to: "images")
        guard !images.isEmpty else { throw texture.missing("images") }
        material.animatedTextures.append(
          Model.AnimatedTexture(
            target: target, images: images.map { ModelIndex($0) },
            framesPerSecond: try texture.number("fps", in: 0.001...1000) ?? 10))
      }
    }
    if let video = try object.extension("SVRF_video_texture"),
      let uri = try video.string("diffuse")
    {
      material.baseColorVideo = try readVideo(uri, at: video.path.key("diffuse"))
    }
  }

  private mutating func readVideo(
    _ uri: String, at path: GLTFPath
  ) throws(GLTFError) -> ModelIndex<Model.Video> {
    if let known = videosByURI[uri] { return known }
    let index = ModelIndex<Model.Video>(contents.videos.count)
    contents.videos.append(Model.Video(data: try resources.fetch(uri, at: path).data))
    videosByURI[uri] = index
    return index
  }

  /// On the document, else on a scene.
  mutating func readViewport() throws(GLTFError) {
    var found = try root.extension("SVRF_viewport")
    if found == nil {
      for scene in try root.objects("scenes") where found == nil {
        found = try scene.extension("SVRF_viewport")
      }
    }
    guard let found else { return }
    var images = try found.references("images", count: counts.images, to: "images")
    if let image = try found.reference("image", count: counts.images, to: "images") {
      images.insert(image, at: 0)
    }
    guard !images.isEmpty else { throw found.missing("images") }
    contents.viewport = Model.ViewportOverlay(
      images: images.map { ModelIndex($0) },
      horizontal: try readAlignment(
        found, "halign", words: ["left": 0, "center": 0.5, "right": 1]),
      vertical: try readAlignment(
        found, "valign", words: ["top": 0, "center": 0.5, "middle": 0.5, "bottom": 1]))
  }

  /// A word and an offset, `center+10%`; case and spaces do not matter.
  private func readAlignment(
    _ object: GLTFObject, _ key: String, words: [String: Float]
  ) throws(GLTFError) -> Model.ViewportOverlay.Alignment {
    guard let value = try object.string(key) else { return .init() }
    let text = value.lowercased().filter { !$0.isWhitespace }
    let word = text.prefix { $0.isLetter }
    var rest = text.dropFirst(word.count)
    if rest.hasSuffix("%") { rest.removeLast() }
    guard let anchor = words[String(word)],
      let percent = rest.isEmpty ? 0 : Float(rest), percent.isFinite
    else {
      throw object.path.key(key).error(
        .invalidField, "expected an alignment such as \"center+10%\", found \"\(value.prefix(40))\""
      )
    }
    return Model.ViewportOverlay.Alignment(anchor: anchor, offset: percent / 100)
  }
}
