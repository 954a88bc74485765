import GuiseCore

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
