import GuiseCore

extension Model {
  /// A place in the hierarchy, and what stands there.
  public struct Node: Sendable {
    public var name: String
    public var children: [ModelIndex<Node>]
    /// Node space → its parent's space, at rest.
    public var transform: LocalTransform
    public var mesh: ModelIndex<Mesh>?
    /// What deforms the mesh; the node's own transform is then without effect on it.
    public var skin: ModelIndex<Skin>?
    public var camera: ModelIndex<Camera>?
    public var light: ModelIndex<Light>?
    /// Weights of the mesh's morph targets at rest, one for each; nil where the mesh's own hold.
    public var morphWeights: [Float]?
    /// Where copies of the mesh stand in node space; nil for the usual one at the origin.
    public var instances: [LocalTransform]?

    public init(
      name: String = "", children: [ModelIndex<Node>] = [], transform: LocalTransform = .init(),
      mesh: ModelIndex<Mesh>? = nil, skin: ModelIndex<Skin>? = nil
    ) {
      self.name = name
      self.children = children
      self.transform = transform
      self.mesh = mesh
      self.skin = skin
    }
  }

  /// A transform in the parts that animations move, or as a matrix, which can't be animated.
  public enum LocalTransform: Hashable, Sendable {
    case parts(TransformParts)
    case matrix(Transform)

    /// The identity, in parts.
    public init() { self = .parts(TransformParts()) }

    public var matrix: Transform {
      switch self {
      case .parts(let parts): parts.matrix
      case .matrix(let matrix): matrix
      }
    }
  }

  /// Scaled first, then turned, then moved.
  public struct TransformParts: Hashable, Sendable {
    /// Metres.
    public var translation: SIMD3<Float>
    /// A unit quaternion, x, y, z, w.
    public var rotation: SIMD4<Float>
    public var scale: SIMD3<Float>

    public init(
      translation: SIMD3<Float> = SIMD3(repeating: 0),
      rotation: SIMD4<Float> = SIMD4(0, 0, 0, 1), scale: SIMD3<Float> = SIMD3(repeating: 1)
    ) {
      self.translation = translation
      self.rotation = rotation
      self.scale = scale
    }

    public var matrix: Transform {
      var matrix = Transform(quaternion: rotation)
      matrix.columns.0 *= scale.x
      matrix.columns.1 *= scale.y
      matrix.columns.2 *= scale.z
      matrix.columns.3 = SIMD4(translation, 1)
      return matrix
    }
  }

  /// Joints that move the vertices of a mesh.
  public struct Skin: Sendable {
    public var name: String
    /// Any number; vertices name them by their place in this list.
    public var joints: [ModelIndex<Node>]
    /// Mesh space → the joint's space at rest; one for each joint.
    public var inverseBindMatrices: [Transform]
    /// The common root of the joints, as far as the model names it.
    public var skeleton: ModelIndex<Node>?

    public init(
      name: String = "", joints: [ModelIndex<Node>], inverseBindMatrices: [Transform],
      skeleton: ModelIndex<Node>? = nil
    ) {
      precondition(joints.count == inverseBindMatrices.count)
      self.name = name
      self.joints = joints
      self.inverseBindMatrices = inverseBindMatrices
      self.skeleton = skeleton
    }
  }
}
