import GuiseCore
import GuiseScene

/// Makes the triangles that a mesh layer draws: without those that cover openings, and with
/// opacities that make its edges soft.
struct FaceCut {
  let topology: FaceTopology

  /// The face without the openings that are cut.
  ///
  /// - Parameter edge: rings of vertices over which the border fades in; nil for no fading at all,
  ///   neither at the border nor at the openings.
  func mesh(eyes: MeshOpening, mouth: MeshOpening, edge: Float?) -> MeshTopology {
    var rings: [FaceTopology.Ring] = []
    if eyes == .cut { rings += [.leftEye, .rightEye] }
    if mouth == .cut { rings.append(.innerLips) }
    var triangles: [UInt16] = []
    triangles.reserveCapacity(topology.triangleIndices.count)
    let closed = rings.map { vertices(onOrWithin: $0) }
    for base in stride(from: 0, to: topology.triangleIndices.count, by: 3) {
      let corners = topology.triangleIndices[base..<base + 3]
      if closed.contains(where: { ring in corners.allSatisfy(ring.contains) }) { continue }
      triangles.append(contentsOf: corners)
    }
    guard let edge else { return MeshTopology(triangleIndices: triangles) }

    var opacities = [Float](repeating: 1, count: topology.textureCoordinates.count)
    if edge > 0 {
      let distances = distances(from: .faceOval)
      for (vertex, distance) in distances.enumerated() where Float(distance) < edge {
        let t = Float(distance) / edge
        opacities[vertex] = t * t * (3 - 2 * t)
      }
    }
    for ring in rings {
      for vertex in ring.indices where opacities.indices.contains(vertex) {
        opacities[vertex] = min(opacities[vertex], ring == .innerLips ? 0.35 : 0.5)
      }
    }
    return MeshTopology(
      triangleIndices: triangles, textureCoordinates: topology.textureCoordinates,
      vertexOpacities: opacities)
  }

  /// The vertices of a ring and those that it encloses: the ones that no path from the face's border
  /// reaches without crossing it.
  func vertices(onOrWithin ring: FaceTopology.Ring) -> Set<UInt16> {
    let onRing = Set(ring.indices.map { UInt16($0) })
    let outside = distances(from: .faceOval, blockedBy: onRing)
    let count = topology.textureCoordinates.count
    return onRing.union((0..<count).filter { outside[$0] == .max }.map { UInt16($0) })
  }

  /// Edges between each vertex and the nearest of a ring; `Int.max` where there is no way.
  func distances(
    from ring: FaceTopology.Ring, blockedBy wall: Set<UInt16> = []
  ) -> [Int] {
    let count = topology.textureCoordinates.count
    var neighbors = [[Int]](repeating: [], count: count)
    for base in stride(from: 0, to: topology.triangleIndices.count, by: 3) {
      let corners = topology.triangleIndices[base..<base + 3].map { Int($0) }
      for corner in corners { neighbors[corner] += corners }
    }
    var distances = [Int](repeating: .max, count: count)
    var queue = ring.indices.filter { $0 < count && !wall.contains(UInt16($0)) }
    for vertex in queue { distances[vertex] = 0 }
    var next = 0
    while next < queue.count {
      let vertex = queue[next]
      next += 1
      for neighbor in neighbors[vertex] where distances[neighbor] == .max {
        if wall.contains(UInt16(neighbor)) { continue }
        distances[neighbor] = distances[vertex] + 1
        queue.append(neighbor)
      }
    }
    return distances
  }
}
