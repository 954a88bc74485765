import GuiseCore

/// The face model that the landmark model bundle carries in
/// `geometry_pipeline_metadata_landmarks.binarypb`: MediaPipe's canonical face and the points that
/// a pose is judged by.
///
/// The message is `mediapipe.tasks.vision.face_geometry.proto.GeometryPipelineMetadata`: field 1 a
/// mesh (vertices of x, y, z in centimetres and u, v; triangles), field 2 the weighted points,
/// field 3 the kind of landmarks.
struct GeometryMetadata: Sendable {
  /// A vertex that the pose is fitted to.
  struct BasisPoint: Sendable, Hashable {
    /// Of the 468 vertices.
    var index: Int
    var weight: Double
    /// Of the canonical face, metres.
    var position: SIMD3<Double>
  }

  /// The canonical face's vertices, texture coordinates and triangles.
  let topology: FaceTopology
  /// At least four points, none twice.
  let basis: [BasisPoint]

  /// Reads the bytes of the metadata file.
  ///
  /// - Throws: `invalidBundle`, naming the field, what was expected and what was found.
  init(parsing bytes: [UInt8]) throws(TrackingError) {
    guard bytes.count <= Self.byteCountLimit else {
      throw TrackingError(
        .invalidBundle,
        "face geometry: \(bytes.count) bytes, expected at most \(Self.byteCountLimit)")
    }
    var mesh: ArraySlice<UInt8>?
    var points: [(index: UInt64, weight: Float)] = []
    var reader = ProtobufReader(bytes[...], of: "face geometry")
    while let (number, value) = try reader.next() {
      switch (number, value) {
      case (1, .bytes(let bytes)): mesh = bytes
      case (2, .bytes(let bytes)): points.append(try Self.basisPoint(bytes))
      case (3, .varint(let source)):
        // 0 stands for the default, which is 1: the landmark model's points.
        guard source <= 1 else {
          throw TrackingError(
            .invalidBundle, "face geometry: made for input source \(source), expected 1")
        }
      case (1...3, _):
        throw TrackingError(.invalidBundle, "face geometry: field \(number) has a wrong type")
      default: break
      }
    }
    guard let mesh else { throw TrackingError(.invalidBundle, "face geometry: has no mesh") }
    topology = try Self.topology(mesh)
    basis = try Self.basis(points, of: topology)
  }

  /// The real file has 19 kB.
  private static let byteCountLimit = 1 << 20
  /// No face is larger, in metres.
  private static let coordinateLimit: Float = 1

  private static func topology(_ bytes: ArraySlice<UInt8>) throws(TrackingError) -> FaceTopology {
    var numbers: [Float] = []
    var indices: [UInt64] = []
    var reader = ProtobufReader(bytes, of: "face mesh")
    while let (number, value) = try reader.next() {
      switch (number, value) {
      case (1, .varint(let type)), (2, .varint(let type)):
        guard type == 0 else {
          let name = number == 1 ? "vertex type" : "primitive type"
          throw TrackingError(.invalidBundle, "face mesh: \(name) is \(type), expected 0")
        }
      case (3, _): try ProtobufReader.append(value, to: &numbers, of: "face mesh vertices")
      case (4, _): try ProtobufReader.append(value, to: &indices, of: "face mesh triangles")
      default: break
      }
    }
    let count = FaceTopology.vertexCount
    guard numbers.count == count * 5 else {
      throw TrackingError(
        .invalidBundle, "face mesh: \(numbers.count) vertex numbers, expected \(count * 5)")
    }
    guard !indices.isEmpty, indices.count.isMultiple(of: 3) else {
      throw TrackingError(
        .invalidBundle, "face mesh: \(indices.count) triangle indices, expected a multiple of 3")
    }
    if let wrong = indices.first(where: { $0 >= UInt64(count) }) {
      throw TrackingError(
        .invalidBundle, "face mesh: triangle index \(wrong), expected less than \(count)")
    }
    var vertices: [SIMD3<Float>] = []
    var coordinates: [SIMD2<Float>] = []
    for base in stride(from: 0, to: numbers.count, by: 5) {
      // Centimetres in the file. Its v runs down from the texture's top, as ours does.
      let vertex = SIMD3(numbers[base], numbers[base + 1], numbers[base + 2]) / 100
      let coordinate = SIMD2(numbers[base + 3], numbers[base + 4])
      guard vertex.isWithin(-coordinateLimit...coordinateLimit), coordinate.isWithin(0...1) else {
        throw TrackingError(
          .invalidBundle, "face mesh: vertex \(base / 5) is at \(vertex) m, texture \(coordinate)")
      }
      vertices.append(vertex)
      coordinates.append(coordinate)
    }
    return FaceTopology(
      neutralVertices: vertices, textureCoordinates: coordinates,
      triangleIndices: indices.map { UInt16($0) })
  }

  private static func basisPoint(
    _ bytes: ArraySlice<UInt8>
  ) throws(TrackingError) -> (index: UInt64, weight: Float) {
    var point: (index: UInt64, weight: Float) = (0, 0)
    var reader = ProtobufReader(bytes, of: "face geometry basis")
    while let (number, value) = try reader.next() {
      switch (number, value) {
      case (1, .varint(let index)): point.index = index
      case (2, .fixed32(let bits)): point.weight = Float(bitPattern: bits)
      case (1...2, _):
        throw TrackingError(.invalidBundle, "face geometry basis: field \(number) has a wrong type")
      default: break
      }
    }
    return point
  }

  private static func basis(
    _ points: [(index: UInt64, weight: Float)], of topology: FaceTopology
  ) throws(TrackingError) -> [BasisPoint] {
    var seen = Set<UInt64>()
    var basis: [BasisPoint] = []
    for (index, weight) in points {
      guard index < UInt64(FaceTopology.vertexCount), seen.insert(index).inserted else {
        throw TrackingError(
          .invalidBundle, "face geometry basis: point \(index) is no vertex, or is named twice")
      }
      guard weight > 0, weight <= 1e6 else {
        throw TrackingError(
          .invalidBundle, "face geometry basis: point \(index) has the weight \(weight)")
      }
      basis.append(
        BasisPoint(
          index: Int(index), weight: Double(weight),
          position: SIMD3<Double>(topology.neutralVertices[Int(index)])))
    }
    guard basis.count >= 4 else {
      throw TrackingError(
        .invalidBundle, "face geometry basis: \(basis.count) points, expected at least 4")
    }
    return basis
  }
}

extension SIMD where Scalar: Comparable {
  /// Whether every component is a number within `range`.
  fileprivate func isWithin(_ range: ClosedRange<Scalar>) -> Bool {
    indices.allSatisfy { range.contains(self[$0]) }
  }
}
