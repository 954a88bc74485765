import GuiseCore
import GuiseScene

extension FramePlanner {
  /// A sprite is a square that reaches a pixel further than the picture on it: the fragment shader
  /// computes how much of each pixel the picture covers.
  mutating func add(_ sprite: SpriteDraw, order: Int) {
    let opacity = Self.clamped(sprite.opacity)
    let image = sprite.texture.image
    guard opacity > 0, image.width > 0, image.height > 0 else { return }
    let matrix = projection.matrix(for: sprite.transform)
    let growth = spriteGrowth(matrix)
    let base = UInt32(plan.vertices.count)
    var extent = Extent()
    var corners = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
    func corner(_ x: Float, _ y: Float) -> Vertex {
      let p = SIMD2(x, y) * growth * 0.5
      return Vertex(position: matrix * SIMD4(p.x, p.y, 0, 1), attributes: [p.x, p.y, 0, 0])
    }
    let quad = (corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
    corners = (quad.0.position, quad.1.position, quad.2.position, quad.3.position)
    Self.addClipped(corners, to: &extent)
    let bounds = extent.bounds(margin: 0, in: picture)
    guard !bounds.isEmpty else { return }
    withPlan { plan in
      plan.vertices.append(quad.0)
      plan.vertices.append(quad.1)
      plan.vertices.append(quad.2)
      plan.vertices.append(quad.3)
      let start = plan.indices.count
      for corner: UInt32 in [0, 1, 2] { plan.indices.append(base + corner) }
      for corner: UInt32 in [0, 2, 3] { plan.indices.append(base + corner) }
      plan.draws.append(
        FramePlan.Draw(
          style: .sprite, texture: sprite.texture, tint: SIMD4(repeating: opacity),
          indices: start..<plan.indices.count, bounds: bounds, farthest: extent.farthest,
          order: order, isHiddenByOccluders: sprite.depthTest == .occluded))
    }
  }

  /// How much larger the square must be, in x and y, for a pixel more on each side.
  private func spriteGrowth(_ matrix: Transform) -> SIMD2<Float> {
    // The sides at the sprite's middle, in pixels.
    let center = matrix.columns.3
    let (right, up) = (matrix.columns.0, matrix.columns.1)
    guard center.w > Projection.near else { return [1.02, 1.02] }
    let x = (SIMD2(right.x, right.y) * center.w - SIMD2(center.x, center.y) * right.w).length
    let y = (SIMD2(up.x, up.y) * center.w - SIMD2(center.x, center.y) * up.w).length
    let pixels = SIMD2(x, y) / (center.w * center.w)
    // Seen from the edge a sprite is thinner than a pixel and nearly transparent: no need to follow.
    let growth = 1 + 2 / pointwiseMax(pixels, SIMD2(repeating: 0.2))
    return growth.x.isFinite && growth.y.isFinite ? growth : [1, 1]
  }

  /// Adds the part of a square that lies before the near plane.
  private static func addClipped(
    _ corners: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>), to extent: inout Extent
  ) {
    func addEdge(_ a: SIMD4<Float>, _ b: SIMD4<Float>) {
      // What is not finite is added as it is, so that the extent knows.
      guard a.w < Projection.near, a.w.isFinite, b.w.isFinite else {
        extent.add(a)
        if a.w > Projection.near, b.w < Projection.near { addCrossing(a, b) }
        return
      }
      if b.w > Projection.near { addCrossing(a, b) }
    }
    func addCrossing(_ a: SIMD4<Float>, _ b: SIMD4<Float>) {
      let t = (Projection.near - a.w) / (b.w - a.w)
      var crossing = a + (b - a) * t
      crossing.w = Projection.near
      extent.add(crossing)
    }
    addEdge(corners.0, corners.1)
    addEdge(corners.1, corners.2)
    addEdge(corners.2, corners.3)
    addEdge(corners.3, corners.0)
  }
}
