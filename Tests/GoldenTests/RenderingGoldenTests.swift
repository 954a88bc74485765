import Foundation
import GuiseCore
import GuiseRendering
import GuiseScene
import TestSupport
import Testing

/// Synthetic draw lists on Mesa's software rasteriser, compared with the pictures in `Goldens`.
@Suite struct RenderingGoldenTests {
  private func expect(
    _ items: [DrawItem], matches name: String, width: Int = 320, height: Int = 240,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let renderer = try Renderer(RendererOptions(device: .software))
    let overlay = try renderer.draw(Scenes.list(items, width: width, height: height))
    let picture = Scenes.fullPicture(
      overlay.image, at: overlay.rect, width: width, height: height)
    try Golden.expect(picture, matches: name, sourceLocation: sourceLocation)
  }

  @Test func turnedSprites() throws {
    try expect(
      [
        .sprite(
          SpriteDraw(
            texture: Scenes.smiley, transform: Scenes.place([-0.35, 0.1, -1.2], size: 0.5))),
        .sprite(
          SpriteDraw(
            texture: Scenes.smiley,
            transform: Scenes.place([0.25, 0.2, -1.2], size: 0.5, yaw: 0.9, roll: 0.4))),
        .sprite(
          SpriteDraw(
            texture: Scenes.checkers,
            transform: Scenes.place([0.1, -0.35, -1.2], size: 0.5, pitch: -1.1, roll: 0.3),
            opacity: 0.6)),
        .sprite(
          SpriteDraw(
            texture: Scenes.checkers,
            transform: Scenes.place([-0.6, -0.4, -1.2], size: 0.25, roll: 0.2))),
      ], matches: "sprites")
  }

  @Test func spritesBehindAnEllipsoid() throws {
    let head = Scenes.ellipsoid([0.3, 0.4, 0.3], columns: 48, rows: 24)
    let place = Scenes.place([0, 0, -1.2])
    try expect(
      [
        .occluder(
          OccluderDraw(vertices: head.vertices, topology: head.topology, transform: place)),
        .sprite(
          SpriteDraw(
            texture: Scenes.smiley, transform: Scenes.place([-0.35, 0.2, -1.3], size: 0.5))),
        .sprite(
          SpriteDraw(
            texture: Scenes.checkers,
            transform: Scenes.place([0.25, 0.1, -1.15], size: 0.6, yaw: 0.9))),
        .sprite(
          SpriteDraw(
            texture: Scenes.smiley, transform: Scenes.place([0.0, -0.2, -1.3], size: 0.3),
            depthTest: .always)),
      ], matches: "occluded-sprites")
  }

  @Test func wireframeOfASphere() throws {
    let sphere = Scenes.ellipsoid([0.4, 0.4, 0.4])
    let place = Scenes.place([-0.2, 0, -1.2], yaw: 0.3, pitch: 0.4)
    let far = Scenes.place([1.5, 0.6, -3], yaw: 0.3, pitch: 0.4)
    try expect(
      [
        .occluder(
          OccluderDraw(vertices: sphere.vertices, topology: sphere.topology, transform: place)),
        .wireframe(
          WireframeDraw(
            vertices: sphere.vertices, topology: sphere.topology, transform: place,
            color: [0.2, 1, 0.6, 1], lineWidth: 1.5)),
        .wireframe(
          WireframeDraw(
            vertices: sphere.vertices, topology: sphere.topology, transform: far,
            color: [1, 0.4, 0.2, 1], lineWidth: 1.5, opacity: 0.5)),
      ], matches: "wireframe")
  }

  @Test func meshWithSoftEdges() throws {
    let soft = Scenes.ellipsoid([0.3, 0.4, 0.3], columns: 48, rows: 24) { normal in
      min(max((0.8 - abs(normal.y)) * 4, 0), 1) * min(max(normal.z * 3, 0), 1)
    }
    let hard = Scenes.ellipsoid([0.2, 0.3, 0.2])
    try expect(
      [
        .mesh(
          MeshDraw(
            vertices: soft.vertices, topology: soft.topology, texture: Scenes.checkers,
            transform: Scenes.place([-0.3, 0, -1.2], yaw: 0.4))),
        .mesh(
          MeshDraw(
            vertices: hard.vertices, topology: hard.topology, texture: Scenes.checkers,
            transform: Scenes.place([0.4, 0, -1.2], roll: 0.3), opacity: 0.7)),
      ], matches: "meshes")
  }

  @Test func closeUp() throws {
    let head = Scenes.ellipsoid([0.1, 0.1, 0.1])
    try expect(
      [
        .occluder(
          OccluderDraw(
            vertices: head.vertices, topology: head.topology,
            transform: Scenes.place([0.1, -0.1, -0.16]))),
        .sprite(
          SpriteDraw(
            texture: Scenes.checkers,
            transform: Scenes.place([0, -0.02, -0.1], size: 0.6, pitch: -1.3, roll: 0.2))),
      ], matches: "close-up")
  }

  @Test func smallSprites() throws {
    var items: [DrawItem] = []
    for step in 0..<6 {
      items.append(
        .sprite(
          SpriteDraw(
            texture: step % 2 == 0 ? Scenes.smiley : Scenes.checkers,
            transform: Scenes.place(
              [-0.6 + 0.22 * Float(step), 0, -1.2], size: 0.3 / Float(1 + step), roll: 0.2))))
    }
    try expect(items, matches: "small-sprites")
  }
}
