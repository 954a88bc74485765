/// The shape of a face at one moment: 468 vertices in face space (metres, +x the face's own left,
/// +y up, +z out of the face).
///
/// Mapped by the anchor's `transform` and projected by the camera, the vertices lie on the face's
/// landmarks in the picture.
public struct FaceGeometry: Sendable {
  /// 468 positions in face space, metres.
  public var vertices: [SIMD3<Float>]
  /// Triangles, texture coordinates and rings, the same for every face.
  public var topology: FaceTopology

  public init(vertices: [SIMD3<Float>], topology: FaceTopology) {
    precondition(vertices.count == topology.textureCoordinates.count)
    self.vertices = vertices
    self.topology = topology
  }
}

/// What all faces share: the canonical face model of the landmark model bundle.
public final class FaceTopology: Sendable {
  /// Vertices of the mesh.
  public static let vertexCount = 468
  /// Image points of a face: the mesh and two irises of five points each.
  public static let landmarkCount = 478

  /// The neutral face: 468 positions in face space, metres.
  public let neutralVertices: [SIMD3<Float>]
  /// 468 coordinates, 0…1, origin top left of the texture.
  public let textureCoordinates: [SIMD2<Float>]
  /// Three vertex indices each, counter-clockwise seen from outside: 898 triangles that fill the
  /// eyes and the mouth.
  public let triangleIndices: [UInt16]

  public init(
    neutralVertices: [SIMD3<Float>], textureCoordinates: [SIMD2<Float>], triangleIndices: [UInt16]
  ) {
    precondition(neutralVertices.count == Self.vertexCount)
    precondition(textureCoordinates.count == Self.vertexCount)
    precondition(triangleIndices.count % 3 == 0)
    self.neutralVertices = neutralVertices
    self.textureCoordinates = textureCoordinates
    self.triangleIndices = triangleIndices
  }

  /// Closed rings of vertex indices, in order along the ring.
  public enum Ring: CaseIterable, Sendable {
    /// The border of the mesh.
    case faceOval
    /// The inner edge of the person's left eyelids.
    case leftEye
    /// The inner edge of the person's right eyelids.
    case rightEye
    /// The inner edge of the lips: the mouth's opening.
    case innerLips
    /// The outer edge of the lips.
    case outerLips

    public var indices: [Int] {
      switch self {
      case .faceOval:
        [
          10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377,
          152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
        ]
      case .leftEye:
        [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466]
      case .rightEye:
        [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246]
      case .innerLips:
        [
          78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191,
        ]
      case .outerLips:
        [
          61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185,
        ]
      }
    }
  }
}
