import GuiseCore
import GuiseScene

/// An emoji on a feature, or one each on the two of a pair.
final class EmojiRig: LayerRig {
  private let layer: EmojiLayer
  private let index: Int
  private let glyphs: GlyphTextures
  /// One for a single feature, two for a pair.
  private let places: [EmojiPlacement]
  private var levels: [FaceLevels] = []

  /// Base-2 logarithm of a glyph's size in pixels, for the first and the second place.
  private struct FaceLevels {
    let face: Int
    var levels: SIMD2<Int> = .zero
  }

  init(
    _ layer: EmojiLayer, index: Int, face: FaceTopology, head: HeadOccluder, glyphs: GlyphTextures
  ) {
    self.layer = layer
    self.index = index
    self.glyphs = glyphs
    places = layer.feature.parts.map { EmojiPlacement($0, of: layer, face: face, head: head) }
  }

  var optionCount: Int { layer.options.count }
  var firstOption: Int { layer.selected }

  func option(_ index: Int) -> EmojiLayer.Option { layer.options[index] }

  func isOff(option: Int) -> Bool { layer.options[option] == .off }

  func forget(face id: Int) { levels.removeAll { $0.face == id } }

  func reset() { levels.removeAll(keepingCapacity: true) }

  func append(_ context: LayerContext, to items: inout [DrawItem]) throws(FilterError) {
    guard case .emoji(let text) = layer.options[context.option] else { return }
    for part in places.indices {
      if let sprite = try sprite(text, part: part, context) { items.append(.sprite(sprite)) }
    }
  }

  private func sprite(
    _ text: String, part: Int, _ context: LayerContext
  ) throws(FilterError) -> SpriteDraw? {
    let (place, pose) = (places[part], context.face.transform)
    let center = pose.point(place.transform(context.vertices, heightScale: 1).translation)
    guard -center.z > 0.01 else { return nil }
    let texture = try texture(text, part: part, depth: -center.z, context)
    let square =
      pose
      * place.transform(
        context.vertices, heightScale: place.heightScale(context.face.blendShapes),
        bottomMargin: glyphs.bottomMargin(text))
    let bias = place.depthBias(pose: pose, center: center)
    let edge = FilterSession.edgeOpacity(square, center: center)
    guard edge > 0 else { return nil }
    return SpriteDraw(
      texture: texture, transform: .towardCamera(bias, depth: -center.z) * square,
      opacity: context.opacity * edge)
  }

  /// The emoji in a size that suits its distance.
  private func texture(
    _ text: String, part: Int, depth: Float, _ context: LayerContext
  ) throws(FilterError) -> Texture {
    let focal = context.input.camera.focalLength
    let state = levelsIndex(of: context.face.id)
    let level = GlyphTextures.level(
      for: layer.size * max(focal.x, focal.y) / depth, current: levels[state].levels[part])
    levels[state].levels[part] = level
    do {
      return try glyphs.texture(text, level: level)
    } catch {
      throw FilterError(
        .invalidEmoji, at: FilterLocation(file: "the filter", field: "layers[\(index)]"),
        "\(error)")
    }
  }

  private func levelsIndex(of face: Int) -> Int {
    if let index = levels.firstIndex(where: { $0.face == face }) { return index }
    levels.append(FaceLevels(face: face))
    return levels.count - 1
  }

  func isHit(_ tap: SIMD2<Float>, _ context: LayerContext) -> Bool {
    let margin: Float =
      if case .emoji(let text) = layer.options[context.option] { glyphs.bottomMargin(text) } else {
        0
      }
    // A closed eye can be tapped too: the whole square counts.
    return places.contains { place in
      let square =
        context.face.transform
        * place.transform(context.vertices, heightScale: 1, bottomMargin: margin)
      return FilterSession.square(square, isAt: tap, camera: context.input.camera)
    }
  }
}
