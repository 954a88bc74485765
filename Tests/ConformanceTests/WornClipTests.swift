import Foundation
import GuiseCodecs
import GuiseCore
import GuiseScene
import TestSupport
import Testing

@testable import GuiseFilters
@testable import GuiseTracking

/// What is worn stays on the face while it moves: nothing that is drawn swims on the landmarks or
/// lags behind them.
@Suite(.enabled(if: SharedData.isPresent, "needs the shared test data"), .serialized)
struct WornClipTests {
  private static let codecs = FilterCodecs(
    images: VipsImageDecoder(), glyphs: Dots(), archives: ZipArchiveReader())

  private struct Dots: GlyphRasterizing {
    func rasterizeEmoji(_ emoji: String, pixelSize: Int) throws -> Image {
      Image(width: pixelSize, height: pixelSize)
    }
  }

  /// Of the face's width.
  private struct Swim {
    /// Farthest of a painted vertex from its landmark.
    var paint: Float = 0
    /// Farthest of the nose's middle from the tip's landmark.
    var nose: Float = 0
    /// Most by which the nose's way from a frame to the next differs from the landmark's.
    var step: Float = 0
    var frameCount = 0
  }

  @Test(arguments: [
    ("talk_mpeg4_512.mp4", 512, 512), ("man_and_child.mp4", 1280, 720),
  ])
  func nothingSwims(name: String, width: Int, height: Int) throws {
    let clip = try DecodedClip(
      SharedData.url("video/\(name)"), width: width, height: height, limit: 40)
    let tracker = try FaceTracker(
      bundle: .installed(), options: TrackingOptions(mode: .streaming, maximumFaceCount: 1))
    let manifest = FilterManifest(
      id: "test", title: "Test",
      layers: [
        FilterLayer(.texture(TextureLayer(source: "paint.png"))),
        FilterLayer(.emoji(EmojiLayer(feature: .nose, options: [.emoji("👃")]))),
      ])
    let session = FilterSession(
      filter: FilterPackage(
        manifest: manifest, assets: [.texture(Texture(Image(width: 2, height: 2))), .none]),
      topology: tracker.topology, codecs: Self.codecs)
    var output = FilterOutput()
    var swim = Swim()
    var last: SIMD2<Float>?
    for frame in clip.frames {
      let faces = try tracker.track(frame)
      let input = FilterInput(faces: faces, width: width, height: height, time: frame.time)
      try session.update(input, into: &output)
      guard let face = faces.first, face.isTracked, FilterSession.facing(face.transform) == 1
      else {
        last = nil
        continue
      }
      let size = (face.landmarks[454].xy - face.landmarks[234].xy).length
      for item in output.drawList.items {
        switch item {
        case .mesh(let mesh):
          for (vertex, landmark) in zip(mesh.vertices, face.landmarks) {
            let place = try #require(input.camera.project(mesh.transform.point(vertex)))
            swim.paint = max(swim.paint, (place - landmark.xy).length / size)
          }
        case .sprite(let sprite):
          let place = try #require(input.camera.project(sprite.transform.translation))
          let offset = place - face.landmarks[4].xy
          swim.nose = max(swim.nose, offset.length / size)
          if let last { swim.step = max(swim.step, (offset - last).length / size) }
          last = offset
        default: break
        }
      }
      swim.frameCount += 1
    }
    #expect(swim.frameCount > 20)
    #expect(swim.paint < 1e-5)
    #expect(swim.nose < 0.05)
    #expect(swim.step < 0.003)
  }
}
