import Foundation
import GuiseCore
import GuiseScene

extension ModelReader {
  mutating func readNodes() throws(GLTFError) {
    let objects = try root.objects("nodes")
    for object in objects { contents.nodes.append(try readNode(object)) }
    try checkHierarchy(objects)
  }

  private mutating func readNode(_ object: GLTFObject) throws(GLTFError) -> Model.Node {
    let children = try object.references("children", count: counts.nodes, to: "nodes")
    var node = Model.Node(
      name: try name(of: object), children: children.map { ModelIndex($0) },
      transform: try readTransform(object))
    let mesh = try object.reference("mesh", count: counts.meshes, to: "meshes")
    node.mesh = mesh.map { ModelIndex($0) }
    node.camera = try object.reference("camera", count: counts.cameras, to: "cameras")
      .map { ModelIndex($0) }
    node.skin = try object.reference("skin", count: counts.skins, to: "skins")
      .map { ModelIndex($0) }
    if node.skin != nil, mesh == nil {
      warnings.add("the skin has no mesh and is left out", at: object.path.key("skin"))
      node.skin = nil
    }
    if let light = try object.extension("KHR_lights_punctual") {
      node.light = ModelIndex(
        try light.requiredReference("light", count: counts.lights, to: "lights"))
    }
    if let weights = try object.numbers("weights") {
      let count = mesh.map { contents.meshes[$0].morphWeights.count } ?? 0
      if weights.count == count {
        node.morphWeights = weights
      } else {
        throw object.path.key("weights").error(
          .invalidField,
          "expected a weight for each of \(count) morph targets, "
            + "found \(weights.count)")
      }
    }
    node.instances = try readInstances(object)
    return node
  }

  private func readTransform(_ object: GLTFObject) throws(GLTFError) -> Model.LocalTransform {
    let parts = Model.TransformParts(
      translation: try object.vector3("translation") ?? .zero,
      rotation: try readRotation(object), scale: try object.vector3("scale") ?? SIMD3(repeating: 1))
    guard let m = try object.numbers("matrix", count: 16) else { return .parts(parts) }
    if ["translation", "rotation", "scale"].contains(where: { object.has($0) }) {
      throw object.path.key("matrix").error(
        .invalidField, "expected a matrix or translation, rotation and scale, found both")
    }
    let matrix = Transform(
      SIMD4(m[0], m[1], m[2], m[3]), SIMD4(m[4], m[5], m[6], m[7]),
      SIMD4(m[8], m[9], m[10], m[11]), SIMD4(m[12], m[13], m[14], m[15]))
    guard m[3] == 0, m[7] == 0, m[11] == 0, m[15] == 1 else {
      throw object.path.key("matrix").error(
        .invalidField, "expected an affine matrix (its last row 0, 0, 0, 1), found another")
    }
    return .matrix(matrix)
  }

  /// Made unit length where it is only about that.
  private func readRotation(_ object: GLTFObject) throws(GLTFError) -> SIMD4<Float> {
    guard let rotation = try object.vector4("rotation", in: -1...1) else {
      return SIMD4(0, 0, 0, 1)
    }
    let length = (rotation * rotation).sum().squareRoot()
    guard (0.9...1.1).contains(length) else {
      throw object.path.key("rotation").error(
        .invalidField, "expected a unit quaternion, found one of length \(length)")
    }
    return rotation / length
  }

  /// EXT_mesh_gpu_instancing.
  private mutating func readInstances(
    _ object: GLTFObject
  ) throws(GLTFError) -> [Model.LocalTransform]? {
    guard let attributes = try object.extension("EXT_mesh_gpu_instancing")?.object("attributes")
    else { return nil }
    var count: Int?
    func place(_ key: String) throws(GLTFError) -> (index: Int, path: GLTFPath)? {
      guard let index = try attributes.reference(key, count: counts.accessors, to: "accessors")
      else { return nil }
      let path = attributes.path.key(key)
      let accessor = accessors.accessors[index]
      let shape: AccessorFormat.Shape = key == "ROTATION" ? .vector4 : .vector3
      guard accessor.format.shape == shape, accessor.format.component != .uint32 else {
        throw path.error(
          .invalidAccessor, "expected \(shape.rawValue), found \(accessor.format.description)")
      }
      guard count == nil || count == accessor.count else {
        throw path.error(
          .invalidAccessor, "expected \(count ?? 0) elements, found \(accessor.count)")
      }
      count = accessor.count
      return (index, path)
    }
    let translations = try place("TRANSLATION")
    let rotations = try place("ROTATION")
    let scales = try place("SCALE")
    guard let count else { return nil }
    try accessors.budget.charge(
      count, of: MemoryLayout<Model.LocalTransform>.stride, at: attributes.path)
    var parts = [Model.TransformParts](repeating: .init(), count: count)
    if let (index, path) = translations {
      let values = try accessors.floats(index, as: SIMD3<Float>.self, at: path)
      for (place, value) in values.enumerated() { parts[place].translation = value }
    }
    if let (index, path) = rotations {
      let values = try accessors.floats(index, as: SIMD4<Float>.self, at: path)
      for (place, value) in values.enumerated() {
        let length = (value * value).sum().squareRoot()
        if length > 0 { parts[place].rotation = value / length }
      }
    }
    if let (index, path) = scales {
      let values = try accessors.floats(index, as: SIMD3<Float>.self, at: path)
      for (place, value) in values.enumerated() { parts[place].scale = value }
    }
    return parts.map { .parts($0) }
  }

  /// Nodes must form trees.
  private func checkHierarchy(_ objects: [GLTFObject]) throws(GLTFError) {
    var parents = [Int?](repeating: nil, count: contents.nodes.count)
    for (index, node) in contents.nodes.enumerated() {
      for (place, child) in node.children.enumerated() {
        if let other = parents[child.rawValue] {
          throw objects[index].path.key("children").index(place).error(
            .invalidHierarchy,
            "expected one parent for nodes[\(child.rawValue)], found nodes[\(other)] and this")
        }
        parents[child.rawValue] = index
      }
    }
    var reached = parents.indices.filter { parents[$0] == nil }
    var next = 0
    while next < reached.count {
      reached += contents.nodes[reached[next]].children.map(\.rawValue)
      next += 1
    }
    guard reached.count < contents.nodes.count else { return }
    let inTrees = Set(reached)
    let lost = parents.indices.first { !inTrees.contains($0) } ?? 0
    throw objects[lost].path.error(.invalidHierarchy, "the node is its own ancestor")
  }

  mutating func readScenes() throws(GLTFError) {
    for object in try root.objects("scenes") {
      let roots = try object.references("nodes", count: counts.nodes, to: "nodes")
      var seen: Set<Int> = []
      for (place, index) in roots.enumerated() {
        guard seen.insert(index).inserted else {
          throw object.path.key("nodes").index(place).error(
            .invalidHierarchy, "expected each node once, found nodes[\(index)] again")
        }
      }
      contents.scenes.append(
        Model.Scene(name: try name(of: object), roots: roots.map { ModelIndex($0) }))
    }
    contents.defaultScene = try root.reference("scene", count: counts.scenes, to: "scenes")
      .map { ModelIndex($0) }
    try checkSceneRoots()
  }

  private func checkSceneRoots() throws(GLTFError) {
    var hasParent = [Bool](repeating: false, count: contents.nodes.count)
    for node in contents.nodes { for child in node.children { hasParent[child.rawValue] = true } }
    for (index, scene) in contents.scenes.enumerated() {
      for (place, node) in scene.roots.enumerated() where hasParent[node.rawValue] {
        throw GLTFPath.root.key("scenes").index(index).key("nodes").index(place).error(
          .invalidHierarchy, "expected a root, found nodes[\(node.rawValue)], which has a parent")
      }
    }
  }

  // MARK: Skins

  mutating func readSkins() throws(GLTFError) {
    for object in try root.objects("skins") {
      let joints = try object.references("joints", count: counts.nodes, to: "nodes")
      guard !joints.isEmpty else { throw object.missing("joints") }
      let skeleton = try object.reference("skeleton", count: counts.nodes, to: "nodes")
      contents.skins.append(
        Model.Skin(
          name: try name(of: object), joints: joints.map { ModelIndex($0) },
          inverseBindMatrices: try readBindMatrices(object, count: joints.count),
          skeleton: skeleton.map { ModelIndex($0) }))
    }
    for (index, node) in contents.nodes.enumerated() {
      guard let skin = node.skin, let mesh = node.mesh else { continue }
      let path = GLTFPath.root.key("nodes").index(index).key("skin")
      let count = contents.skins[skin.rawValue].joints.count
      let needed = jointCounts[mesh.rawValue]
      guard needed <= count else {
        throw path.error(
          .invalidData, "the mesh's vertices name joint \(needed - 1), the skin has \(count)")
      }
      if needed == 0 {
        warnings.add("the mesh has no joints: the skin is without effect", at: path)
        contents.nodes[index].skin = nil
      }
    }
  }

  private mutating func readBindMatrices(
    _ object: GLTFObject, count: Int
  ) throws(GLTFError) -> [Transform] {
    let key = "inverseBindMatrices"
    guard let index = try object.reference(key, count: counts.accessors, to: "accessors") else {
      return [Transform](repeating: .identity, count: count)
    }
    let path = object.path.key(key)
    let accessor = accessors.accessors[index]
    guard accessor.format == AccessorFormat(shape: .matrix4, component: .float),
      accessor.count >= count
    else {
      throw path.error(
        .invalidAccessor,
        "expected at least \(count) MAT4 of float, found \(accessor.count) "
          + accessor.format.description)
    }
    let matrices = try accessors.floats(index, as: Transform.self, at: path)
    return matrices.count == count ? matrices : Array(matrices.prefix(count))
  }
}
