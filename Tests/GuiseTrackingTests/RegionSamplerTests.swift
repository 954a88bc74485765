import GuiseCore
import Testing

@testable import GuiseTracking

@Suite struct RegionSamplerTests {
  static let formats: [PixelFormat] = [
    .i420, .nv12, .rgb8, .rgba8, PixelFormat(.gray), PixelFormat(.yuv422), PixelFormat(.yuv444),
    PixelFormat(.yuv420, bitDepth: 10), PixelFormat(.yuv420SemiPlanar, bitDepth: 10),
    PixelFormat(.yuv422, bitDepth: 10), PixelFormat(.yuv444, bitDepth: 12),
    PixelFormat(.gray, bitDepth: 10), PixelFormat(.yuv420, bitDepth: 16),
    PixelFormat(.rgb, bitDepth: 16), PixelFormat(.rgba, bitDepth: 16),
  ]

  /// Inside, turned and half outside, far outside, enlarged.
  static let regions = [
    Region(center: [13, 9], size: [20, 20], rotation: 0.4),
    Region(center: [2, 16], size: [30, 22], rotation: -2.1),
    Region(center: [200, -300], size: [40, 40]),
    Region(center: [12.5, 8.5], size: [5, 5], rotation: 1.6),
  ]

  /// 16 columns take the vector path, 13 the other.
  @Test(arguments: formats, [16, 13])
  func equalsTwin(format: PixelFormat, width: Int) {
    let frame = Self.noise(format, width: 27, height: 19)
    for region in Self.regions {
      for border in [RegionSampler.Border.repeated, .black] {
        compare(frame, region: region, width: width, border: border, subsamples: 1)
      }
      compare(frame, region: region, width: width, border: .repeated, subsamples: 3)
    }
  }

  @Test(arguments: [(1, 1), (1, 7), (6, 1), (64, 3)])
  func oddSizesEqualTwin(size: (Int, Int)) {
    for format in [PixelFormat.i420, .nv12, .rgb8, PixelFormat(.yuv422, bitDepth: 10)] {
      let frame = Self.noise(format, width: size.0, height: size.1)
      compare(
        frame, region: Region.whole(frame.displaySize), width: 8, border: .black, subsamples: 1)
      compare(
        frame, region: Region.whole(frame.displaySize), width: 8, border: .repeated, subsamples: 1)
    }
  }

  @Test(arguments: [
    ColorDescription.ChromaSiting.left, .center, .topLeft, .top, .bottomLeft, .bottom,
  ])
  func chromaSitingEqualsTwin(siting: ColorDescription.ChromaSiting) {
    var frame = Self.noise(.i420, width: 26, height: 18)
    frame.color.chromaSiting = siting
    compare(frame, region: Self.regions[0], width: 16, border: .repeated, subsamples: 1)
  }

  /// A region is square as displayed: with pixels twice as wide as high, half as many columns.
  @Test func respectsPixelAspectRatio() {
    var frame = Self.noise(.rgb8, width: 20, height: 30)
    frame.pixelAspectRatio = 2
    let region = Region(center: [20, 15], size: [16, 16])
    let values = sample(frame, region: region, width: 8, border: .repeated, subsamples: 1)
    let twin = WarpTwin(frame)
    let expected = twin.color(x: (20 - 8) / 2.0 + 3, y: 15 - 8 + 2 * 2, border: .repeated)
    let index = (2 * 8 + 3) * 3
    #expect(abs(values[index] - expected.x) < 1e-5)
  }

  @Test func hugeAndInvalidPositionsStayInside() {
    let frame = Self.noise(.i420, width: 27, height: 19)
    for value: Float in [1e30, -1e30, .infinity, .nan] {
      let region = Region(center: [value, 5], size: [10, 10])
      for width in [16, 13] {
        let values = sample(frame, region: region, width: width, border: .repeated, subsamples: 1)
        #expect(values.allSatisfy { (0...1).contains($0) })
      }
    }
  }

  /// Fine noise becomes grey instead of aliasing when a region is much reduced.
  @Test func reducesWithoutAliasing() {
    let frame = Self.noise(.rgb8, width: 512, height: 512)
    let region = Region(center: [256, 256], size: [500, 500])
    let values = sample(frame, region: region, width: 32, border: .repeated, subsamples: nil)
    #expect(values.allSatisfy { abs($0 - 0.5) < 0.2 })
  }

  static func noise(_ format: PixelFormat, width: Int, height: Int) -> Frame {
    var frame = Frame(format: format, width: width, height: height)
    var state: UInt64 = 88_172_645_463_325_252
    for plane in 0..<format.planeCount {
      frame.withMutablePlane(plane) { bytes, layout in
        for offset in stride(from: 0, to: bytes.byteCount, by: format.bytesPerSample) {
          state ^= state << 13
          state ^= state >> 7
          state ^= state << 17
          let value = state >> 20 & (1 << UInt64(format.bitDepth) - 1)
          if format.bytesPerSample == 1 {
            bytes.storeBytes(of: UInt8(value), toByteOffset: offset, as: UInt8.self)
          } else {
            bytes.storeBytes(of: UInt16(value), toByteOffset: offset, as: UInt16.self)
          }
        }
      }
    }
    return frame
  }

  func sample(
    _ frame: Frame, region: Region, width: Int, border: RegionSampler.Border, subsamples: Int?
  ) -> [Float] {
    var values = [Float](repeating: -1, count: width * width * 3)
    var span = values.mutableSpan
    RegionSampler.sample(
      frame, region: region, width: width, height: width, border: border, range: 0...1,
      subsamples: subsamples, into: &span)
    return values
  }

  func compare(
    _ frame: Frame, region: Region, width: Int, border: RegionSampler.Border, subsamples: Int,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let values = sample(frame, region: region, width: width, border: border, subsamples: subsamples)
    let twin = WarpTwin(frame)
    let area = RegionSampler.warpRegion(
      region, pixelAspectRatio: frame.pixelAspectRatio, width: width, height: width)
    var worst: Float = 0
    for row in 0..<width {
      for column in 0..<width {
        var expected = SIMD3<Float>.zero
        for sub in 0..<subsamples * subsamples {
          let n = Double(subsamples)
          let i = Double(column) + (Double(sub % subsamples) + 0.5) / n - 0.5
          let j = Double(row) + (Double(sub / subsamples) + 0.5) / n - 0.5
          expected += twin.color(
            x: area.origin_x + i * area.column_x + j * area.row_x,
            y: area.origin_y + i * area.column_y + j * area.row_y, border: border)
        }
        expected /= Float(subsamples * subsamples)
        for channel in 0..<3 {
          let value = values[(row * width + column) * 3 + channel]
          worst = max(worst, abs(value - expected[channel]))
        }
      }
    }
    #expect(worst < 2e-5, "\(frame.format) \(region)", sourceLocation: location)
  }
}
