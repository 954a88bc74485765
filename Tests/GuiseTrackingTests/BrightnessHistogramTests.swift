import Testing

@testable import GuiseTracking

@Suite struct BrightnessHistogramTests {
  @Test func theShareThatIsBrighter() {
    var histogram = BrightnessHistogram()
    for level in 1...100 { histogram.add(SIMD3(repeating: Float(level) / 255)) }
    #expect(histogram.value(reachedBy: 0.1) == 91.0 / 255)
    #expect(histogram.value(reachedBy: 1) == 1.0 / 255)
    #expect(histogram.value(reachedBy: 0) == 100.0 / 255)
  }

  @Test func colorsCountAsLuma() {
    var histogram = BrightnessHistogram()
    histogram.add([0, 1, 0])
    #expect(abs(histogram.value(reachedBy: 0.5) - 0.7152) < 0.003)
  }

  @Test func whatIsNoColorIsLeftOut() {
    var histogram = BrightnessHistogram()
    histogram.add([.nan, 0.5, 0.5])
    #expect(histogram.value(reachedBy: 0.1) == 0)
    histogram.add([7, 7, 7])
    #expect(histogram.value(reachedBy: 0.1) == 1)
    histogram.removeAll()
    #expect(histogram.value(reachedBy: 0.1) == 0)
  }
}
