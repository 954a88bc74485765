import GuiseCore

/// One layer of a filter, as its manifest describes it. Layers are drawn in their order.
public struct FilterLayer: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case emoji(EmojiLayer)
    case wireframe(WireframeLayer)
    case texture(TextureLayer)
  }

  public var content: Content
  public var trigger: FilterTrigger
  /// 0…1.
  public var opacity: Float

  public init(_ content: Content, trigger: FilterTrigger = .always, opacity: Float = 1) {
    self.content = content
    self.trigger = trigger
    self.opacity = opacity
  }

  /// Whether the layer looks at the face's blend shapes.
  public var usesBlendShapes: Bool {
    if case .emoji(let layer) = content, layer.feature.moves { return true }
    return trigger.usesBlendShapes
  }
}
