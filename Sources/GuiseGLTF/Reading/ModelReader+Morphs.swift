import Foundation
import GuiseCore
import GuiseScene

extension ModelReader {
  func readTargetAttribute(
    _ target: GLTFObject, _ key: String, vertexCount: Int
  ) throws(GLTFError) -> (index: Int, path: GLTFPath)? {
    guard let index = try target.reference(key, count: counts.accessors, to: "accessors") else {
      return nil
    }
    let path = target.path.key(key)
    let accessor = try accessors.accessor(index, ofVertices: vertexCount, at: path)
    guard
      let formats = AttributeFormats(
        AttributeReader.parts(of: key).semantic,
        isQuantized: extensions.uses("KHR_mesh_quantization"), isMorphTarget: true),
      formats.allow(accessor.format)
    else {
      throw path.error(
        .invalidAccessor,
        "expected a morph target's \(key), found \(accessor.format.description)")
    }
    return (index, path)
  }

  /// A change to what the primitive does not have is left out.
  mutating func readMorphTargets(
    _ object: GLTFObject, into primitive: inout Model.Primitive
  ) throws(GLTFError) {
    for target in try object.objects("targets") {
      primitive.morphTargets.append(try readMorphTarget(target, of: primitive))
    }
  }

  private mutating func readMorphTarget(
    _ target: GLTFObject, of primitive: Model.Primitive
  ) throws(GLTFError) -> Model.MorphTarget {
    let count = primitive.vertexCount
    try target.requireFewMembers()
    var morph = Model.MorphTarget()
    for member in target.members {
      let (semantic, set) = AttributeReader.parts(of: member.key)
      guard ["POSITION", "NORMAL", "TANGENT", "TEXCOORD", "COLOR"].contains(semantic) else {
        if !member.key.hasPrefix("_") {
          warnings.add(
            "an attribute of unknown meaning is left out", at: target.path.key(member.key))
        }
        continue
      }
      guard let (index, path) = try readTargetAttribute(target, member.key, vertexCount: count)
      else { continue }
      let hasBase =
        switch semantic {
        case "POSITION": set == nil
        case "NORMAL": !primitive.normals.isEmpty
        case "TANGENT": !primitive.tangents.isEmpty
        case "TEXCOORD": primitive.textureCoordinates.indices.contains(set ?? -1)
        default: set == 0 && !primitive.colors.isEmpty
        }
      guard hasBase else {
        warnings.add("the primitive has no such attribute: the change is left out", at: path)
        continue
      }
      switch semantic {
      case "POSITION": morph.positions = try accessors.deltas(index, as: SIMD3.self, at: path)
      case "NORMAL": morph.normals = try accessors.deltas(index, as: SIMD3.self, at: path)
      case "TANGENT": morph.tangents = try accessors.deltas(index, as: SIMD3.self, at: path)
      case "TEXCOORD":
        while morph.textureCoordinates.count <= set ?? 0 {
          morph.textureCoordinates.append(.init())
        }
        morph.textureCoordinates[set ?? 0] = try accessors.deltas(index, as: SIMD2.self, at: path)
      default: morph.colors = try readColorDeltas(index, at: path)
      }
    }
    return morph
  }

  private mutating func readColorDeltas(
    _ index: Int, at path: GLTFPath
  ) throws(GLTFError) -> Model.MorphDeltas<SIMD4<Float>> {
    guard accessors.accessors[index].format.shape == .vector3 else {
      return try accessors.deltas(index, as: SIMD4.self, at: path)
    }
    let deltas = try accessors.deltas(index, as: SIMD3.self, at: path)
    try accessors.budget.charge(deltas.vertices.count, of: 16, at: path)
    return Model.MorphDeltas(vertices: deltas.vertices, values: deltas.values.map { SIMD4($0, 0) })
  }
}
