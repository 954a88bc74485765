import GuiseCore
import GuiseScene

/// A layer with all that is made of it once, before the first frame.
struct SessionLayer {
  enum Content {
    /// One place for a single feature, two for a pair.
    case emoji(EmojiLayer, [EmojiPlacement])
    case wireframe(WireframeLayer, MeshTopology)
    case texture(Texture, MeshTopology)
  }

  let content: Content
  let trigger: FilterTrigger
  /// 0…1.
  let opacity: Float

  /// - Parameter texture: that of a texture layer, which without one draws nothing and is nil.
  init?(_ layer: FilterLayer, texture: Texture?, face: FaceTopology, head: HeadOccluder) {
    trigger = layer.trigger
    opacity = layer.opacity
    let cut = FaceCut(topology: face)
    switch layer.content {
    case .emoji(let emoji):
      content = .emoji(
        emoji,
        emoji.feature.parts.map { EmojiPlacement($0, of: emoji, face: face, head: head) })
    case .wireframe(let wireframe):
      let mesh = cut.mesh(eyes: wireframe.eyes, mouth: wireframe.mouth, edge: nil)
      content = .wireframe(wireframe, mesh)
    case .texture(let paint):
      guard let texture else { return nil }
      content = .texture(texture, cut.mesh(eyes: paint.eyes, mouth: paint.mouth, edge: paint.edge))
    }
  }

  /// The option worn first; 0 for layers without options.
  var firstOption: Int {
    if case .emoji(let layer, _) = content { layer.selected } else { 0 }
  }
}
