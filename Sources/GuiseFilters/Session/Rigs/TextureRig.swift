import GuiseCore
import GuiseScene

/// A picture painted on the face.
final class TextureRig: LayerRig {
  private let texture: Texture
  private let mesh: MeshTopology

  init(_ layer: TextureLayer, texture: Texture, face: FaceTopology) {
    self.texture = texture
    mesh = FaceCut(topology: face).mesh(eyes: layer.eyes, mouth: layer.mouth, edge: layer.edge)
  }

  func append(_ context: LayerContext, to items: inout [DrawItem]) {
    let pose = context.face.transform
    let opacity = context.opacity * FilterSession.facing(pose)
    guard opacity > 0 else { return }
    items.append(
      .mesh(
        MeshDraw(
          vertices: context.vertices, topology: mesh, texture: texture, transform: pose,
          opacity: opacity, brightness: FilterSession.paintBrightness(context.brightness))))
  }
}
