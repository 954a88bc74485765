import GuiseScene

/// Vertices that were shared by corners which differ, parted: each old vertex becomes as many new ones,
/// side by side, as its corners have different values.
struct VertexSplit {
  /// Of the new vertices, one for each corner.
  let indices: [UInt32]
  /// The value of each new vertex.
  let values: [SIMD4<Float>]
  /// The old vertex of each new one; ascending.
  let sources: [UInt32]
  /// The first new vertex of each old one, and the end: the others follow.
  private let firstCopies: [UInt32]

  /// Copies of one vertex among which an equal one is looked for, so that a fan of a million triangles
  /// does not take for ever.
  private static let searchLimit = 64

  /// - Parameters:
  ///   - indices: each below `vertexCount`.
  ///   - corners: a value for each of `indices`.
  init(_ indices: [UInt32], vertexCount: Int, corners: [SIMD4<Float>]) {
    let none = UInt32.max
    // The copies of each old vertex as a chain, the newest first, and each copy's place in it.
    var heads = [UInt32](repeating: none, count: vertexCount)
    var next: [UInt32] = []
    var places: [UInt32] = []
    var copyValues: [SIMD4<Float>] = []
    var copies: [UInt32] = []
    copies.reserveCapacity(indices.count)
    for (corner, index) in indices.enumerated() {
      let value = corners[corner]
      var copy = heads[Int(index)]
      var steps = 0
      while copy != none, copyValues[Int(copy)] != value {
        steps += 1
        copy = steps < Self.searchLimit ? next[Int(copy)] : none
      }
      if copy == none {
        copy = UInt32(truncatingIfNeeded: copyValues.count)
        let head = heads[Int(index)]
        next.append(head)
        places.append(head == none ? 0 : places[Int(head)] + 1)
        copyValues.append(value)
        heads[Int(index)] = copy
      }
      copies.append(copy)
    }

    var firstCopies: [UInt32] = [0]
    firstCopies.reserveCapacity(vertexCount + 1)
    var total: UInt32 = 0
    for head in heads {
      if head != none { total += places[Int(head)] + 1 }
      firstCopies.append(total)
    }
    var sources = [UInt32](repeating: 0, count: copyValues.count)
    var values = [SIMD4<Float>](repeating: .zero, count: copyValues.count)
    var newIndices: [UInt32] = []
    newIndices.reserveCapacity(indices.count)
    for (corner, index) in indices.enumerated() {
      let copy = Int(copies[corner])
      let new = firstCopies[Int(index)] + places[copy]
      sources[Int(new)] = index
      values[Int(new)] = copyValues[copy]
      newIndices.append(new)
    }
    self.indices = newIndices
    self.values = values
    self.sources = sources
    self.firstCopies = firstCopies
  }

  /// An array of the old vertices as one of the new.
  func apply<Element>(_ array: [Element]) -> [Element] {
    array.isEmpty ? [] : sources.map { array[Int($0)] }
  }

  /// How many changes `deltas` become.
  func count<Value>(_ deltas: Model.MorphDeltas<Value>) -> Int {
    deltas.vertices.reduce(0) { $0 + Int(firstCopies[Int($1) + 1] - firstCopies[Int($1)]) }
  }

  func apply<Value>(_ deltas: Model.MorphDeltas<Value>) -> Model.MorphDeltas<Value> {
    guard !deltas.isEmpty else { return deltas }
    var vertices: [UInt32] = []
    var values: [Value] = []
    for (vertex, value) in zip(deltas.vertices, deltas.values) {
      for copy in firstCopies[Int(vertex)]..<firstCopies[Int(vertex) + 1] {
        vertices.append(copy)
        values.append(value)
      }
    }
    return Model.MorphDeltas(vertices: vertices, values: values)
  }
}

extension Model.Primitive {
  /// Bytes of the arrays that a split makes anew, for each vertex.
  var byteCountPerVertex: Int {
    16 + (normals.isEmpty ? 0 : 16) + (tangents.isEmpty ? 0 : 16) + (colors.isEmpty ? 0 : 16)
      + 8 * textureCoordinates.count + 24 * influences.count
  }

  /// Takes the new vertices; what the split's values mean is left to the caller.
  mutating func apply(_ split: VertexSplit) {
    indices = split.indices
    positions = split.apply(positions)
    normals = split.apply(normals)
    tangents = split.apply(tangents)
    colors = split.apply(colors)
    textureCoordinates = textureCoordinates.map { split.apply($0) }
    influences = influences.map {
      Model.JointInfluences(joints: split.apply($0.joints), weights: split.apply($0.weights))
    }
    for index in morphTargets.indices {
      let target = morphTargets[index]
      morphTargets[index].positions = split.apply(target.positions)
      morphTargets[index].normals = split.apply(target.normals)
      morphTargets[index].tangents = split.apply(target.tangents)
      morphTargets[index].colors = split.apply(target.colors)
      morphTargets[index].textureCoordinates = target.textureCoordinates.map { split.apply($0) }
    }
  }
}
