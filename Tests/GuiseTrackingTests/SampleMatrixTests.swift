import GuiseCore
import Testing

@testable import GuiseTracking

@Suite struct SampleMatrixTests {
  private func color(
    _ samples: SIMD3<Double>, _ format: PixelFormat, _ color: ColorDescription
  ) -> SIMD3<Double> {
    let color = color.resolved(height: 1080, isYUV: format.isYUV)
    let matrix = SampleMatrix(format: format, color: color)
    let input = SIMD4(samples, 1)
    return [
      (matrix.red * input).sum(), (matrix.green * input).sum(), (matrix.blue * input).sum(),
    ]
  }

  private func isClose(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool {
    (0..<3).allSatisfy { abs(a[$0] - b[$0]) < 0.003 }
  }

  @Test func videoRangeHasItsBlackAndWhite() {
    #expect(isClose(color([16, 128, 128], .i420, .bt709), [0, 0, 0]))
    #expect(isClose(color([235, 128, 128], .i420, .bt709), [1, 1, 1]))
    let tenBits = PixelFormat(.yuv420, bitDepth: 10)
    #expect(isClose(color([940, 512, 512], tenBits, .bt709), [1, 1, 1]))
  }

  /// Saturated red in BT.709 and BT.601 (values of H.273's equations).
  @Test func matricesGiveRed() {
    let hd = color([62.6, 102.3, 240], .i420, .bt709)
    #expect(abs(hd.x - 1) < 0.01 && abs(hd.y) < 0.01 && abs(hd.z) < 0.01)
    let sd = color(
      [81.5, 90.2, 240], .i420, ColorDescription(matrix: .smpte170M, range: .video))
    #expect(abs(sd.x - 1) < 0.01 && abs(sd.y) < 0.01 && abs(sd.z) < 0.01)
  }

  @Test func fullRangeAndRGBPlanes() {
    let full = ColorDescription(matrix: .bt709, range: .full)
    #expect(isClose(color([255, 128, 128], .i420, full), [1, 1, 1]))
    let planes = ColorDescription(matrix: .rgb, range: .full)
    #expect(isClose(color([255, 0, 51], PixelFormat(.yuv444), planes), [0.2, 1, 0]))
  }

  /// The reference white of the two HDR signals becomes 1.
  @Test func highDynamicRangeKeepsItsWhite() {
    let format = PixelFormat(.yuv420, bitDepth: 10)
    let hlg = ColorDescription(transfer: .hlg, matrix: .bt2020NonConstant, range: .video)
    #expect(isClose(color([64 + 0.75 * 876, 512, 512], format, hlg), [1, 1, 1]))
    let pq = ColorDescription(transfer: .pq, matrix: .bt2020NonConstant, range: .video)
    #expect(isClose(color([64 + 0.58 * 876, 512, 512], format, pq), [1, 1, 1]))
  }

  @Test func grayIsGray() {
    let value = color([126, 7, 9], PixelFormat(.gray), ColorDescription(range: .full))
    #expect(value.x == value.y && value.y == value.z && abs(value.x - 126 / 255) < 1e-6)
  }
}
