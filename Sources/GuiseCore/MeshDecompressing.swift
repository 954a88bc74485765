import Foundation

/// Unpacks the compressed geometry of glTF files.
public protocol MeshDecompressing: Sendable {
  /// A Draco mesh (KHR_draco_mesh_compression).
  ///
  /// - Parameter attributes: what is wanted, by its unique id in the Draco data.
  /// - Throws: an error that says what is wrong with the data, or that it is over `byteLimit`.
  func decodeDraco(
    _ data: Data, attributes: [Int: DracoAttributeRequest], byteLimit: Int
  ) throws -> DracoMesh

  /// A buffer view of EXT_meshopt_compression.
  ///
  /// - Parameters:
  ///   - count: of the elements of `stride` bytes.
  ///   - mode: see ``MeshoptMode/isValid(count:stride:)``.
  /// - Returns: `count * stride` bytes.
  func decodeMeshopt(
    _ data: Data, count: Int, stride: Int, mode: MeshoptMode, filter: MeshoptFilter
  ) throws -> Data
}

/// How the values of a Draco attribute are wanted.
public struct DracoAttributeRequest: Hashable, Sendable {
  public enum ComponentType: Hashable, Sendable {
    case int8, uint8, int16, uint16, uint32, float32

    public var byteCount: Int {
      switch self {
      case .int8, .uint8: 1
      case .int16, .uint16: 2
      case .uint32, .float32: 4
      }
    }
  }

  public var componentType: ComponentType
  /// 1…4.
  public var componentCount: Int

  public init(componentType: ComponentType, componentCount: Int) {
    self.componentType = componentType
    self.componentCount = componentCount
  }
}

/// An unpacked Draco mesh.
public struct DracoMesh: Sendable {
  public var vertexCount: Int
  /// Three for each triangle, each below the vertex count.
  public var indices: [UInt32]
  /// By unique id: values of all vertices, packed tightly, little-endian.
  public var attributes: [Int: Data]

  public init(vertexCount: Int, indices: [UInt32], attributes: [Int: Data]) {
    self.vertexCount = vertexCount
    self.indices = indices
    self.attributes = attributes
  }
}

/// What a buffer view of EXT_meshopt_compression holds.
public enum MeshoptMode: Hashable, Sendable {
  case attributes
  /// Three indices for each triangle.
  case triangles
  /// Any sequence of indices.
  case indices

  /// Whether elements of that size and number can be packed so.
  public func isValid(count: Int, stride: Int) -> Bool {
    switch self {
    case .attributes: stride % 4 == 0 && (4...256).contains(stride)
    case .triangles: count % 3 == 0 && (stride == 2 || stride == 4)
    case .indices: stride == 2 || stride == 4
    }
  }
}

/// How attributes of EXT_meshopt_compression are encoded further.
public enum MeshoptFilter: Hashable, Sendable {
  case none
  case octahedral
  case quaternion
  case exponential
  /// Of KHR_meshopt_compression: luma and chroma.
  case color

  public func isValid(mode: MeshoptMode, stride: Int) -> Bool {
    switch self {
    case .none: true
    case .octahedral: mode == .attributes && (stride == 4 || stride == 8)
    case .color: mode == .attributes && (stride == 4 || stride == 8)
    case .quaternion: mode == .attributes && stride == 8
    case .exponential: mode == .attributes && stride % 4 == 0
    }
  }
}
