import Foundation
import GuiseCore

/// Unpacks compressed geometry with Draco and meshoptimizer. Both take hostile data; what they give
/// back is checked for what they don't promise.
///
///     let document = try GLTFDocument.read(data, name: "cat.glb", decompressor: MeshDecompressor())
public struct MeshDecompressor: MeshDecompressing {
  public init() {}

  /// - Throws: ``CodecError``: `.damaged`, `.tooLarge`.
  public func decodeDraco(
    _ data: Data, attributes: [Int: DracoAttributeRequest], byteLimit: Int
  ) throws -> DracoMesh {
    // A face takes twelve bytes of indices, a point takes no less in positions.
    let decoded = try DracoDecoding(data, elementLimit: max(byteLimit, 0) / 12)
    let bytesPerVertex = attributes.values.reduce(0) {
      $0 + $1.componentType.byteCount * $1.componentCount
    }
    guard decoded.vertexCount * bytesPerVertex + decoded.faceCount * 12 <= byteLimit else {
      throw CodecError(
        .tooLarge,
        "Draco: \(decoded.vertexCount) vertices and \(decoded.faceCount) triangles are "
          + "more than \(byteLimit) bytes")
    }
    var values: [Int: Data] = [:]
    for (id, request) in attributes { values[id] = try decoded.attribute(id, as: request) }
    return DracoMesh(
      vertexCount: decoded.vertexCount, indices: decoded.indices, attributes: values)
  }

  /// - Throws: ``CodecError``: `.damaged`.
  public func decodeMeshopt(
    _ data: Data, count: Int, stride: Int, mode: MeshoptMode, filter: MeshoptFilter
  ) throws -> Data {
    precondition(mode.isValid(count: count, stride: stride))
    precondition(filter.isValid(mode: mode, stride: stride))
    return try MeshoptDecoding.decode(
      data, count: count, stride: stride, mode: mode, filter: filter)
  }
}
