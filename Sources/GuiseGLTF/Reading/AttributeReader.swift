import GuiseCore
import GuiseScene

/// The vertex attributes of one primitive.
struct AttributeReader {
  let object: GLTFObject
  let vertexCount: Int
  let isQuantized: Bool

  /// `TEXCOORD_1` as `TEXCOORD` and 1; the set is nil where there is none.
  static func parts(of name: String) -> (semantic: String, set: Int?) {
    guard !name.hasPrefix("_"), let underscore = name.lastIndex(of: "_"),
      let set = Int(name[name.index(after: underscore)...]), set >= 0
    else { return (name, nil) }
    return (String(name[..<underscore]), set)
  }

  /// All attributes that have a meaning: their formats and counts.
  func check(_ table: AccessorTable, warnings: inout WarningList) throws(GLTFError) {
    for member in object.members {
      let path = object.path.key(member.key)
      let index = try GLTFObject.reference(
        member.value, at: path, count: table.accessors.count, to: "accessors")
      let accessor = try table.accessor(index, ofVertices: vertexCount, at: path)
      guard
        let formats = AttributeFormats(
          Self.parts(of: member.key).semantic, isQuantized: isQuantized)
      else {
        if !member.key.hasPrefix("_") {
          warnings.add("an attribute of unknown meaning is left out", at: path)
        }
        continue
      }
      guard formats.allow(accessor.format) else {
        throw path.error(
          .invalidAccessor,
          "expected \(formats.description), found \(accessor.format.description)")
      }
    }
    guard sets("JOINTS").count == sets("WEIGHTS").count else {
      throw object.path.error(
        .invalidField,
        "expected as many sets of JOINTS as of WEIGHTS, found "
          + "\(sets("JOINTS").count) and \(sets("WEIGHTS").count)")
    }
  }

  /// The accessor of an attribute whose reference was checked.
  private func accessor(_ key: String) -> (index: Int, path: GLTFPath)? {
    object.value(key)?.integer.map { ($0, object.path.key(key)) }
  }

  /// Those of set 0, 1, … up to the first that is not there.
  private func sets(_ semantic: String) -> [(index: Int, path: GLTFPath)] {
    var sets: [(index: Int, path: GLTFPath)] = []
    while let set = accessor("\(semantic)_\(sets.count)") { sets.append(set) }
    return sets
  }

  func positions(_ table: inout AccessorTable) throws(GLTFError) -> [SIMD3<Float>] {
    guard let (index, path) = accessor("POSITION") else { return [] }
    return try table.floats(index, as: SIMD3<Float>.self, at: path)
  }

  func normals(_ table: inout AccessorTable) throws(GLTFError) -> [SIMD3<Float>] {
    guard let (index, path) = accessor("NORMAL") else { return [] }
    var normals = try table.floats(index, as: SIMD3<Float>.self, at: path)
    try table.budget.charge(normals.count, of: 4, at: path)
    // Quantised ones are only about unit length; some writers leave zeros.
    guard normals.contains(where: { abs(($0 * $0).sum() - 1) > 0.001 }) else { return normals }
    try table.budget.charge(normals.count, of: 16, at: path)
    for vertex in normals.indices {
      normals[vertex] = FlatNormals.unit(normals[vertex]) ?? SIMD3(0, 0, 1)
    }
    return normals
  }

  func tangents(_ table: inout AccessorTable) throws(GLTFError) -> [SIMD4<Float>] {
    guard let (index, path) = accessor("TANGENT") else { return [] }
    var tangents = try table.floats(index, as: SIMD4<Float>.self, at: path)
    try table.budget.charge(tangents.count, of: 16, at: path)
    for vertex in tangents.indices {
      let tangent = tangents[vertex]
      let direction =
        FlatNormals.unit(SIMD3(tangent.x, tangent.y, tangent.z)) ?? SIMD3(1, 0, 0)
      tangents[vertex] = SIMD4(direction, tangent.w < 0 ? -1 : 1)
    }
    return tangents
  }

  /// Without alpha in the file, it is 1.
  func colors(_ table: inout AccessorTable) throws(GLTFError) -> [SIMD4<Float>] {
    guard let (index, path) = accessor("COLOR_0") else { return [] }
    var colors: [SIMD4<Float>]
    if table.accessors[index].format.shape == .vector4 {
      colors = try table.floats(index, as: SIMD4<Float>.self, at: path)
    } else {
      let opaque = try table.floats(index, as: SIMD3<Float>.self, at: path)
      try table.budget.charge(opaque.count, of: 16, at: path)
      colors = opaque.map { SIMD4($0, 1) }
    }
    guard colors.contains(where: { any($0 .< 0) || any($0 .> 1) }) else { return colors }
    for vertex in colors.indices {
      colors[vertex].clamp(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
    }
    return colors
  }

  func textureCoordinates(
    _ table: inout AccessorTable
  ) throws(GLTFError) -> [[SIMD2<Float>]] {
    var all: [[SIMD2<Float>]] = []
    for (index, path) in sets("TEXCOORD") {
      all.append(try table.floats(index, as: SIMD2<Float>.self, at: path))
    }
    return all
  }

  /// All sets, their weights made to sum to 1, and one more than the highest joint that has weight.
  func influences(
    _ table: inout AccessorTable
  ) throws(GLTFError) -> ([Model.JointInfluences], jointCount: Int) {
    var joints: [[SIMD4<UInt16>]] = []
    var weights: [[SIMD4<Float>]] = []
    var sums = [Float](repeating: 0, count: sets("WEIGHTS").isEmpty ? 0 : vertexCount)
    for ((jointIndex, jointPath), (weightIndex, weightPath)) in zip(sets("JOINTS"), sets("WEIGHTS"))
    {
      let values = try table.floats(weightIndex, as: SIMD4<Float>.self, at: weightPath)
      try table.budget.charge(values.count, of: 28, at: weightPath)
      for (vertex, value) in values.enumerated() {
        guard all(value .>= 0) else {
          throw weightPath.error(
            .invalidData, "expected weights of at least 0, found another in element \(vertex)")
        }
        sums[vertex] += value.sum()
      }
      weights.append(values)
      joints.append(try table.integers(jointIndex, as: SIMD4<UInt16>.self, at: jointPath))
    }
    var highest = -1
    for set in weights.indices {
      for vertex in 0..<vertexCount {
        let sum = sums[vertex]
        if sum == 0 {
          // A vertex that nothing holds goes with its first joint.
          if set == 0 { weights[0][vertex] = SIMD4(1, 0, 0, 0) }
        } else if abs(sum - 1) > 1e-6, sum.isFinite {
          weights[set][vertex] /= sum
        }
        // So that a joint without weight can't be one that the skin lacks.
        for lane in 0..<4 where weights[set][vertex][lane] == 0 { joints[set][vertex][lane] = 0 }
        highest = max(highest, Int(joints[set][vertex].max()))
      }
    }
    return (
      zip(joints, weights).map { Model.JointInfluences(joints: $0, weights: $1) }, highest + 1
    )
  }
}
