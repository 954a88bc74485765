import GuiseCore

extension Model {
  /// Shapes that are placed together and share the names and weights of their morph targets.
  public struct Mesh: Sendable {
    public var name: String
    public var primitives: [Primitive]
    /// One for each morph target; empty strings where the model has no name.
    public var morphTargetNames: [String]
    /// Weights at rest, one for each morph target.
    public var morphWeights: [Float]

    public init(
      name: String = "", primitives: [Primitive], morphTargetNames: [String] = [],
      morphWeights: [Float] = []
    ) {
      precondition(morphTargetNames.count == morphWeights.count)
      self.name = name
      self.primitives = primitives
      self.morphTargetNames = morphTargetNames
      self.morphWeights = morphWeights
    }
  }

  /// Geometry of one material: arrays of one element for each vertex, and the indices that join them.
  public struct Primitive: Sendable {
    /// What `indices` join.
    public enum Topology: Hashable, Sendable {
      /// One index each.
      case points
      /// Two indices each.
      case lines
      /// Three indices each, counter-clockwise seen from the front.
      case triangles

      public var indicesPerElement: Int {
        switch self {
        case .points: 1
        case .lines: 2
        case .triangles: 3
        }
      }
    }

    /// Where the normals come from.
    public enum Shading: Hashable, Sendable {
      /// The model has them.
      case authored
      /// It has none: they were made, one for each face, from the vertices at rest. After morphing or
      /// skinning they are to be made again.
      case flat
      /// There are no normals: points and lines without them.
      case none
    }

    public var topology: Topology
    /// Every one below the vertex count.
    public var indices: [UInt32]
    /// Metres, in mesh space.
    public var positions: [SIMD3<Float>]
    /// Unit length, or empty.
    public var normals: [SIMD3<Float>]
    /// Unit length in x, y, z; w is the bitangent's sign: `cross(normal, tangent) * w`. Or empty.
    public var tangents: [SIMD4<Float>]
    /// Sets of texture coordinates, origin at the texture's top left.
    public var textureCoordinates: [[SIMD2<Float>]]
    /// Linear colours with straight alpha that multiply the base colour, or empty.
    public var colors: [SIMD4<Float>]
    /// Sets of four joints each, as many as the model has.
    public var influences: [JointInfluences]
    public var shading: Shading
    /// Nil for the default material.
    public var material: ModelIndex<Material>?
    /// What is worn in place of `material` in a variant.
    public var variantMaterials: [ModelIndex<Variant>: ModelIndex<Material>]
    /// As many as the mesh has names.
    public var morphTargets: [MorphTarget]
    /// Encloses the vertices that are drawn, at rest.
    public var bounds: BoundingBox

    public init(
      topology: Topology = .triangles, indices: [UInt32], positions: [SIMD3<Float>],
      normals: [SIMD3<Float>] = [], shading: Shading = .authored
    ) {
      self.topology = topology
      self.indices = indices
      self.positions = positions
      self.normals = normals
      self.shading = shading
      tangents = []
      textureCoordinates = []
      colors = []
      influences = []
      variantMaterials = [:]
      morphTargets = []
      bounds = BoundingBox(of: positions, at: indices)
    }

    public var vertexCount: Int { positions.count }
  }

  /// Up to four joints that move each vertex; a primitive has as many sets as it needs.
  public struct JointInfluences: Sendable {
    /// One for each vertex: places in the skin's joints.
    public var joints: [SIMD4<UInt16>]
    /// One for each vertex. Over all sets of a primitive, the weights of a vertex sum to 1.
    public var weights: [SIMD4<Float>]

    public init(joints: [SIMD4<UInt16>], weights: [SIMD4<Float>]) {
      precondition(joints.count == weights.count)
      self.joints = joints
      self.weights = weights
    }
  }

  /// What is added to the vertices, times the target's weight.
  public struct MorphTarget: Sendable {
    public var positions: MorphDeltas<SIMD3<Float>>
    public var normals: MorphDeltas<SIMD3<Float>>
    /// To x, y, z; the sign in w stays.
    public var tangents: MorphDeltas<SIMD3<Float>>
    /// As many sets as the target changes.
    public var textureCoordinates: [MorphDeltas<SIMD2<Float>>]
    public var colors: MorphDeltas<SIMD4<Float>>

    public init(
      positions: MorphDeltas<SIMD3<Float>> = .init(), normals: MorphDeltas<SIMD3<Float>> = .init(),
      tangents: MorphDeltas<SIMD3<Float>> = .init()
    ) {
      self.positions = positions
      self.normals = normals
      self.tangents = tangents
      textureCoordinates = []
      colors = .init()
    }
  }

  /// The vertices that a morph target changes, and by how much. Vertices that stay cost nothing.
  public struct MorphDeltas<Value: SIMD & Sendable>: Sendable where Value.Scalar == Float {
    /// Ascending.
    public private(set) var vertices: [UInt32]
    /// One for each of `vertices`.
    public private(set) var values: [Value]

    /// No change.
    public init() {
      vertices = []
      values = []
    }

    /// - Parameter vertices: ascending.
    public init(vertices: [UInt32], values: [Value]) {
      precondition(vertices.count == values.count)
      self.vertices = vertices
      self.values = values
    }

    public var isEmpty: Bool { vertices.isEmpty }
  }
}

/// A box along the axes.
public struct BoundingBox: Hashable, Sendable {
  public var minimum: SIMD3<Float>
  public var maximum: SIMD3<Float>

  /// Encloses nothing: its minimum is +∞, its maximum −∞.
  public init() {
    minimum = SIMD3(repeating: .infinity)
    maximum = SIMD3(repeating: -.infinity)
  }

  /// Encloses those `points` that `indices` name.
  public init(of points: [SIMD3<Float>], at indices: [UInt32]) {
    self.init()
    for index in indices {
      let point = points[Int(index)]
      minimum.replace(with: point, where: point .< minimum)
      maximum.replace(with: point, where: point .> maximum)
    }
  }

  public var isEmpty: Bool { any(minimum .> maximum) }

  /// Encloses both.
  public func union(_ other: BoundingBox) -> BoundingBox {
    var box = self
    box.minimum.replace(with: other.minimum, where: other.minimum .< minimum)
    box.maximum.replace(with: other.maximum, where: other.maximum .> maximum)
    return box
  }
}
