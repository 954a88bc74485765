private import CKernels
import GuiseCore

/// One row of an overlay as floats in the picture's encoding: red, green, blue and alpha, 0…1,
/// premultiplied. Column −1 exists. Keeps its memory from row to row.
@safe final class BlendRow {
  private var base: UnsafeMutablePointer<Float>
  private var capacity = 0
  private static let margin = 16

  init() {
    unsafe base = .allocate(capacity: 0)
  }

  deinit {
    unsafe base.deallocate()
  }

  /// Makes room for `count` columns; contents are lost when it grows.
  func reserve(_ count: Int) {
    guard count > capacity else { return }
    capacity = (count + 63) & ~63
    unsafe base.deallocate()
    unsafe base = .allocate(capacity: 4 * stride)
    unsafe base.initialize(repeating: 0, count: 4 * stride)
  }

  private var stride: Int { capacity + 2 * Self.margin }

  /// Column 0 of red.
  private var row: UnsafeMutablePointer<Float> { unsafe base + Self.margin }
  private var alpha: UnsafeMutablePointer<Float> { unsafe row + 3 * stride }

  /// Clears columns.
  func clear(_ columns: Range<Int>) {
    for channel in 0..<4 {
      unsafe (row + channel * stride + columns.lowerBound).update(
        repeating: 0, count: columns.count)
    }
  }

  /// Copies one column to another.
  func copy(column: Int, to other: Int) {
    for channel in 0..<4 { unsafe row[channel * stride + other] = row[channel * stride + column] }
  }

  /// Fills columns from `column` on with `count` pixels of an overlay's row.
  @unsafe func load(_ pixels: UnsafePointer<UInt8>, count: Int, column: Int, tables: ColorTables?) {
    let start = unsafe row + column
    unsafe guise_blend_unpack(pixels, count, start, stride)
    guard let tables else { return }
    unsafe tables.decode.withUnsafeBufferPointer { decode in
      unsafe tables.encode.withUnsafeBufferPointer { encode in
        let m = tables.matrix
        var color = unsafe guise_blend_color(
          decode: decode.baseAddress, decode_count: decode.count,
          matrix: (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]),
          luminance: (tables.luminance.x, tables.luminance.y, tables.luminance.z),
          ootf_white: tables.ootfWhite, encode: encode.baseAddress,
          encode_count: ColorTables.encodeCount)
        unsafe guise_blend_convert(start, stride, count, &color)
      }
    }
  }

  /// Becomes the weighted sum of four rows, columns −1 up to `count`.
  func mix(_ rows: [BlendRow], weights: SIMD4<Float>, count: Int) {
    // On the stack: rows must not allocate.
    unsafe withUnsafeTemporaryAllocation(of: UnsafePointer<Float>?.self, capacity: 4) { inputs in
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 4) { factors in
        for index in 0..<4 {
          unsafe inputs.initializeElement(at: index, to: UnsafePointer(rows[index].row - 1))
          unsafe factors.initializeElement(at: index, to: weights[index])
        }
        unsafe guise_blend_mix(
          inputs.baseAddress, factors.baseAddress, row - 1, stride, count + 2)
      }
    }
  }

  /// Becomes the chroma samples of `row`, halved horizontally.
  ///
  /// - Parameters:
  ///   - upper: the first luma row that the samples cover.
  ///   - lower: the last one.
  func halve(_ source: BlendRow, upper: BlendRow, lower: BlendRow, isLeft: Bool, count: Int) {
    unsafe guise_blend_halve(
      source.row, source.stride, upper.alpha, lower.alpha, isLeft ? 1 : 0, row, stride, count)
  }

  // MARK: Blending

  /// Blends columns into a plane of one channel at `samples`.
  @unsafe func blend(
    _ columns: Range<Int>, into samples: UnsafeMutableRawPointer, weights: ChannelWeights,
    bitDepth: Int
  ) {
    var weights = Self.kernelWeights(weights)
    let start = unsafe row + columns.lowerBound
    let maximum = Self.maximum(bitDepth)
    if bitDepth > 8 {
      unsafe guise_blend_plane_u16(
        samples.assumingMemoryBound(to: UInt16.self), start, stride, columns.count, &weights,
        maximum)
    } else {
      unsafe guise_blend_plane_u8(
        samples.assumingMemoryBound(to: UInt8.self), start, stride, columns.count, &weights,
        maximum)
    }
  }

  /// Blends columns into a plane of two interleaved channels.
  @unsafe func blendPair(
    _ columns: Range<Int>, into samples: UnsafeMutableRawPointer, first: ChannelWeights,
    second: ChannelWeights, bitDepth: Int
  ) {
    let start = unsafe row + columns.lowerBound
    let maximum = Self.maximum(bitDepth)
    unsafe withUnsafeTemporaryAllocation(of: guise_blend_weights.self, capacity: 2) { weights in
      unsafe weights.initializeElement(at: 0, to: Self.kernelWeights(first))
      unsafe weights.initializeElement(at: 1, to: Self.kernelWeights(second))
      if bitDepth > 8 {
        unsafe guise_blend_pair_u16(
          samples.assumingMemoryBound(to: UInt16.self), start, stride, columns.count,
          weights.baseAddress, maximum)
      } else {
        unsafe guise_blend_pair_u8(
          samples.assumingMemoryBound(to: UInt8.self), start, stride, columns.count,
          weights.baseAddress, maximum)
      }
    }
  }

  /// Blends columns into interleaved R, G, B, or R, G, B, A.
  @unsafe func blendRGB(
    _ columns: Range<Int>, into samples: UnsafeMutableRawPointer, hasAlpha: Bool, bitDepth: Int
  ) {
    let start = unsafe row + columns.lowerBound
    let maximum = Self.maximum(bitDepth)
    let count = columns.count
    if bitDepth > 8 {
      let samples = unsafe samples.assumingMemoryBound(to: UInt16.self)
      if hasAlpha {
        unsafe guise_blend_rgba_u16(samples, start, stride, count, maximum)
      } else {
        unsafe guise_blend_rgb_u16(samples, start, stride, count, maximum)
      }
    } else {
      let samples = unsafe samples.assumingMemoryBound(to: UInt8.self)
      if hasAlpha {
        unsafe guise_blend_rgba_u8(samples, start, stride, count, maximum)
      } else {
        unsafe guise_blend_rgb_u8(samples, start, stride, count, maximum)
      }
    }
  }

  private static func kernelWeights(_ weights: ChannelWeights) -> guise_blend_weights {
    guise_blend_weights(
      red: weights.red, green: weights.green, blue: weights.blue, alpha: weights.alpha)
  }

  private static func maximum(_ bitDepth: Int) -> Float { Float((1 << bitDepth) - 1) }

  /// The columns of a row of RGBA bytes from the first to the last that is not transparent; nil where
  /// all are.
  @unsafe static func visibleColumns(_ pixels: UnsafePointer<UInt8>, count: Int) -> Range<Int>? {
    var first = 0
    let end = unsafe guise_blend_span(pixels, count, &first)
    return end > 0 ? first..<end : nil
  }
}
