import Foundation
import GuiseCore

extension ModelReader {
  /// Unpacks a primitive's Draco data (KHR_draco_mesh_compression) into what its accessors then read.
  ///
  /// - Returns: false where the primitive has none.
  mutating func unpackDraco(
    _ object: GLTFObject, indices indexAccessor: Int?
  ) throws(GLTFError) -> Bool {
    guard let decompressor, let packed = try object.extension("KHR_draco_mesh_compression") else {
      return false
    }
    let view = try packed.requiredReference(
      "bufferView", count: counts.bufferViews, to: "bufferViews")
    guard let ids = try packed.object("attributes") else { throw packed.missing("attributes") }
    guard let attributes = try object.object("attributes") else { return false }

    try ids.requireFewMembers()
    var requests: [Int: DracoAttributeRequest] = [:]
    var targets: [Int: Int] = [:]
    var vertexCount: Int?
    for member in ids.members {
      let id = try ids.requiredInteger(member.key)
      let accessorIndex = try attributes.requiredReference(
        member.key, count: counts.accessors, to: "accessors")
      let accessor = accessors.accessors[accessorIndex]
      guard vertexCount == nil || vertexCount == accessor.count, targets[id] == nil else {
        throw ids.path.key(member.key).error(
          .invalidAccessor, "expected an id and a count of its own for each attribute")
      }
      vertexCount = accessor.count
      requests[id] = try request(accessor.format, at: attributes.path.key(member.key))
      targets[id] = accessorIndex
    }
    guard let vertexCount else { throw packed.missing("attributes") }
    guard let indexAccessor else { throw object.missing("indices") }
    if targets.values.allSatisfy({ accessors.unpacked[$0] != nil }),
      accessors.unpacked[indexAccessor] != nil
    {
      return true
    }
    let byteCount = requests.values.reduce(0) {
      $0 + $1.componentType.byteCount * $1.componentCount
    }
    try accessors.budget.charge(vertexCount, of: byteCount, at: packed.path)
    let indexCount = accessors.accessors[indexAccessor].count
    try accessors.budget.charge(indexCount, of: 4, at: packed.path)

    let data = try accessors.buffers.bytes(ofView: view)
    let mesh: DracoMesh
    do {
      mesh = try decompressor.decodeDraco(
        data, attributes: requests, byteLimit: accessors.budget.remaining)
    } catch {
      throw packed.path.error(.invalidCompression, "\(error)")
    }
    guard mesh.vertexCount == vertexCount, mesh.indices.count == indexCount
    else {
      throw packed.path.error(
        .invalidCompression,
        "expected \(vertexCount) vertices and \(indexCount) indices as the accessors say, found "
          + "\(mesh.vertexCount) and \(mesh.indices.count)")
    }
    for (id, target) in targets {
      let size = accessors.accessors[target].format.byteCount * vertexCount
      guard let bytes = mesh.attributes[id], bytes.count == size else {
        throw packed.path.key("attributes").error(
          .invalidCompression, "expected \(size) bytes of attribute \(id), found others")
      }
      accessors.unpacked[target] = bytes
    }
    accessors.unpacked[indexAccessor] = Self.pack(
      mesh.indices, accessors.accessors[indexAccessor].format.component)
    return true
  }

  private func request(
    _ format: AccessorFormat, at path: GLTFPath
  ) throws(GLTFError) -> DracoAttributeRequest {
    let (columns, rows) = format.shape.size
    guard columns == 1 else {
      throw path.error(.invalidAccessor, "expected a scalar or vector, found \(format.description)")
    }
    let type: DracoAttributeRequest.ComponentType =
      switch format.component {
      case .int8: .int8
      case .uint8: .uint8
      case .int16: .int16
      case .uint16: .uint16
      case .uint32: .uint32
      case .float: .float32
      }
    return DracoAttributeRequest(componentType: type, componentCount: rows)
  }

  /// Indices as the accessor's component type has them.
  private static func pack(_ indices: [UInt32], _ component: AccessorFormat.Component) -> Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(indices.count * component.byteCount)
    for index in indices {
      for byte in 0..<component.byteCount {
        bytes.append(UInt8(truncatingIfNeeded: index >> (8 * UInt32(byte))))
      }
    }
    return Data(bytes)
  }
}
