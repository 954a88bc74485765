import Foundation
import GuiseCore
import GuiseScene

extension ModelReader {
  mutating func readVariants() throws(GLTFError) {
    for object in try root.extension("KHR_materials_variants")?.objects("variants") ?? [] {
      guard let name = try object.string("name") else { throw object.missing("name") }
      contents.variants.append(Model.Variant(name: name))
    }
  }

  mutating func readMeshes() throws(GLTFError) {
    for object in try root.objects("meshes") {
      let objects = try object.objects("primitives")
      guard !objects.isEmpty else { throw object.missing("primitives") }
      var primitives: [Model.Primitive] = []
      var jointCount = 0
      var targetCount: Int?
      for object in objects {
        guard let (primitive, joints) = try readPrimitive(object) else { continue }
        if let targetCount, targetCount != primitive.morphTargets.count {
          throw object.path.key("targets").error(
            .invalidField,
            "expected \(targetCount) morph targets as in the mesh's first primitive, "
              + "found \(primitive.morphTargets.count)")
        }
        targetCount = primitive.morphTargets.count
        jointCount = max(jointCount, joints)
        primitives.append(primitive)
      }
      jointCounts.append(jointCount)
      let count = targetCount ?? 0
      let weights = try object.numbers("weights")
      if let weights, weights.count != count {
        throw object.path.key("weights").error(
          .invalidField,
          "expected a weight for each of \(count) morph targets, "
            + "found \(weights.count)")
      }
      contents.meshes.append(
        Model.Mesh(
          name: try name(of: object), primitives: primitives,
          morphTargetNames: try morphTargetNames(object, objects, count: count),
          morphWeights: weights ?? [Float](repeating: 0, count: count)))
    }
  }

  /// From the mesh's extras, else from a primitive's, else what its accessors are called.
  private mutating func morphTargetNames(
    _ mesh: GLTFObject, _ primitives: [GLTFObject], count: Int
  ) throws(GLTFError) -> [String] {
    guard count > 0 else { return [] }
    var names = [String](repeating: "", count: count)
    for object in [mesh] + primitives {
      guard let list = object.extras?.value("targetNames")?.array else { continue }
      if list.count != count {
        warnings.add(
          "\(list.count) names for \(count) morph targets",
          at: object.path.key("extras").key("targetNames"))
      }
      for (index, value) in list.prefix(count).enumerated() { names[index] = value.string ?? "" }
      return names
    }
    let targets = try primitives.first?.objects("targets") ?? []
    let accessors = try root.array("accessors")
    for (index, target) in targets.prefix(count).enumerated() {
      if let accessor = target.value("POSITION")?.integer, accessors.indices.contains(accessor) {
        names[index] = accessors[accessor]["name"]?.string ?? ""
      }
    }
    return names
  }

  /// - Returns: nil for a primitive without positions, and one more than the highest joint that moves a
  ///   vertex.
  private mutating func readPrimitive(
    _ object: GLTFObject
  ) throws(GLTFError) -> (Model.Primitive, jointCount: Int)? {
    guard let attributes = try object.object("attributes") else {
      throw object.missing("attributes")
    }
    try attributes.requireFewMembers()
    let modeNumber = try object.integer("mode", in: 0...6) ?? 4
    let mode = PrimitiveMode(rawValue: modeNumber) ?? .triangles
    guard
      let positionIndex = try attributes.reference(
        "POSITION", count: counts.accessors, to: "accessors")
    else {
      warnings.add("a primitive without POSITION is left out", at: object.path)
      return nil
    }
    let vertexCount = accessors.accessors[positionIndex].count
    let indexAccessor = try object.reference("indices", count: counts.accessors, to: "accessors")
    let isUnpacked = try unpackDraco(object, indices: indexAccessor)

    let attributeReader = AttributeReader(
      object: attributes, vertexCount: vertexCount,
      isQuantized: extensions.uses("KHR_mesh_quantization"))
    // Formats and counts first: they cost nothing.
    try attributeReader.check(accessors, warnings: &warnings)
    let indices = try readIndices(
      object, indexAccessor, mode: isUnpacked ? .triangles : mode, vertexCount: vertexCount)

    // For the box around them.
    try accessors.budget.charge(indices.count, of: 4, at: object.path)
    var primitive = Model.Primitive(
      topology: mode.topology, indices: indices,
      positions: try attributeReader.positions(&accessors), shading: .none)
    primitive.normals = try attributeReader.normals(&accessors)
    primitive.tangents = try attributeReader.tangents(&accessors)
    primitive.colors = try attributeReader.colors(&accessors)
    primitive.textureCoordinates = try attributeReader.textureCoordinates(&accessors)
    let (influences, jointCount) = try attributeReader.influences(&accessors)
    primitive.influences = influences
    primitive.material = try object.reference("material", count: counts.materials, to: "materials")
      .map { ModelIndex($0) }
    primitive.variantMaterials = try readVariantMaterials(object)
    warnAboutCoordinates(primitive, at: object.path)
    try readMorphTargets(object, into: &primitive)
    try completeGeometry(&primitive, at: object.path)
    return (primitive, jointCount)
  }

  private mutating func readIndices(
    _ object: GLTFObject, _ accessor: Int?, mode: PrimitiveMode, vertexCount: Int
  ) throws(GLTFError) -> [UInt32] {
    let path = object.path.key("indices")
    var indices: [UInt32]
    if let accessor {
      let format = accessors.accessors[accessor].format
      guard let formats = AttributeFormats("indices", isQuantized: false), formats.allow(format)
      else {
        throw path.error(
          .invalidAccessor,
          "expected SCALAR of uint8, uint16 or uint32, found \(format.description)")
      }
      indices = try accessors.integers(accessor, as: UInt32.self, at: path)
      try accessors.budget.charge(indices.count, of: 4, at: path)
      if let greatest = indices.max(), greatest >= vertexCount {
        let place = indices.firstIndex { $0 >= vertexCount } ?? 0
        throw path.error(
          .invalidData,
          "expected indices below the \(vertexCount) vertices, found \(indices[place]) "
            + "as number \(place)")
      }
    } else {
      try accessors.budget.charge(vertexCount, of: 4, at: path)
      indices = (0..<UInt32(truncatingIfNeeded: vertexCount)).map { $0 }
    }
    if !mode.isWhole(indices.count) {
      warnings.add(
        "\(indices.count) indices make no whole number of elements; the rest is left out",
        at: object.path)
    }
    try accessors.budget.charge(mode.listCount(indices.count), of: 4, at: path)
    indices = mode.list(indices)
    return indices
  }

  private func readVariantMaterials(
    _ object: GLTFObject
  ) throws(GLTFError) -> [ModelIndex<Model.Variant>: ModelIndex<Model.Material>] {
    guard let mappings = try object.extension("KHR_materials_variants")?.objects("mappings") else {
      return [:]
    }
    var materials: [ModelIndex<Model.Variant>: ModelIndex<Model.Material>] = [:]
    for mapping in mappings {
      let material = try mapping.requiredReference(
        "material", count: counts.materials, to: "materials")
      let variants = try mapping.references("variants", count: counts.variants, to: "variants")
      for (place, variant) in variants.enumerated() {
        guard materials.updateValue(ModelIndex(material), forKey: ModelIndex(variant)) == nil else {
          throw mapping.path.key("variants").index(place).error(
            .invalidField, "expected each variant once, found \(variant) again")
        }
      }
    }
    return materials
  }

  /// Real files have materials with textures on meshes without coordinates.
  private mutating func warnAboutCoordinates(_ primitive: Model.Primitive, at path: GLTFPath) {
    guard let material = primitive.material else { return }
    let highest = contents.materials[material.rawValue].highestCoordinateSet ?? -1
    if highest >= primitive.textureCoordinates.count {
      warnings.add(
        "the material's textures use TEXCOORD_\(highest), which is not there: taken for 0", at: path
      )
    }
  }

  /// Makes the normals and tangents that are missing and needed.
  private mutating func completeGeometry(
    _ primitive: inout Model.Primitive, at path: GLTFPath
  ) throws(GLTFError) {
    if !primitive.normals.isEmpty {
      primitive.shading = .authored
    } else {
      // Tangents without normals mean nothing.
      primitive.tangents = []
      for index in primitive.morphTargets.indices {
        primitive.morphTargets[index].normals = .init()
        primitive.morphTargets[index].tangents = .init()
      }
      guard primitive.topology == .triangles else { return }
      try accessors.budget.charge(primitive.indices.count, of: 48, at: path)
      let corners = FlatNormals.corners(primitive.indices, positions: primitive.positions)
      let split = try splitVertices(&primitive, corners: corners, at: path)
      primitive.normals = split.values.map { SIMD3($0.x, $0.y, $0.z) }
      primitive.shading = .flat
    }
    guard primitive.topology == .triangles, primitive.tangents.isEmpty,
      let set = tangentCoordinateSet(of: primitive), !primitive.indices.isEmpty
    else { return }
    guard set < primitive.textureCoordinates.count else { return }
    try accessors.budget.charge(primitive.indices.count, of: 96, at: path)
    try accessors.budget.charge(primitive.vertexCount, of: 96, at: path)
    let corners = TangentSpace.corners(
      of: primitive, coordinates: primitive.textureCoordinates[set])
    primitive.tangents = try splitVertices(&primitive, corners: corners, at: path).values
  }

  private func splitVertices(
    _ primitive: inout Model.Primitive, corners: [SIMD4<Float>], at path: GLTFPath
  ) throws(GLTFError) -> VertexSplit {
    let budget = accessors.budget
    let split = VertexSplit(
      primitive.indices, vertexCount: primitive.vertexCount, corners: corners)
    try budget.charge(split.sources.count, of: primitive.byteCountPerVertex + 32, at: path)
    for target in primitive.morphTargets {
      try budget.charge(split.count(target.positions), of: 20, at: path)
      try budget.charge(split.count(target.normals), of: 20, at: path)
      try budget.charge(split.count(target.tangents), of: 20, at: path)
      try budget.charge(split.count(target.colors), of: 20, at: path)
      for set in target.textureCoordinates {
        try budget.charge(split.count(set), of: 12, at: path)
      }
    }
    primitive.apply(split)
    return split
  }

  /// The coordinates that tangents follow: of the normal texture of any material the primitive may wear.
  private mutating func tangentCoordinateSet(of primitive: Model.Primitive) -> Int? {
    for index in [primitive.material].compactMap({ $0 })
      + primitive.variantMaterials.values.sorted()
    {
      let material = contents.materials[index.rawValue]
      let textures = [material.normalTexture, material.clearcoat?.normalTexture]
      if let texture = textures.compactMap({ $0 }).first { return texture.coordinateSet }
    }
    return nil
  }
}
