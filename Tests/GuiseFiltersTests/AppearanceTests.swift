import Foundation
import GuiseCore
import GuiseScene
import Testing

@testable import GuiseFilters

/// How what is worn is fitted to picture, light and angle.
@Suite struct AppearanceTests {
  private func session(_ content: FilterLayer.Content) -> FilterSession {
    FilterSession(
      filter: FilterPackage(
        manifest: .of(FilterLayer(content)), assets: [.texture(Texture(Image(width: 2, height: 2)))]
      ),
      topology: SyntheticFace.topology, codecs: .fake())
  }

  private func draws(
    _ session: FilterSession, _ face: FaceAnchor, width: Int = 1280, height: Int = 720,
    milliseconds: Int = 0
  ) throws -> [DrawItem] {
    var output = FilterOutput()
    try session.update(
      FilterInput(faces: [face], width: width, height: height, time: .milliseconds(milliseconds)),
      into: &output)
    return output.drawList.items
  }

  // MARK: Light

  private func paint(
    _ session: FilterSession, brightness: Float?, milliseconds: Int = 0
  ) throws -> Float {
    let face = SyntheticFace.anchor(brightness: brightness)
    let items = try draws(session, face, milliseconds: milliseconds)
    let brightness = items.compactMap {
      if case .mesh(let mesh) = $0 { mesh.brightness } else { nil }
    }
    return try #require(brightness.first)
  }

  @Test(
    arguments: [
      // Not measured; a face in good light, whatever its colour; a dim one; one in the dark; none.
      (nil, 1), (0.83, 1), (0.55, 1), (0.44, 0.8), (0.11, 0.2), (0, 0.1),
    ] as [(Float?, Float)])
  func paintIsAsDarkAsTheFace(brightness: Float?, expected: Float) throws {
    let drawn = try paint(session(.texture(TextureLayer(source: "a.png"))), brightness: brightness)
    #expect(abs(drawn - expected) < 1e-5)
  }

  @Test func paintFollowsTheLightWithoutFlicker() throws {
    let session = session(.texture(TextureLayer(source: "a.png")))
    #expect(try paint(session, brightness: 0.55) == 1)
    // A lamp goes out: a frame later little has changed, a second later nearly all.
    let first = try paint(session, brightness: 0.11, milliseconds: 33)
    #expect(first > 0.85 && first < 0.95)
    // A held face keeps what it had.
    #expect(try abs(paint(session, brightness: nil, milliseconds: 66) - first) < 1e-5)
    for time in stride(from: 100, through: 1100, by: 33) {
      _ = try paint(session, brightness: 0.11, milliseconds: time)
    }
    #expect(try paint(session, brightness: 0.11, milliseconds: 1133) < 0.23)
  }

  @Test func emojiKeepTheirColors() throws {
    let nose = session(.emoji(EmojiLayer(feature: .nose, options: [.emoji("👃")])))
    let items = try draws(nose, SyntheticFace.anchor(brightness: 0.05))
    #expect(
      items.contains { if case .sprite(let sprite) = $0 { sprite.opacity == 1 } else { false } })
  }

  // MARK: Lines

  @Test func linesLookTheSameInLargerPictures() throws {
    let session = session(.wireframe(WireframeLayer(lineWidth: 1.5)))
    func width(_ depth: Float, _ width: Int, _ height: Int) throws -> Float {
      let face = SyntheticFace.anchor(at: [0, 0, -depth])
      let items = try draws(session, face, width: width, height: height)
      let widths = items.compactMap {
        if case .wireframe(let mesh) = $0 { mesh.lineWidth } else { nil }
      }
      return try #require(widths.first)
    }
    #expect(try width(0.4, 1280, 720) == 1.5)
    #expect(try width(0.4, 720, 1280) == 1.5)
    #expect(try width(0.4, 3840, 2160) == 4.5)
    #expect(try width(0.4, 640, 480) == 1.5)
    // The same at any distance, as long as there is room between the lines.
    #expect(try width(0.8, 1280, 720) == 1.5)
    let far = try width(4, 1280, 720)
    #expect(far > 0.2 && far < 0.4)
  }

  // MARK: Edges

  @Test func emojiFadeWhenSeenFromTheEdge() throws {
    let nose = session(.emoji(EmojiLayer(feature: .nose, options: [.emoji("👃")])))
    func opacity(_ degrees: Float) throws -> Float {
      // From afar, so that all lines of sight are parallel.
      let face = SyntheticFace.anchor(at: [0, 0, -20], yaw: degrees * .pi / 180)
      let items = try draws(nose, face)
      return items.compactMap { if case .sprite(let sprite) = $0 { sprite.opacity } else { nil } }
        .first ?? 0
    }
    #expect(try opacity(0) == 1)
    #expect(try opacity(60) == 1)
    #expect(try opacity(180) == 1)
    let half = try opacity(79)
    #expect(half > 0.05 && half < 0.95)
    #expect(try opacity(-79) > 0.05)
    #expect(try opacity(90) == 0)
  }
}
