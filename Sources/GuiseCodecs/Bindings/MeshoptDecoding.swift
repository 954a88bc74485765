private import CMeshopt
import Foundation
import GuiseCore

/// Calls of meshoptimizer's decoders.
enum MeshoptDecoding {
  /// - Returns: `count * stride` bytes.
  static func decode(
    _ data: Data, count: Int, stride: Int, mode: MeshoptMode, filter: MeshoptFilter
  ) throws(CodecError) -> Data {
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
      }
    }
    return elements
  }
}
