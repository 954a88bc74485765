import GuiseCore
import Testing

@testable import GuiseTracking

@Suite struct DetectorTests {
  @Test func anchorsCoverBothGrids() {
    let anchors = DetectorAnchors.all
    #expect(anchors.count == DetectorAnchors.count)
    #expect(anchors[0] == [0.5 / 16, 0.5 / 16])
    #expect(anchors[1] == anchors[0])
    #expect(anchors[2] == [1.5 / 16, 0.5 / 16])
    #expect(anchors[32] == [0.5 / 16, 1.5 / 16])
    #expect(anchors[512] == [0.5 / 8, 0.5 / 8])
    #expect(anchors[517] == anchors[512])
    #expect(anchors[518] == [1.5 / 8, 0.5 / 8])
    #expect(anchors[895] == [7.5 / 8, 7.5 / 8])
  }

  @Test func decodesBoxesAndKeypoints() {
    var boxes = [Float](repeating: 0, count: DetectorAnchors.count * 16)
    var scores = [Float](repeating: -50, count: DetectorAnchors.count)
    for (index, value) in [12.8, -12.8, 64, 32, 1.28, 2.56].enumerated() {
      boxes[600 * 16 + index] = Float(value)
    }
    scores[600] = 2
    scores[601] = 3
    boxes[601 * 16 + 2] = -1  // A negative width is no box.
    scores[602] = .infinity
    var found: [FaceDetection] = []
    FaceDetector.decode(
      boxes: boxes.span, scores: scores.span, threshold: 0.5, into: &found)
    #expect(found.count == 2)
    let anchor = DetectorAnchors.all[600]
    let center = anchor + SIMD2(0.1, -0.1)
    #expect((found[0].bounds.center - center).length < 1e-6)
    #expect((found[0].bounds.size - [0.5, 0.25]).length < 1e-6)
    #expect((found[0].keypoints[0] - (anchor + [0.01, 0.02])).length < 1e-6)
    #expect(abs(found[0].score - 0.8808) < 1e-4)
    #expect(found[1].score == 1)
  }

  static func detection(
    x: Float, y: Float, size: Float, score: Float
  ) -> FaceDetection {
    let center = SIMD2(x, y)
    var keypoints = FaceDetection.Keypoints()
    keypoints[0] = center - SIMD2(size / 4, size / 5)
    keypoints[1] = center + SIMD2(size / 4, -size / 5)
    return FaceDetection(
      bounds: Bounds(min: center - size / 2, max: center + size / 2), keypoints: keypoints,
      score: score)
  }

  @Test func suppressionAveragesByScore() {
    var found = [
      Self.detection(x: 100, y: 100, size: 40, score: 0.6),
      Self.detection(x: 104, y: 100, size: 40, score: 0.9),
      Self.detection(x: 300, y: 100, size: 40, score: 0.7),
    ]
    var scratch: [FaceDetection] = []
    WeightedSuppression.apply(to: &found, scratch: &scratch)
    #expect(found.count == 2)
    #expect(found[0].score == 0.9)
    #expect(abs(found[0].bounds.center.x - (100 * 0.6 + 104 * 0.9) / 1.5) < 1e-4)
    #expect(abs(found[0].keypoints[0].x - (found[0].bounds.center.x - 10)) < 1e-4)
    #expect(found[1].bounds.center.x == 300)
  }

  @Test func suppressionEndsForBoxesWithoutArea() {
    var found = (0..<5).map { Self.detection(x: Float($0), y: 0, size: 0, score: 0.8) }
    var scratch: [FaceDetection] = []
    WeightedSuppression.apply(to: &found, scratch: &scratch)
    #expect(found.count == 5)
  }

  @Test func regionIsTurnedWithTheEyes() {
    var detection = Self.detection(x: 50, y: 50, size: 20, score: 1)
    detection.keypoints[0] = [50, 40]
    detection.keypoints[1] = [50, 60]
    #expect(abs(detection.region.rotation - .pi / 2) < 1e-6)
    #expect(detection.region.size == [30, 30])
    detection.keypoints[0] = [60, 50]
    detection.keypoints[1] = [40, 50]
    #expect(abs(abs(detection.region.rotation) - .pi) < 1e-6)
  }

  @Test(arguments: [10, 128, 129, 200, 640, 1000])
  func tilesCoverEverything(extent: Int) {
    let starts = TileLevel.starts(extent: extent)
    #expect(starts.first == 0)
    #expect(starts.last == max(0, extent - TileLevel.tileSize))
    for (a, b) in zip(starts, starts.dropFirst()) {
      #expect(b > a && b - a <= TileLevel.tileSize / 2)
    }
  }
}
