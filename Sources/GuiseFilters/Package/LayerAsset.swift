import GuiseScene

/// What was loaded of the files that a layer names.
public enum LayerAsset: Sendable {
  /// The layer names no file.
  case none
  /// Premultiplied sRGB.
  case texture(Texture)
}

extension LayerAsset {
  /// The texture of a layer that has one.
  public var texture: Texture? {
    if case .texture(let texture) = self { texture } else { nil }
  }
}
