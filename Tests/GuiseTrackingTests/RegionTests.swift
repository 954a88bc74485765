import Foundation
import GuiseCore
import Testing

@testable import GuiseTracking

@Suite struct RegionTests {
  @Test func placesFractions() {
    let region = Region(center: [100, 50], size: [20, 10], rotation: .pi / 2)
    #expect((region.place([0.5, 0.5]) - [100, 50]).length < 1e-5)
    // The right edge's middle turns to the bottom.
    #expect((region.place([1, 0.5]) - [100, 60]).length < 1e-5)
  }

  /// Landmarks go through the region in pixels, so that no aspect ratio bends them (K5).
  @Test(arguments: [Float(0), 0.5, 1.7, -2.9])
  func projectsLandmarks(rotation: Float) {
    var values = [Float](repeating: 128, count: FaceTopology.landmarkCount * 3)
    (values[0], values[1], values[2]) = (192, 64, 25.6)
    let region = Region(center: [300, 40], size: [512, 512], rotation: rotation)
    var landmarks = [SIMD3<Float>](repeating: .zero, count: FaceTopology.landmarkCount)
    LandmarkDetector.project(values.span, region: region, into: &landmarks)
    #expect((landmarks[0].xy - region.place([0.75, 0.25])).length < 1e-3)
    #expect(abs(landmarks[0].z - 51.2) < 1e-4)
    #expect((landmarks[1].xy - region.center).length < 1e-4)
  }

  @Test func nextRegionIsSquareAndLevel() {
    var landmarks = [SIMD3<Float>](repeating: [100, 100, 0], count: FaceTopology.landmarkCount)
    landmarks[33] = [80, 120, 0]
    landmarks[263] = [120, 80, 0]
    let region = Region(around: landmarks)
    #expect(region.size == [60, 60])
    #expect(abs(region.rotation + .pi / 4) < 1e-6)
  }

  @Test func overlaps() {
    let a = Bounds(min: [0, 0], max: [10, 10])
    let b = Bounds(min: [5, 0], max: [15, 10])
    #expect(abs(a.intersectionOverUnion(b) - 1 / 3) < 1e-6)
    #expect(a.intersectionOverSmaller(b) == 0.5)
    #expect(a.intersectionOverUnion(Bounds(min: [20, 20], max: [30, 30])) == 0)
    #expect(Bounds(min: .zero, max: .zero).intersectionOverUnion(a) == 0)
  }

  /// The reference's rounding leaves the mapping what it is: a scale and a shift.
  @Test(arguments: [(1126, 661), (958, 1358), (600, 749), (1, 1), (4000, 64)])
  func letterboxIsScaleAndShift(size: (Int, Int)) {
    let (width, height) = (Double(size.0), Double(size.1))
    let mapping = LetterboxMapping(size: [Float(width), Float(height)], inputSize: 128)
    let side = max(width, height)
    let expected = [
      side / 128, 0, (width - side) / 2, 0, side / 128, (height - side) / 2, 0, 0, 1,
    ]
    for (value, expected) in zip(mapping.matrix, expected) {
      #expect(abs(value - expected) < 1e-9)
    }
  }
}
