import GuiseCore
import GuiseScene

extension FramePlanner {
  mutating func add(_ occluder: OccluderDraw, order: Int) throws(RenderingError) {
    let connectivity = try connectivity(
      of: occluder.topology, vertices: occluder.vertices, order: order)
    let matrix = projection.matrix(for: occluder.transform)
    let firstVertex = plan.vertices.count
    let extent = appendVertices(occluder.vertices, matrix: matrix)
    let bounds = extent.bounds(margin: 1, in: picture)
    guard !bounds.isEmpty else { return dropVertices(from: firstVertex) }
    let isMirrored = Self.isMirrored(occluder.transform)
    let firstIndex = plan.indices.count
    _ = appendTriangles(
      occluder.topology, firstVertex: firstVertex, isMirrored: isMirrored,
      // Seen from outside, the far side of a closed surface hides nothing more.
      frontFacingOnly: connectivity.isClosed && !extent.crossesNearPlane)
    occluderVertices.append(occluder.vertices)
    withPlan { plan in
      plan.occluders.append(
        FramePlan.Occluder(
          indices: firstIndex..<plan.indices.count, bounds: bounds, nearest: extent.nearest,
          order: order, owner: nil))
    }
  }

  /// A mesh shows its outside only. Its outline gets a fringe, a pixel wide, that fades out.
  mutating func add(_ mesh: MeshDraw, order: Int) throws(RenderingError) {
    let opacity = Self.clamped(mesh.opacity)
    let light = opacity * Self.clamped(mesh.brightness)
    let image = mesh.texture.image
    let topology = mesh.topology
    let count = mesh.vertices.count
    let connectivity = try connectivity(of: topology, vertices: mesh.vertices, order: order)
    let (uvs, opacities) = (topology.textureCoordinates, topology.vertexOpacities)
    guard uvs.count == count, opacities.isEmpty || opacities.count == count else {
      throw RenderingError(
        .invalidDrawList,
        """
        item \(order): a mesh of \(count) vertices has \(uvs.count) texture coordinates and \
        \(opacities.count) opacities
        """)
    }
    guard opacity > 0, image.width > 0, image.height > 0 else { return }
    let matrix = projection.matrix(for: mesh.transform)
    let firstVertex = plan.vertices.count
    let extent = appendVertices(mesh.vertices, matrix: matrix)
    let bounds = extent.bounds(margin: 2, in: picture)
    guard !bounds.isEmpty else { return dropVertices(from: firstVertex) }
    withPlan { plan in
      for index in 0..<count {
        let opacity = opacities.isEmpty ? 1 : opacities[index]
        plan.vertices[firstVertex + index].attributes = SIMD4(
          uvs[index].x, uvs[index].y, opacity, 0)
      }
    }
    let firstIndex = plan.indices.count
    let hasBack = appendTriangles(
      topology, firstVertex: firstVertex, isMirrored: Self.isMirrored(mesh.transform),
      frontFacingOnly: true)
    let surface = firstIndex..<plan.indices.count
    guard !surface.isEmpty else { return dropVertices(from: firstVertex) }
    appendFringe(connectivity, firstVertex: firstVertex)
    let isHidden = mesh.depthTest == .occluded
    // A surface that turns away somewhere may hide parts of itself. An occluder of the same shape
    // does that as well.
    let hidesItself = isHidden && hasBack && !occluderVertices.contains(mesh.vertices)
    withPlan { plan in
      if hidesItself {
        plan.occluders.append(
          FramePlan.Occluder(
            indices: surface, bounds: bounds, nearest: extent.nearest, order: order,
            owner: plan.draws.count))
      }
      plan.draws.append(
        FramePlan.Draw(
          style: .mesh, texture: mesh.texture, tint: [light, light, light, opacity],
          indices: firstIndex..<plan.indices.count, bounds: bounds, farthest: extent.farthest,
          order: order, isHiddenByOccluders: isHidden))
    }
  }

  // MARK: Pieces

  private mutating func appendVertices(_ vertices: [SIMD3<Float>], matrix: Transform) -> Extent {
    withPlan { plan in
      var extent = Extent()
      for vertex in vertices {
        let position = matrix * SIMD4(vertex, 1)
        extent.add(position)
        plan.vertices.append(Vertex(position: position, attributes: .zero))
      }
      return extent
    }
  }

  private mutating func dropVertices(from first: Int) {
    withPlan { $0.vertices.removeLast($0.vertices.count - first) }
  }

  private static func isMirrored(_ transform: Transform) -> Bool {
    let columns = transform.columns
    return columns.0.xyz.cross(columns.1.xyz).dot(columns.2.xyz) < 0
  }

  /// Appends triangles and notes in `isFrontFacing` which of them show their outside.
  ///
  /// - Returns: whether one does not.
  private mutating func appendTriangles(
    _ topology: MeshTopology, firstVertex: Int, isMirrored: Bool, frontFacingOnly: Bool
  ) -> Bool {
    isFrontFacing.removeAll(keepingCapacity: true)
    let base = UInt32(firstVertex)
    var hasBack = false
    for triangle in stride(from: 0, to: topology.triangleIndices.count, by: 3) {
      let a = base + UInt32(topology.triangleIndices[triangle])
      let b = base + UInt32(topology.triangleIndices[triangle + 1])
      let c = base + UInt32(topology.triangleIndices[triangle + 2])
      // The triangle's orientation about the eye, right also for parts behind the camera; in the
      // picture +y is down, so that counter-clockwise is negative.
      let p = plan.vertices[Int(a)].position
      let q = plan.vertices[Int(b)].position
      let r = plan.vertices[Int(c)].position
      let volume = SIMD3(p.x, p.y, p.w).dot(SIMD3(q.x, q.y, q.w).cross(SIMD3(r.x, r.y, r.w)))
      let isFront = isMirrored ? volume > 0 : volume < 0
      isFrontFacing.append(isFront)
      if !isFront { hasBack = true }
      guard isFront || !frontFacingOnly else { continue }
      withPlan { plan in
        plan.indices.append(a)
        plan.indices.append(b)
        plan.indices.append(c)
      }
    }
    return hasBack
  }

  /// Appends strips outside of the edges where the surface ends or turns away: as opaque as the
  /// surface at the edge, transparent a pixel further out.
  private mutating func appendFringe(_ connectivity: MeshConnectivity, firstVertex: Int) {
    for edge in connectivity.edges {
      let isFront = isFrontFacing[Int(edge.triangle)]
      let isNeighborFront = edge.neighbor >= 0 && isFrontFacing[Int(edge.neighbor)]
      guard isFront != isNeighborFront else { continue }
      let a = plan.vertices[firstVertex + Int(edge.start)]
      let b = plan.vertices[firstVertex + Int(edge.end)]
      let inside = isFront ? edge.opposite : edge.neighborOpposite
      let c = plan.vertices[firstVertex + Int(inside)].position
      guard a.attributes.z > 0 || b.attributes.z > 0 else { continue }
      let near = Projection.near
      guard a.position.w > near, b.position.w > near, c.w > near else { continue }
      let start = SIMD2(a.position.x, a.position.y) / a.position.w
      let along = SIMD2(b.position.x, b.position.y) / b.position.w - start
      let length = along.length
      guard length > 1e-4 else { continue }
      var out = SIMD2(-along.y, along.x) / length
      if out.dot(SIMD2(c.x, c.y) / c.w - start) > 0 { out = -out }
      withPlan { plan in
        let base = UInt32(plan.vertices.count)
        plan.vertices.append(a)
        plan.vertices.append(b)
        for vertex in [b, a] {
          var vertex = vertex
          vertex.position.x += out.x * vertex.position.w
          vertex.position.y += out.y * vertex.position.w
          vertex.attributes.z = 0
          plan.vertices.append(vertex)
        }
        for corner: UInt32 in [0, 1, 2] { plan.indices.append(base + corner) }
        for corner: UInt32 in [0, 2, 3] { plan.indices.append(base + corner) }
      }
    }
  }
}
