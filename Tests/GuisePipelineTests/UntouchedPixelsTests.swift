import Foundation
import GuiseCore
import GuiseFilters
import GuiseMedia
import TestSupport
import Testing

@testable import GuisePipeline

/// What the filter doesn't cover stays as it was, bit for bit.
@Suite(
  .serialized, .timeLimit(.minutes(2)),
  .enabled(if: Installation.locate("models/face_landmarker_v2.task") != nil))
struct UntouchedPixelsTests {
  private let resources = ExportResources()
  private let sample: URL
  private let outfit: Outfit

  init() throws {
    sample = try #require(Installation.locate("samples/astronaut.png"))
    let nose = EmojiLayer(feature: .nose, options: [.emoji("🔴")])
    let manifest = FilterManifest(id: "dot", title: "Dot", layers: [FilterLayer(.emoji(nose))])
    outfit = Outfit([FilterPackage(manifest: manifest, assets: [.none])])
  }

  /// Counts the samples that differ outside of `rect`, and whether any differs inside.
  private func compare(
    _ a: Frame, _ b: Frame, around rect: PixelRect
  ) -> (outside: Int, inside: Int) {
    var counts = (outside: 0, inside: 0)
    for plane in 0..<a.format.planeCount {
      let isChroma = plane > 0 && a.format.isYUV
      let shift = isChroma ? a.format.chromaShift : (0, 0)
      let size = a.format.samplesPerPixel(plane: plane) * a.format.bytesPerSample
      a.withPlane(plane) { left, layout in
        b.withPlane(plane) { right, _ in
          for y in 0..<layout.height {
            for x in 0..<layout.width {
              let offset = y * layout.rowBytes + x * size
              let isSame = (0..<size).allSatisfy { byte in
                unsafe left.unsafeLoad(fromByteOffset: offset + byte, as: UInt8.self)
                  == right.unsafeLoad(fromByteOffset: offset + byte, as: UInt8.self)
              }
              if isSame { continue }
              let column = (rect.x >> shift.0)...((rect.maxX - 1) >> shift.0)
              let row = (rect.y >> shift.1)...((rect.maxY - 1) >> shift.1)
              if column.contains(x), row.contains(y) {
                counts.inside += 1
              } else {
                counts.outside += 1
              }
            }
          }
        }
      }
    }
    return counts
  }

  @Test func inAPhotoSavedAsPNG() throws {
    let output = FileManager.default.temporaryDirectory
      .appendingPathComponent("guise-\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: output) }
    let export = PhotoExport(outfit, resources: resources, options: ExportOptions())
    let report = try export.run(sample, to: output, cancellation: Cancellation())
    #expect(report.faceCount == 1 && !report.touchedRect.isEmpty)
    #expect(report.touchedRect.width < 120 && report.touchedRect.height < 120)
    let counts = compare(
      try PhotoReader.read(sample).frames[0], try PhotoReader.read(output).frames[0],
      around: report.touchedRect)
    #expect(counts.outside == 0)
    #expect(counts.inside > 100)
  }

  @Test(arguments: [8, 10]) func inTheFramesHandedToTheEncoder(bitDepth: Int) throws {
    let photo = try PhotoReader.read(sample).frames[0]
    let faces = try resources.tracker(
      .photo, outputs: [.pose, .blendShapes], ExportOptions()
    ).track(photo)
    let color = ColorDescription.bt709
    var frame = Frame(
      format: PixelFormat(.yuv420, bitDepth: bitDepth), width: 512, height: 512, color: color)
    for plane in 0..<3 {
      frame.withMutablePlane(plane) { bytes, _ in
        for index in stride(from: 0, to: bytes.byteCount, by: bitDepth > 8 ? 2 : 1) {
          if bitDepth > 8 {
            bytes.storeBytes(of: UInt16(64 + index / 2 % 800), toByteOffset: index, as: UInt16.self)
          } else {
            bytes.storeBytes(of: UInt8(16 + index % 200), toByteOffset: index, as: UInt8.self)
          }
        }
      }
    }
    let before = frame
    let painter = try FramePainter(outfit, resources: resources)
    let rect = try painter.paint(
      faces, camera: CameraIntrinsics(width: 512, height: 512), on: &frame)
    let counts = compare(before, frame, around: rect)
    #expect(counts.outside == 0)
    #expect(counts.inside > 100)
  }
}

@Suite struct FacePlacesTests {
  private func face(_ id: Int, x: Float) -> FaceAnchor {
    FaceAnchor(id: id, landmarks: [[x, 0, 0]])
  }

  @Test func placesAreGivenFromTheLeftAndKept() {
    var places = FacePlaces()
    #expect(places.places(of: [face(5, x: 300), face(6, x: 100)]) == [2, 1])
    // They cross, and a third comes.
    #expect(places.places(of: [face(5, x: 50), face(6, x: 200), face(9, x: 10)]) == [2, 1, 3])
    #expect(places.places(of: [face(9, x: 10)]) == [3])
    places.reset()
    #expect(places.places(of: [face(9, x: 10)]) == [1])
  }
}
