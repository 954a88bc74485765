import GuiseCore
import GuiseScene

extension FramePlanner {
  /// Each edge is a rectangle in the picture, a little larger than the line with its round ends; the
  /// fragment shader computes how much of each pixel the line covers. So the width is the same at any
  /// distance.
  mutating func add(_ wireframe: WireframeDraw, order: Int) throws(RenderingError) {
    let connectivity = try connectivity(
      of: wireframe.topology, vertices: wireframe.vertices, order: order)
    let color = wireframe.color.clamped(
      lowerBound: .zero, upperBound: SIMD4(repeating: 1))
    let opacity = Self.clamped(wireframe.opacity) * color.w
    let width = wireframe.lineWidth
    guard opacity > 0, width > 0, width.isFinite else { return }
    let matrix = projection.matrix(for: wireframe.transform)
    var extent = Extent()
    positions.removeAll(keepingCapacity: true)
    for vertex in wireframe.vertices {
      let position = matrix * SIMD4(vertex, 1)
      extent.add(position)
      positions.append(position)
    }
    let bounds = extent.bounds(margin: width / 2 + 2, in: picture)
    guard !bounds.isEmpty else { return }
    let firstIndex = plan.indices.count
    for edge in connectivity.edges {
      appendLine(positions[Int(edge.start)], positions[Int(edge.end)], width: width)
    }
    let premultiplied = SIMD4(color.xyz, 1) * opacity
    withPlan { plan in
      let isAlone = plan.draws.allSatisfy {
        $0.bounds.intersection(bounds).isEmpty || $0.isLines(ofColor: premultiplied)
      }
      plan.draws.append(
        FramePlan.Draw(
          style: .line, texture: nil, tint: premultiplied, blend: isAlone ? .maximum : .over,
          indices: firstIndex..<plan.indices.count, bounds: bounds, farthest: extent.farthest,
          order: order, isHiddenByOccluders: wireframe.depthTest == .occluded))
    }
  }

  private mutating func appendLine(_ from: SIMD4<Float>, _ to: SIMD4<Float>, width: Float) {
    let near = Projection.near
    guard from.w > near || to.w > near else { return }
    var (from, to) = (from, to)
    if from.w < near { from += (to - from) * ((near - from.w) / (to.w - from.w)) }
    if to.w < near { to += (from - to) * ((near - to.w) / (from.w - to.w)) }
    let a = SIMD2(from.x, from.y) / from.w
    let b = SIMD2(to.x, to.y) / to.w
    let reach = width / 2 + 1
    // Lines that end far outside keep only what may touch the picture: large numbers are imprecise.
    guard
      max(a.x, b.x) > -reach, max(a.y, b.y) > -reach,
      min(a.x, b.x) < Float(picture.width) + reach, min(a.y, b.y) < Float(picture.height) + reach
    else { return }
    let length = (b - a).length
    guard length < 1e6 else { return }
    let along = length > 1e-4 ? (b - a) / length : SIMD2<Float>(1, 0)
    let across = SIMD2(-along.y, along.x)
    let (depthA, depthB) = (lineDepth(from.w, width: width), lineDepth(to.w, width: width))
    let half = width / 2
    func vertex(_ end: SIMD2<Float>, _ depth: Float, _ u: Float, _ v: Float) -> Vertex {
      let origin = end == a ? 0 : length
      let pixel = end + along * (u - origin) + across * v
      return Vertex(
        position: [pixel.x, pixel.y, depth, 1], attributes: [u, v, length, half])
    }
    withPlan { plan in
      let base = UInt32(plan.vertices.count)
      plan.vertices.append(vertex(a, depthA, -reach, -reach))
      plan.vertices.append(vertex(a, depthA, -reach, reach))
      plan.vertices.append(vertex(b, depthB, length + reach, reach))
      plan.vertices.append(vertex(b, depthB, length + reach, -reach))
      for corner: UInt32 in [0, 1, 2] { plan.indices.append(base + corner) }
      for corner: UInt32 in [0, 2, 3] { plan.indices.append(base + corner) }
    }
  }

  /// Depth after division, drawn toward the camera by a line's width so that the surface that the
  /// edges belong to does not hide half of the lines where it is steep.
  private func lineDepth(_ w: Float, width: Float) -> Float {
    let metres = width * w / projection.focalLength
    return 1 - 2 * Projection.near / max(w - metres, Projection.near)
  }
}
