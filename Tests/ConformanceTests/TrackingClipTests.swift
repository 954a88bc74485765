import Foundation
import GuiseCore
import TestSupport
import Testing

@testable import GuiseTracking

/// Streaming mode against the reference's VIDEO mode, fed the same pixels.
@Suite(.enabled(if: SharedData.isPresent, "needs the shared test data"), .serialized)
struct TrackingClipTests {
  @Test(arguments: ["smile_mp3audio.mp4", "face_then_none_hevc.mov", "talk_mpeg4_512.mp4", "phone_portrait_720x1280.mp4"])
  func smoothed(_ name: String) throws {
    try run("video/\(name)", suffix: "mp_n1.json.gz", count: 1, smooths: true)
  }

  @Test(arguments: ["man_and_child.mp4", "derived/two_side_by_side.mp4", "derived/blackout_0.8_1.4.mp4", "derived/spinning_360.mp4", "derived/hard_cut_two_people.mp4", "neg_cartoon.mp4", "derived/odd_641x479_444.mp4"])
  func unsmoothed(_ name: String) throws {
    try run("video/\(name)", suffix: "mp.json.gz", count: 5, smooths: false)
  }

  func run(_ path: String, suffix: String, count: Int, smooths: Bool) throws {
    let url = try SharedData.url(path)
    let reference = try ReferenceResult(SharedData.url("\(path).\(suffix)"))
    let clip = try DecodedClip(url, width: reference.width, height: reference.height, times: reference.frames.map(\.time), limit: reference.frames.count)
    var options = TrackingOptions(mode: .streaming, maximumFaceCount: count)
    options.tuning.smooths = smooths
    if count > 1 { options.tuning.detectionInterval = .zero; options.tuning.followsDetections = true }
    options.tuning.holdDuration = .zero
    let tracker = try FaceTracker(bundle: .installed(), options: options)
    var agree = 0
    var mean: Float = 0, worst: Float = 0, worstMean: Float = 0, shapes: Float = 0
    var compared: Float = 0
    var log = ""
    for (i, (frame, expected)) in zip(clip.frames, reference.frames).enumerated() {
      let anchors = try tracker.track(frame)
      if anchors.count == expected.faces.count { agree += 1 } else { log += " \(i):\(expected.faces.count)/\(anchors.count)" }
      for face in expected.faces {
        guard let anchor = Deviation.nearest(anchors, to: face, width: frame.width, height: frame.height) else { continue }
        let d = Deviation(anchor, face, width: frame.width, height: frame.height)
        if d.mean > 20 { continue }
        mean += d.mean
        compared += 1
        worst = max(worst, d.maximum)
        worstMean = max(worstMean, d.mean)
        shapes = max(shapes, d.blendShapes)
      }
    }
    print(path, clip.frames.count, reference.frames.count, "agree", agree, "mean", mean / max(compared, 1), "worst mean", worstMean, "worst", worst, "bs", shapes, log)
  }
}
