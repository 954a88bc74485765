import GuiseCore

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
