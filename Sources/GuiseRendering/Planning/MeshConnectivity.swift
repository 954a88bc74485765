import GuiseScene

/// What a renderer derives once from a topology: its edges with the triangles beside them.
final class MeshConnectivity {
  struct Edge {
    /// Vertices, in the direction in which `triangle` goes along the edge.
    var start: UInt16
    var end: UInt16
    /// The triangle's third vertex.
    var opposite: UInt16
    var triangle: Int32
    /// The triangle on the other side and its third vertex; −1 at the mesh's border.
    var neighbor: Int32
    var neighborOpposite: UInt16
  }

  let edges: [Edge]
  /// Whether no edge is a border.
  let isClosed: Bool
  /// Vertices that the indices reach.
  let vertexCount: Int

  init(_ topology: MeshTopology) {
    let indices = topology.triangleIndices
    vertexCount = indices.max().map { Int($0) + 1 } ?? 0
    var edges: [Edge] = []
    var known: [UInt32: Int] = [:]
    for triangle in 0..<indices.count / 3 {
      for side in 0..<3 {
        let a = indices[triangle * 3 + side]
        let b = indices[triangle * 3 + (side + 1) % 3]
        let c = indices[triangle * 3 + (side + 2) % 3]
        let key = UInt32(min(a, b)) << 16 | UInt32(max(a, b))
        if let index = known[key], edges[index].neighbor < 0 {
          edges[index].neighbor = Int32(triangle)
          edges[index].neighborOpposite = c
        } else if known[key] == nil {
          known[key] = edges.count
          edges.append(
            Edge(
              start: a, end: b, opposite: c, triangle: Int32(triangle), neighbor: -1,
              neighborOpposite: 0))
        }
      }
    }
    self.edges = edges
    isClosed = !edges.isEmpty && edges.allSatisfy { $0.neighbor >= 0 }
  }
}
