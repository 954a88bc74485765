private import CKernels
import TestSupport
import Testing

/// The blending kernels against their twins in Swift: equal bit for bit, at every length.
@Suite struct KernelTwinTests {
  private static let stride = 160
  private static let lengths = [1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 64, 127]

  /// A row of premultiplied noise, some of it transparent, some opaque.
  private func row(seed: UInt64) -> [Float] {
    var random = FixedRandom(seed: seed)
    var row = [Float](repeating: 0, count: 4 * Self.stride)
    for column in 0..<Self.stride {
      let alpha = [0, 1, Float.random(in: 0...1, using: &random)][column / 3 % 3]
      for channel in 0..<3 {
        row[channel * Self.stride + column] = Float.random(in: 0...1, using: &random) * alpha
      }
      row[3 * Self.stride + column] = alpha
    }
    return row
  }

  private func samples(_ count: Int, below limit: Int) -> [Int] {
    var random = FixedRandom(seed: 3)
    return (0..<count).map { _ in Int.random(in: 0..<limit, using: &random) }
  }

  private func rounded(_ value: Float, _ maximum: Float) -> Int {
    let low = value > 0 ? value : 0
    return Int((low < maximum ? low : maximum) + 0.5)
  }

  private static let weights = [
    guise_blend_weights(red: 46.6, green: 156.6, blue: 15.8, alpha: 16),
    guise_blend_weights(red: -25.7, green: -86.3, blue: 112, alpha: 128),
  ]

  private func weighted(
    _ row: [Float], _ column: Int, _ w: guise_blend_weights, below: Int, maximum: Float
  ) -> Int {
    let (r, g) = (row[column], row[Self.stride + column])
    let (b, a) = (row[2 * Self.stride + column], row[3 * Self.stride + column])
    let over = r * w.red + g * w.green + b * w.blue + a * w.alpha
    return rounded(over + (1 - a) * Float(below), maximum)
  }

  @Test(arguments: lengths) func planes(_ count: Int) {
    let row = row(seed: 1)
    let below = samples(2 * count, below: 256)
    var plane = below.map(UInt8.init)
    var weights = Self.weights[0]
    unsafe guise_blend_plane_u8(&plane, row, Self.stride, count, &weights, 255)
    var deep = below.map { UInt16($0 * 4) }
    unsafe guise_blend_plane_u16(&deep, row, Self.stride, count, &weights, 1023)
    var pair = below.map(UInt8.init)
    unsafe guise_blend_pair_u8(&pair, row, Self.stride, count, Self.weights, 255)
    var deepPair = below.map { UInt16($0 * 4) }
    unsafe guise_blend_pair_u16(&deepPair, row, Self.stride, count, Self.weights, 1023)
    for i in 0..<count {
      #expect(Int(plane[i]) == weighted(row, i, weights, below: below[i], maximum: 255))
      #expect(Int(deep[i]) == weighted(row, i, weights, below: below[i] * 4, maximum: 1023))
      for part in 0..<2 {
        let (w, b) = (Self.weights[part], below[2 * i + part])
        #expect(Int(pair[2 * i + part]) == weighted(row, i, w, below: b, maximum: 255))
        #expect(Int(deepPair[2 * i + part]) == weighted(row, i, w, below: b * 4, maximum: 1023))
      }
    }
  }

  @Test(arguments: lengths) func interleavedColors(_ count: Int) {
    let row = row(seed: 2)
    let below = samples(4 * count, below: 256)
    var rgb = below.map(UInt8.init)
    unsafe guise_blend_rgb_u8(&rgb, row, Self.stride, count, 255)
    var rgba = below.map { UInt16($0 * 257) }
    unsafe guise_blend_rgba_u16(&rgba, row, Self.stride, count, 65535)
    for i in 0..<count {
      let a = row[3 * Self.stride + i]
      let alpha = Float(below[4 * i + 3] * 257) / 65535
      let rest = alpha * (1 - a)
      let total = a + rest
      for channel in 0..<3 {
        let over = row[channel * Self.stride + i]
        let opaque = over * 255 + (1 - a) * Float(below[3 * i + channel])
        #expect(Int(rgb[3 * i + channel]) == rounded(opaque, 255))
        guard a > 0 else {
          #expect(Int(rgba[4 * i + channel]) == below[4 * i + channel] * 257)
          continue
        }
        let straight =
          over * (65535 / total) + rest / total * Float(below[4 * i + channel] * 257)
        #expect(Int(rgba[4 * i + channel]) == rounded(straight, 65535))
      }
      if a > 0 { #expect(Int(rgba[4 * i + 3]) == rounded(total * 65535, 65535)) }
    }
  }

  @Test(arguments: lengths) func unpackingAndSpans(_ count: Int) {
    var bytes = samples(4 * count, below: 256).map(UInt8.init)
    for i in 0..<count where i % 4 == 0 || i < count / 3 { bytes[4 * i + 3] = 0 }
    var row = [Float](repeating: -1, count: 4 * Self.stride)
    unsafe guise_blend_unpack(bytes, count, &row, Self.stride)
    for i in 0..<count {
      for channel in 0..<4 {
        let value = bytes[4 * i + 3] == 0 ? 0 : Float(bytes[4 * i + channel]) * (1 / 255)
        #expect(row[channel * Self.stride + i] == value)
      }
    }
    var first = 0
    let end = unsafe guise_blend_span(bytes, count, &first)
    let visible = (0..<count).filter { bytes[4 * $0 + 3] != 0 }
    #expect(end == visible.last.map { $0 + 1 } ?? 0)
    if let start = visible.first { #expect(first == start) }
  }

  @Test(arguments: [1, 3, 8, 17, 40]) func halving(_ count: Int) {
    let row = row(seed: 5)
    let gate = Array(row[(3 * Self.stride)...])
    for isLeft in [true, false] {
      var out = [Float](repeating: -1, count: 4 * Self.stride)
      // One column in, so that column −1 exists.
      unsafe row.withUnsafeBufferPointer { row in
        unsafe gate.withUnsafeBufferPointer { gate in
          unsafe guise_blend_halve(
            row.baseAddress! + 1, Self.stride, gate.baseAddress! + 1, gate.baseAddress! + 1,
            isLeft ? 1 : 0, &out, Self.stride, count)
        }
      }
      for i in 0..<count {
        let isCovered = gate[2 * i + 1] + gate[2 * i + 2] > 0
        for channel in 0..<4 {
          let at = channel * Self.stride + 2 * i + 1
          let left = row[at - 1] * 0.25 + row[at] * 0.5 + row[at + 1] * 0.25
          let value = isLeft ? left : row[at] * 0.5 + row[at + 1] * 0.5
          #expect(out[channel * Self.stride + i] == (isCovered ? value : 0))
        }
      }
    }
  }

  @Test func mixing() {
    let rows = (0..<4).map { row(seed: UInt64($0)) }
    let weights: [Float] = [0.25, 0.5, 0.25, 0.125]
    var out = [Float](repeating: 0, count: 4 * Self.stride)
    unsafe rows[0].withUnsafeBufferPointer { a in
      unsafe rows[1].withUnsafeBufferPointer { b in
        unsafe rows[2].withUnsafeBufferPointer { c in
          unsafe rows[3].withUnsafeBufferPointer { d in
            var inputs = unsafe [a.baseAddress, b.baseAddress, c.baseAddress, d.baseAddress]
            unsafe guise_blend_mix(&inputs, weights, &out, Self.stride, Self.stride)
          }
        }
      }
    }
    for i in out.indices {
      let value =
        rows[0][i] * weights[0] + rows[1][i] * weights[1] + rows[2][i] * weights[2]
        + rows[3][i] * weights[3]
      #expect(out[i] == value)
    }
  }
}
