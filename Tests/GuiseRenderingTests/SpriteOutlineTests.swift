import GuiseCore
import Testing

@testable import GuiseRendering

struct SpriteOutlineTests {
  /// A picture whose ink is a rectangle.
  private func outline(ink: PixelRect, size: Int = 64) -> SpriteOutline {
    var image = Image(width: size, height: size)
    for y in ink.y..<ink.maxY {
      for x in ink.x..<ink.maxX { image.pixels[(y * size + x) * 4 + 3] = 255 }
    }
    return SpriteOutline(image)
  }

  @Test func holdsTheInkAndWhatFilteringSpreads() throws {
    let outline = outline(ink: PixelRect(x: 8, y: 40, width: 48, height: 8))
    for rate: Float in [0.3, 1.5, 3] {
      let corners = try #require(outline.corners(texelsPerPixel: rate))
      let margin = 1.5 * max(rate, 1) / 64
      #expect(corners.map(\.x).min()! <= 8 / 64 - 0.5 - margin)
      #expect(corners.map(\.x).max()! >= 56 / 64 - 0.5 + margin)
      #expect(corners.map(\.y).min()! <= 0.5 - 48 / 64 - margin)
      #expect(corners.map(\.y).max()! >= 0.5 - 40 / 64 + margin)
      // Convex, counter-clockwise: each ink corner lies left of each side.
      for index in corners.indices {
        let (a, b) = (corners[index], corners[(index + 1) % corners.count])
        for x: Float in [-0.375, 0.375] {
          for y: Float in [-0.25, -0.125] {
            #expect((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= -1e-6)
          }
        }
      }
    }
  }

  @Test func leavesFullAndEmptyAndMuchReducedPicturesAlone() {
    let full = PixelRect(x: 0, y: 0, width: 64, height: 64)
    #expect(outline(ink: full).corners(texelsPerPixel: 1) == nil)
    #expect(outline(ink: .zero).corners(texelsPerPixel: 1) == nil)
    let small = PixelRect(x: 30, y: 30, width: 4, height: 4)
    #expect(outline(ink: small).corners(texelsPerPixel: 1) != nil)
    #expect(outline(ink: small).corners(texelsPerPixel: 100) == nil)
    #expect(outline(ink: small).corners(texelsPerPixel: .nan) == nil)
  }
}

struct SightPlaneTests {
  private let a = SIMD4<Float>(0, 0, 0, 1)
  private let b = SIMD4<Float>(100, 0, 0, 1)
  private let c = SIMD4<Float>(0, 100, 0, 1)

  @Test func knowsWhatLiesBeyond() throws {
    for plane in try [#require(SightPlane(a, b, c)), #require(SightPlane(a, c, b))] {
      func isInFront(_ w: Float) -> Bool {
        plane.isInFront(of: (SIMD4(0, 0, 0, w), SIMD4(9, 0, 0, 2), SIMD4(0, 9, 0, 2)))
      }
      #expect(isInFront(1.5))
      #expect(isInFront(1.0001))
      #expect(!isInFront(0.9))
      #expect(!isInFront(0.001))
      #expect(!isInFront(.nan))
    }
  }

  @Test func isNoneForWhatIsSeenFromItsEdge() {
    #expect(SightPlane(SIMD4(0, 0, 0, 1), SIMD4(0, 0, 0, 2), SIMD4(1, 0, 0, 1)) == nil)
    #expect(SightPlane(a, a, a) == nil)
  }
}
