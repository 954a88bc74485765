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

/// An emoji, or one of several, on a feature of the face.
public struct EmojiLayer: Hashable, Sendable {
  public enum Option: Hashable, Sendable {
    /// Nothing is drawn; a tap on the feature brings the next option.
    case off
    case emoji(String)
  }

  public var feature: EmojiFeature
  /// At least one; a tap goes to the next and wraps around.
  public var options: [Option]
  /// The option that is worn first: an index of ``options``.
  public var selected: Int
  /// Width and height of the emoji's square in metres.
  public var size: Float
  /// Metres, in face space, from where the feature's emoji is by itself.
  public var offset: SIMD3<Float>

  public init(
    feature: EmojiFeature, options: [Option], selected: Int = 0, size: Float? = nil,
    offset: SIMD3<Float> = .zero
  ) {
    self.feature = feature
    self.options = options
    self.selected = selected
    self.size = size ?? feature.defaultSize
    self.offset = offset
  }
}

/// What becomes of the eyes and of the mouth, which the triangles of the face mesh cover.
public enum MeshOpening: String, CaseIterable, Hashable, Sendable {
  /// Left free.
  case cut
  /// Covered.
  case filled
}

/// The edges of the face mesh as lines.
public struct WireframeLayer: Hashable, Sendable {
  /// sRGB with straight alpha, 0…1.
  public var color: SIMD4<Float>
  /// Pixels in a picture whose shorter side has 720, and as much more in larger ones; the same at any
  /// distance, but finer on faces of less than 100 pixels.
  public var lineWidth: Float
  public var eyes: MeshOpening
  public var mouth: MeshOpening

  public init(
    color: SIMD4<Float> = [1, 1, 1, 1], lineWidth: Float = 1.5, eyes: MeshOpening = .cut,
    mouth: MeshOpening = .cut
  ) {
    self.color = color
    self.lineWidth = lineWidth
    self.eyes = eyes
    self.mouth = mouth
  }
}

/// A picture painted on the face.
public struct TextureLayer: Hashable, Sendable {
  /// A PNG, JPEG, WebP, GIF or SVG in the face's texture coordinates; a path in the package.
  public var source: String
  /// Rings of vertices, counted from the border of the mesh inward, over which the paint fades in:
  /// 0 ends hard at the border, 2 is soft.
  public var edge: Float
  public var eyes: MeshOpening
  public var mouth: MeshOpening

  public init(
    source: String, edge: Float = 2, eyes: MeshOpening = .cut, mouth: MeshOpening = .cut
  ) {
    self.source = source
    self.edge = edge
    self.eyes = eyes
    self.mouth = mouth
  }
}
