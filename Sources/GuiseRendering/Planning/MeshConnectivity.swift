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
  /// Whether no edge is a border, counting vertices in one place as one: seams of texture coordinates
  /// are no borders.
  let isClosed: Bool
  /// Vertices that the indices reach.
  let vertexCount: Int

  /// - Parameter vertices: any shape of the mesh, to see which vertices lie in one place.
  init(_ topology: MeshTopology, vertices: [SIMD3<Float>]) {
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
    isClosed = vertexCount <= vertices.count && Self.isClosed(edges, vertices: vertices)
  }

  /// Whether each border edge has a twin that runs between the same places.
  private static func isClosed(_ edges: [Edge], vertices: [SIMD3<Float>]) -> Bool {
    struct Side: Hashable {
      var from: SIMD3<Int32>
      var to: SIMD3<Int32>
    }
    // A hundredth of a millimetre.
    func place(_ index: UInt16) -> SIMD3<Int32>? {
      let scaled = vertices[Int(index)] * 1e5
      guard abs(scaled.x) < 1e9, abs(scaled.y) < 1e9, abs(scaled.z) < 1e9 else { return nil }
      return SIMD3<Int32>(scaled, rounding: .toNearestOrEven)
    }
    var open: Set<Side> = []
    for edge in edges where edge.neighbor < 0 {
      guard let from = place(edge.start), let to = place(edge.end) else { return false }
      if from != to, open.remove(Side(from: to, to: from)) == nil {
        open.insert(Side(from: from, to: to))
      }
    }
    return !edges.isEmpty && open.isEmpty
  }
}
