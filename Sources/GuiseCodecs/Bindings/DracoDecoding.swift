private import CDraco
import Foundation
import GuiseCore

/// A mesh that Draco unpacked.
@safe struct DracoDecoding: ~Copyable {
  private let mesh: OpaquePointer
  let vertexCount: Int
  let faceCount: Int

  /// - Parameter elementLimit: refuses more faces or vertices, judged by the header where it says so.
  init(_ data: Data, elementLimit: Int) throws(CodecError) {
    var message = [CChar](repeating: 0, count: 256)
    let mesh = unsafe data.withUnsafeBytes { bytes in
      unsafe guise_draco_decode(
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, UInt64(elementLimit),
        &message, message.count)
    }
    guard let mesh = unsafe mesh else {
      let text = String(
        decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw CodecError(.damaged, "Draco: \(text)")
    }
    unsafe self.mesh = mesh
    vertexCount = Int(unsafe guise_draco_point_count(mesh))
    faceCount = Int(unsafe guise_draco_face_count(mesh))
  }

  deinit { unsafe guise_draco_free(mesh) }

  /// Three for each face, each below the vertex count.
  var indices: [UInt32] {
    var indices = [UInt32](repeating: 0, count: 3 * faceCount)
    unsafe guise_draco_copy_indices(mesh, &indices)
    return indices
  }

  /// The values of all vertices, packed tightly.
  func attribute(_ id: Int, as request: DracoAttributeRequest) throws(CodecError) -> Data {
    let type =
      switch request.componentType {
      case .int8: GUISE_DRACO_INT8
      case .uint8: GUISE_DRACO_UINT8
      case .int16: GUISE_DRACO_INT16
      case .uint16: GUISE_DRACO_UINT16
      case .uint32: GUISE_DRACO_UINT32
      case .float32: GUISE_DRACO_FLOAT32
      }
    let byteCount = vertexCount * request.componentType.byteCount * request.componentCount
    var data = Data(count: byteCount)
    let isThere = unsafe data.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      return unsafe guise_draco_copy_attribute(
        mesh, UInt32(truncatingIfNeeded: id), type, Int32(request.componentCount), base)
    }
    guard isThere else {
      throw CodecError(.damaged, "Draco: there is no attribute \(id) of the asked for type")
    }
    return data
  }
}
