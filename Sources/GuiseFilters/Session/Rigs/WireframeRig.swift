import GuiseCore
import GuiseScene

/// The edges of the face mesh as lines.
final class WireframeRig: LayerRig {
  private let layer: WireframeLayer
  private let mesh: MeshTopology

  init(_ layer: WireframeLayer, face: FaceTopology) {
    self.layer = layer
    mesh = FaceCut(topology: face).mesh(eyes: layer.eyes, mouth: layer.mouth, edge: nil)
  }

  func append(_ context: LayerContext, to items: inout [DrawItem]) {
    let pose = context.face.transform
    let opacity = context.opacity * FilterSession.facing(pose)
    guard opacity > 0 else { return }
    items.append(
      .wireframe(
        WireframeDraw(
          vertices: context.vertices, topology: mesh, transform: pose, color: layer.color,
          lineWidth: FilterSession.lineWidth(
            layer.lineWidth, on: context.face, in: context.input),
          opacity: opacity)))
  }
}
