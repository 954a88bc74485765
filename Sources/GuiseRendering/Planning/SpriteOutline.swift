import GuiseCore

/// Where a sprite's picture has ink, as an octagon: what is transparent round it need not be drawn.
/// Emoji fill little more than half of their squares, many less.
///
/// Found once for each texture.
final class SpriteOutline {
  private static let diagonal = Float(0.5).squareRoot()
  /// Counter-clockwise, each an eighth of a turn from the last.
  private static let directions: [SIMD2<Float>] = [
    [1, 0], [diagonal, diagonal], [0, 1], [-diagonal, diagonal],
    [-1, 0], [-diagonal, -diagonal], [0, -1], [diagonal, -diagonal],
  ]
  /// An outline that covers more of the square than this saves too little.
  private static let largestArea: Float = 0.85
  private static let levelLimit = 5

  /// Corners for each mip level that is sampled, counter-clockwise in sprite space, whose square is
  /// 1 wide, +y up; nil where the square is as good.
  private let corners: [[SIMD2<Float>]?]

  init(_ image: Image) {
    let reaches = Self.reaches(of: image)
    let texel = 1 / SIMD2(Float(image.width), Float(image.height))
    corners = (0..<Self.levelLimit).map { level in
      // Linear filtering reaches one and a half texels of the level far.
      Self.corners(reaches, margin: texel * Float(2 << level))
    }
  }

  /// The outline of all that is not transparent, filtered ink included.
  ///
  /// - Parameter texelsPerPixel: the most, in any direction.
  func corners(texelsPerPixel: Float) -> [SIMD2<Float>]? {
    // Larger than it is, for derivatives are taken between pixels.
    let rate = texelsPerPixel * 1.25
    guard let level = corners.indices.first(where: { rate <= Float(1 << $0) }) else { return nil }
    return corners[level]
  }

  /// How far the ink reaches in each direction; −∞ where there is none.
  private static func reaches(of image: Image) -> [Float] {
    var reaches = [Float](repeating: -.infinity, count: directions.count)
    let size = SIMD2(Float(image.width), Float(image.height))
    func hasInk(_ x: Int, _ y: Int) -> Bool {
      let base = (y * image.width + x) * 4
      return (base..<base + 4).contains { image.pixels[$0] != 0 }
    }
    for y in 0..<image.height {
      guard let first = (0..<image.width).first(where: { hasInk($0, y) }),
        let last = (0..<image.width).last(where: { hasInk($0, y) })
      else { continue }
      for x in [first, last + 1] {
        for y in [y, y + 1] {
          let point = (SIMD2(Float(x), Float(y)) / size - 0.5) * [1, -1]
          for index in directions.indices {
            reaches[index] = max(reaches[index], directions[index].dot(point))
          }
        }
      }
    }
    return reaches
  }

  private static func corners(_ reaches: [Float], margin: SIMD2<Float>) -> [SIMD2<Float>]? {
    guard reaches.allSatisfy(\.isFinite) else { return nil }
    let corners = directions.indices.map { index in
      let next = (index + 1) % directions.count
      let (a, b) = (directions[index], directions[next])
      let s = reaches[index] + abs(a.x) * margin.x + abs(a.y) * margin.y
      let t = reaches[next] + abs(b.x) * margin.x + abs(b.y) * margin.y
      return SIMD2(s * b.y - t * a.y, a.x * t - b.x * s) / (a.x * b.y - a.y * b.x)
    }
    let doubleArea = corners.indices.reduce(Float(0)) { sum, index in
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      return sum + a.x * b.y - a.y * b.x
    }
    return doubleArea / 2 <= largestArea ? corners : nil
  }
}
