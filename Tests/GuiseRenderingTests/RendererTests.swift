import GuiseCore
import GuiseRendering
import GuiseScene
import TestSupport
import Testing

@Suite struct RendererTests {
  private func renderer() throws -> Renderer {
    try Renderer(RendererOptions(device: .software))
  }

  /// A camera under which a sprite of size s at 1 m is s · 100 pixels wide, and its middle at 0, 0
  /// lies in the picture's middle.
  private func list(_ items: [DrawItem], width: Int = 64, height: Int = 48) -> DrawList {
    DrawList(
      width: width, height: height,
      camera: CameraIntrinsics(
        focalLength: [100, 100], principalPoint: [Float(width) / 2, Float(height) / 2]),
      items: items)
  }

  private func solid(
    _ rgba: [UInt8], width: Int = 8, height: Int = 8, alpha: Image.Alpha = .straight
  ) -> Texture {
    Texture(
      Image(
        width: width, height: height, alpha: alpha,
        pixels: Array(repeatElement(rgba, count: width * height).joined())))
  }

  private func sprite(
    _ texture: Texture, at position: SIMD3<Float> = [0, 0, -1], size: Float = 0.2,
    opacity: Float = 1
  ) -> DrawItem {
    .sprite(
      SpriteDraw(
        texture: texture,
        transform: Transform(translation: position)
          * Transform(scale: SIMD3(repeating: size)), opacity: opacity))
  }

  private func pixel(_ overlay: Overlay, _ x: Int, _ y: Int) -> [UInt8] {
    let rect = overlay.rect
    guard x >= rect.x, y >= rect.y, x < rect.maxX, y < rect.maxY else { return [0, 0, 0, 0] }
    let base = ((y - rect.y) * rect.width + x - rect.x) * 4
    return Array(overlay.image.pixels[base..<base + 4])
  }

  private let square = MeshTopology(
    triangleIndices: [0, 1, 2, 0, 2, 3],
    textureCoordinates: [[0, 1], [1, 1], [1, 0], [0, 0]])
  private let corners: [SIMD3<Float>] = [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]

  @Test func emptyListsTouchNothing() throws {
    let renderer = try renderer()
    #expect(try renderer.draw(list([])).isEmpty)
    #expect(try renderer.draw(list([sprite(solid([1, 2, 3, 255]), opacity: 0)])).isEmpty)
    #expect(try renderer.draw(list([sprite(solid([1, 2, 3, 255]), at: [0, 0, 1])])).isEmpty)
    #expect(try renderer.draw(list([sprite(solid([1, 2, 3, 255]), at: [9, 0, -1])])).isEmpty)
    #expect(try renderer.draw(list([], width: 0, height: 0)).isEmpty)
  }

  @Test func colorsAreExactAndTheRectangleIsSmall() throws {
    let overlay = try renderer().draw(list([sprite(solid([10, 20, 30, 255]))]))
    #expect(pixel(overlay, 32, 24) == [10, 20, 30, 255])
    #expect(overlay.rect.width <= 26 && overlay.rect.height <= 26)
    #expect(overlay.rect.x % 2 == 0 && overlay.rect.y % 2 == 0)
    // The sprite covers the pixels 22…41 exactly.
    #expect(pixel(overlay, 22, 24) == [10, 20, 30, 255])
    #expect(pixel(overlay, 21, 24) == [0, 0, 0, 0])
  }

  @Test func edgesAreNotDark() throws {
    // K26: white with a transparent edge whose straight colour is black stays white over white.
    var image = Image(
      width: 32, height: 32, alpha: .straight, pixels: [UInt8](repeating: 0, count: 4096))
    for y in 4..<28 {
      for x in 4..<28 {
        let base = (y * 32 + x) * 4
        image.pixels.replaceSubrange(base..<base + 4, with: [255, 255, 255, 255])
      }
    }
    for size: Float in [0.05, 0.13, 0.33] {
      let overlay = try renderer().draw(list([sprite(Texture(image), size: size)]))
      let pixels = overlay.image.pixels
      for base in stride(from: 0, to: pixels.count, by: 4) {
        #expect(abs(Int(pixels[base]) - Int(pixels[base + 3])) <= 1)
      }
    }
  }

  @Test func occludersHideLaterItemsOnly() throws {
    let wall = DrawItem.occluder(
      OccluderDraw(
        vertices: corners, topology: square, transform: Transform(translation: [0, 0, -0.9])))
    let red = sprite(solid([255, 0, 0, 255]))
    let renderer = try renderer()
    #expect(pixel(try renderer.draw(list([wall, red])), 32, 24) == [0, 0, 0, 0])
    #expect(pixel(try renderer.draw(list([red, wall])), 32, 24) == [255, 0, 0, 255])
    // Two passes: the first sprite is before the wall in the list, the second after it.
    let left = sprite(solid([0, 255, 0, 255]), at: [-0.05, 0, -1])
    let overlay = try renderer.draw(list([left, wall, red]))
    #expect(pixel(overlay, 27, 24) == [0, 255, 0, 255])
    #expect(pixel(overlay, 40, 24) == [0, 0, 0, 0])
  }

  @Test func occludersObeyTheirTransform() throws {
    // K9: moved aside, the wall hides nothing.
    let aside = DrawItem.occluder(
      OccluderDraw(
        vertices: corners, topology: square, transform: Transform(translation: [5, 0, -0.9])))
    let overlay = try renderer().draw(list([aside, sprite(solid([255, 0, 0, 255]))]))
    #expect(pixel(overlay, 32, 24) == [255, 0, 0, 255])
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, 1e38])
  func itemsThatAreNotFiniteAreLeftOut(_ value: Float) throws {
    let renderer = try renderer()
    var bent = corners
    bent[1].y = value
    let texture = solid([0, 0, 255, 255])
    let items: [DrawItem] = [
      .occluder(OccluderDraw(vertices: bent, topology: square, transform: .identity)),
      .mesh(
        MeshDraw(
          vertices: bent, topology: square, texture: texture,
          transform: Transform(translation: [0, 0, -1]))),
      .wireframe(
        WireframeDraw(
          vertices: bent, topology: square, transform: Transform(translation: [0, 0, -1]))),
      sprite(texture, at: [value, 0, -1]),
      sprite(solid([10, 20, 30, 255])),
    ]
    #expect(pixel(try renderer.draw(list(items)), 32, 24)[3] == 255)
  }

  @Test func indicesWithoutAVertexAreNamed() throws {
    let bad = MeshTopology(triangleIndices: [0, 1, 7])
    let renderer = try renderer()
    let item = DrawItem.occluder(
      OccluderDraw(vertices: corners, topology: bad, transform: .identity))
    let error = #expect(throws: RenderingError.self) { try renderer.draw(list([item])) }
    #expect(error?.code == .invalidDrawList)
    #expect(error?.message.contains("vertex 7 of 4") == true)
    // The renderer goes on.
    #expect(!(try renderer.draw(list([sprite(solid([1, 2, 3, 255]))])).isEmpty))
  }

  @Test func largePicturesAreDrawnInParts() throws {
    let overlay = try renderer().draw(
      list([sprite(solid([10, 20, 30, 255]), size: 40)], width: 2500, height: 1100))
    #expect(overlay.rect == PixelRect(x: 0, y: 0, width: 2500, height: 1100))
    for (x, y) in [(0, 0), (833, 549), (834, 550), (1666, 1099), (2499, 1099)] {
      #expect(pixel(overlay, x, y) == [10, 20, 30, 255])
    }
  }

  @Test func spritesMayReachBehindTheCamera() throws {
    let overlay = try renderer().draw(
      list([
        .sprite(
          SpriteDraw(
            texture: solid([10, 20, 30, 255]),
            transform: Transform(translation: [0, -0.1, -0.1])
              * Transform(rotation: -1.4, axis: [1, 0, 0]) * Transform(scale: [3, 3, 3])))
      ]))
    #expect(pixel(overlay, 32, 47) == [10, 20, 30, 255])
  }

  @Test func texturesLargerThanTheDeviceTakesAreReduced() throws {
    let wide = solid([10, 20, 30, 255], width: 40_000, height: 2)
    let overlay = try renderer().draw(list([sprite(wide)]))
    #expect(pixel(overlay, 32, 24) == [10, 20, 30, 255])
  }

  @Test func overlaysKeepTheirPixels() throws {
    let renderer = try renderer()
    let first = try renderer.draw(list([sprite(solid([10, 20, 30, 255]))]))
    let before = first.image
    _ = try renderer.draw(list([sprite(solid([200, 0, 0, 255]))]))
    #expect(first.image == before)
  }

  @Test func meshesShowTheirOutsideOnly() throws {
    let texture = solid([10, 20, 30, 255])
    func mesh(_ turn: Float) -> DrawItem {
      .mesh(
        MeshDraw(
          vertices: corners, topology: square, texture: texture,
          transform: Transform(translation: [0, 0, -1])
            * Transform(rotation: turn, axis: [0, 1, 0]) * Transform(scale: [0.1, 0.1, 0.1])))
    }
    let renderer = try renderer()
    #expect(pixel(try renderer.draw(list([mesh(0)])), 32, 24) == [10, 20, 30, 255])
    #expect(try renderer.draw(list([mesh(.pi)])).isEmpty)
  }

  @Test func meshesAreDarkenedWithoutGettingTransparent() throws {
    func mesh(_ brightness: Float) -> DrawItem {
      .mesh(
        MeshDraw(
          vertices: corners, topology: square, texture: solid([100, 200, 40, 255]),
          transform: Transform(translation: [0, 0, -1]) * Transform(scale: [0.1, 0.1, 0.1]),
          brightness: brightness))
    }
    let renderer = try renderer()
    #expect(pixel(try renderer.draw(list([mesh(0.5)])), 32, 24) == [50, 100, 20, 255])
    #expect(pixel(try renderer.draw(list([mesh(0)])), 32, 24) == [0, 0, 0, 255])
    #expect(pixel(try renderer.draw(list([mesh(3)])), 32, 24) == [100, 200, 40, 255])
  }

  @Test func linesHaveTheirWidth() throws {
    let line = MeshTopology(triangleIndices: [0, 1, 1])
    for depth: Float in [1, 4] {
      let overlay = try renderer().draw(
        list([
          .wireframe(
            WireframeDraw(
              vertices: [[-0.2 * depth, 0, -depth], [0.2 * depth, 0, -depth]], topology: line,
              transform: .identity, color: [1, 0, 0, 1], lineWidth: 3))
        ]))
      let coverage = (0..<48).reduce(0) { $0 + Int(pixel(overlay, 32, $1)[3]) }
      #expect(abs(Double(coverage) / 255 - 3) < 0.05)
    }
  }

  /// The wireframes of two faces beside each other look alike.
  @Test func linesOfOneColorDoNotAddUp() throws {
    func line(_ color: SIMD4<Float>, opacity: Float = 1) -> DrawItem {
      .wireframe(
        WireframeDraw(
          vertices: [[-0.2, 0, -1], [0.2, 0, -1]],
          topology: MeshTopology(triangleIndices: [0, 1, 1]), transform: .identity, color: color,
          lineWidth: 5, opacity: opacity))
    }
    let renderer = try renderer()
    func alpha(_ items: DrawItem...) throws -> UInt8 {
      pixel(try renderer.draw(list(items)), 32, 24)[3]
    }
    let green: SIMD4<Float> = [0, 1, 0, 0.5]
    #expect(try alpha(line(green)) == 128)
    #expect(try alpha(line(green), line(green)) == 128)
    #expect(try alpha(line(green), line(green, opacity: 0.5)) == 128)
    #expect(try alpha(line(green), line([1, 0, 0, 0.5])) > 180)
  }

  @Test func devicesThatAreNotThereAreNamed() {
    let error = #expect(throws: RenderingError.self) {
      try Renderer(RendererOptions(device: .index(60)))
    }
    #expect(error?.code == .noDevice)
  }
}
