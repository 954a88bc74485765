import GuiseCore

/// The triangles of the mesh whose pixels tell the light: skin that is much the same on all of a face.
/// Lips, eyes, brows and the border, where hair begins, are left out.
struct SkinPatches {
  /// Three vertex indices each.
  let triangles: [SIMD3<Int>]

  init(_ topology: FaceTopology) {
    let points = topology.neutralVertices.map(\.xy)
    let outlines = [
      FaceTopology.Ring.outerLips.indices, FaceTopology.Ring.leftEye.indices,
      FaceTopology.Ring.rightEye.indices, Self.rightBrow, Self.leftBrow,
    ].map { Outline($0.map { points[$0] }, scale: 1.25) }
    let border = Set(FaceTopology.Ring.faceOval.indices)
    var skin: [SIMD3<Int>] = []
    for first in stride(from: 0, to: topology.triangleIndices.count, by: 3) {
      let corners = (0..<3).map { Int(topology.triangleIndices[first + $0]) }
      let middle = corners.reduce(SIMD2<Float>.zero) { $0 + points[$1] } / 3
      guard !corners.contains(where: border.contains),
        !outlines.contains(where: { $0.contains(middle) })
      else { continue }
      skin.append(SIMD3(corners[0], corners[1], corners[2]))
    }
    triangles = skin
  }

  private static let rightBrow = [70, 63, 105, 66, 107, 55, 65, 52, 53, 46]
  private static let leftBrow = [300, 293, 334, 296, 336, 285, 295, 282, 283, 276]

  /// A polygon, enlarged about its middle.
  private struct Outline {
    let corners: [SIMD2<Float>]

    init(_ points: [SIMD2<Float>], scale: Float) {
      let middle = points.reduce(.zero, +) / Float(points.count)
      corners = points.map { middle + ($0 - middle) * scale }
    }

    /// By the number of edges that a ray to the right crosses.
    func contains(_ point: SIMD2<Float>) -> Bool {
      var isInside = false
      for (index, a) in corners.enumerated() {
        let b = corners[(index + 1) % corners.count]
        guard (a.y > point.y) != (b.y > point.y) else { continue }
        if point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
      }
      return isInside
    }
  }
}
