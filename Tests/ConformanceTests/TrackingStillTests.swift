import Foundation
import GuiseCore
import GuiseTracking
import TestSupport
import Testing

/// Photo mode against the reference, fed the same pixels.
@Suite(.enabled(if: SharedData.isPresent, "needs the shared test data"), .serialized)
struct TrackingStillTests {
  @Test func stillsEqualReference() throws {
    let tracker = try FaceTracker(
      bundle: .installed(), options: TrackingOptions(mode: .photo))
    let faces = SharedData.root.appendingPathComponent("faces")
    for folder in ["", "derived", "formats", "exif_noface"] {
      for url in try FileManager.default.contentsOfDirectory(
        at: faces.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      where url.path.hasSuffix(".mp.json") {
        let picture = url.deletingPathExtension().deletingPathExtension()
        guard let frame = try? DecodedPicture.read(picture) else {
          print("SKIP", picture.lastPathComponent)
          continue
        }
        let reference = try ReferenceResult(url)
        let clock = ContinuousClock.now; let anchors = try tracker.track(frame); let spent = ContinuousClock.now - clock
        var line = "\(picture.lastPathComponent) \(frame.width)x\(frame.height) ref \(reference.frames[0].faces.count) ours \(anchors.count):"
        for face in reference.frames[0].faces {
          guard let anchor = Deviation.nearest(anchors, to: face, width: frame.width, height: frame.height) else { continue }
          let d = Deviation(anchor, face, width: frame.width, height: frame.height)
          line += " [\(d.mean) \(d.maximum) bs \(d.blendShapes)]"
        }
        if anchors.count != reference.frames[0].faces.count { for a in anchors { line += " s\(a.score) @\(a.landmarks[4].x),\(a.landmarks[4].y) w\(a.landmarks[454].x - a.landmarks[234].x)" } }
        print(line, spent)
      }
    }
  }
}
