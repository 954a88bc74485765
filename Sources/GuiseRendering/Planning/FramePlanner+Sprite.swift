import GuiseCore
import GuiseScene

extension FramePlanner {
  /// A sprite is a square that reaches a pixel further than the picture on it, or the smaller outline
  /// of its ink: the fragment shader computes how much of each pixel the picture covers.
  mutating func add(_ sprite: SpriteDraw, order: Int) {
    let opacity = Self.clamped(sprite.opacity)
    let image = sprite.texture.image
    guard opacity > 0, image.width > 0, image.height > 0 else { return }
    let matrix = projection.matrix(for: sprite.transform)
    let growth = spriteGrowth(matrix) * 0.5
    let square = (
      matrix * SIMD4(-growth.x, -growth.y, 0, 1), matrix * SIMD4(growth.x, -growth.y, 0, 1),
      matrix * SIMD4(growth.x, growth.y, 0, 1), matrix * SIMD4(-growth.x, growth.y, 0, 1)
    )
    var extent = Extent()
    Self.addClipped(square, to: &extent)
    guard !extent.bounds(margin: 0, in: picture).isEmpty else { return }
    let outline =
      texelsPerPixel(of: image, matrix, square).flatMap { rate in
        outlines.value(for: sprite.texture, cost: 1) { SpriteOutline(image) }
          .corners(texelsPerPixel: rate)
      }
    if let outline {
      extent = Extent()
      for corner in outline { extent.add(matrix * SIMD4(corner.x, corner.y, 0, 1)) }
    }
    let bounds = extent.bounds(margin: 0, in: picture)
    guard !bounds.isEmpty else { return }
    let plane = SightPlane(square.0, square.1, square.2)
    withPlan { plan in
      let base = UInt32(plan.vertices.count)
      func add(_ x: Float, _ y: Float) {
        plan.vertices.append(
          Vertex(position: matrix * SIMD4(x, y, 0, 1), attributes: [x, y, 0, 0]))
      }
      if let outline {
        for corner in outline { add(corner.x, corner.y) }
      } else {
        add(-growth.x, -growth.y)
        add(growth.x, -growth.y)
        add(growth.x, growth.y)
        add(-growth.x, growth.y)
      }
      let start = plan.indices.count
      for corner in base + 2..<UInt32(plan.vertices.count) {
        plan.indices.append(base)
        plan.indices.append(corner - 1)
        plan.indices.append(corner)
      }
      plan.draws.append(
        FramePlan.Draw(
          style: .sprite, texture: sprite.texture, tint: SIMD4(repeating: opacity),
          indices: start..<plan.indices.count, bounds: bounds, farthest: extent.farthest,
          order: order, isHiddenByOccluders: sprite.depthTest == .occluded, plane: plane))
    }
  }

  /// The most texels that lie within a pixel, in any direction, at the sprite's corners; nil where
  /// that has no bound.
  private func texelsPerPixel(
    of image: Image, _ matrix: Transform,
    _ corners: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  ) -> Float? {
    let size = SIMD2(Float(image.width), Float(image.height))
    let (right, up) = (matrix.columns.0, matrix.columns.1)
    func rate(_ corner: SIMD4<Float>) -> Float {
      guard corner.w > Projection.near else { return .infinity }
      // Pixels for each unit of the sprite.
      let square = corner.w * corner.w
      let x = (SIMD2(right.x, right.y) * corner.w - SIMD2(corner.x, corner.y) * right.w) / square
      let y = (SIMD2(up.x, up.y) * corner.w - SIMD2(corner.x, corner.y) * up.w) / square
      let determinant = abs(x.x * y.y - x.y * y.x)
      let alongX = (SIMD2(y.y, x.y) * size).length
      let alongY = (SIMD2(y.x, x.x) * size).length
      return max(alongX, alongY) / determinant
    }
    let rates = SIMD4(rate(corners.0), rate(corners.1), rate(corners.2), rate(corners.3))
    return (0..<4).allSatisfy { rates[$0].isFinite } ? rates.max() : nil
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
