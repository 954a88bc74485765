private import CMeshopt
import Foundation
import GuiseCore

/// Calls of meshoptimizer's decoders.
enum MeshoptDecoding {
  /// - Returns: `count * stride` bytes.
  static func decode(
    _ data: Data, count: Int, stride: Int, mode: MeshoptMode, filter: MeshoptFilter
  ) throws(CodecError) -> Data {
    // The header's low bits are the version; the library knows 0 (and 1 of index sequences).
    if mode == .attributes, let header = data.first, header & 0xF0 == 0xA0, header != 0xA0 {
      throw CodecError(
        .unsupported, "meshopt: the vertices are packed in version \(header & 0x0F), 0 is known")
    }
    var elements = Data(count: count * stride)
    let status = unsafe elements.withUnsafeMutableBytes { destination in
      unsafe data.withUnsafeBytes { source in
        let bytes = unsafe source.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let base = destination.baseAddress
        switch mode {
        case .attributes:
          return unsafe meshopt_decodeVertexBuffer(base, count, stride, bytes, source.count)
        case .triangles:
          return unsafe meshopt_decodeIndexBuffer(base, count, stride, bytes, source.count)
        case .indices:
          return unsafe meshopt_decodeIndexSequence(base, count, stride, bytes, source.count)
        }
      }
    }
    guard status == 0 else {
      throw CodecError(.damaged, "meshopt: the data is broken (status \(status))")
    }
    unsafe elements.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      switch filter {
      case .none: break
      case .octahedral: unsafe meshopt_decodeFilterOct(base, count, stride)
      case .quaternion: unsafe meshopt_decodeFilterQuat(base, count, stride)
      case .exponential: unsafe meshopt_decodeFilterExp(base, count, stride)
      case .color where stride == 4: unsafe decodeColors(bytes, UInt8.self, Int8.self)
      case .color: unsafe decodeColors(bytes, UInt16.self, Int16.self)
      }
    }
    return elements
  }

  /// KHR_meshopt_compression, "Filter 4: color", which this release of the library lacks: YCoCg with a
  /// scale in the alpha's highest bit, to RGBA.
  private static func decodeColors<Part: FixedWidthInteger, Signed: FixedWidthInteger>(
    _ bytes: UnsafeMutableRawBufferPointer, _ part: Part.Type, _ signed: Signed.Type
  ) {
    let parts = unsafe bytes.bindMemory(to: part)
    let maximum = Float(Part.max)
    for base in stride(from: 0, to: parts.count - 3, by: 4) {
      let luma = Int(unsafe parts[base])
      let orange = Int(Signed(truncatingIfNeeded: unsafe parts[base + 1]))
      let green = Int(Signed(truncatingIfNeeded: unsafe parts[base + 2]))
      let alpha = Int(unsafe parts[base + 3])
      // All bits below the alpha's highest.
      var scale = alpha
      for shift in [1, 2, 4, 8] { scale |= scale >> shift }
      let wideAlpha = ((alpha << 1) & scale) | (alpha & 1)
      let factor = scale == 0 ? 0 : maximum / Float(scale)
      let color = [luma + orange - green, luma + green, luma - orange - green, wideAlpha]
      for (channel, value) in color.enumerated() {
        unsafe parts[base + channel] = Part(
          max(0, min(maximum, (Float(value) * factor).rounded(.toNearestOrAwayFromZero))))
      }
    }
  }
}
