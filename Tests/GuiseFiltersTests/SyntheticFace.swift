import Foundation
import GuiseCore
import GuiseFilters

/// A face made in code: the named points where the canonical face has them, the rest spread over a
/// bowl; enough for everything but the cutting of openings.
enum SyntheticFace {
  /// Metres.
  static let points: [Int: SIMD3<Float>] = [
    4: [0, -0.0046, 0.0759], 6: [0, 0.0247, 0.0579], 2: [0, -0.0209, 0.0606],
    10: [0, 0.0826, 0.0448], 151: [0, 0.0655, 0.0503], 152: [0, -0.094, 0.0426],
    199: [0, -0.0794, 0.0518], 454: [0.0766, 0.0067, -0.0244], 234: [-0.0766, 0.0067, -0.0244],
    425: [0.0383, -0.0154, 0.0414], 205: [-0.0383, -0.0154, 0.0414],
    362: [0.0186, 0.0259, 0.0376], 263: [0.0445, 0.0266, 0.0317], 386: [0.0318, 0.0296, 0.0388],
    374: [0.0318, 0.0229, 0.0378], 133: [-0.0186, 0.0259, 0.0376], 33: [-0.0445, 0.0266, 0.0317],
    159: [-0.0318, 0.0296, 0.0388], 145: [-0.0318, 0.0229, 0.0378],
    13: [0, -0.0399, 0.0522], 14: [0, -0.0454, 0.054],
  ]

  static let topology: FaceTopology = {
    var vertices = [SIMD3<Float>](repeating: .zero, count: FaceTopology.vertexCount)
    for index in vertices.indices {
      let angle = Float(index) * 2.4
      let radius = (Float(index) / Float(vertices.count)).squareRoot()
      let around = SIMD2<Float>(cos(angle), sin(angle)) * radius * SIMD2<Float>(0.07, 0.085)
      vertices[index] = SIMD3(around, 0.045 - 0.06 * radius * radius)
    }
    for (index, point) in points { vertices[index] = point }
    let coordinates = vertices.map { $0.xy * SIMD2<Float>(6, -5) + SIMD2<Float>(0.5, 0.5) }
    let triangles: [UInt16] = (0..<UInt16(FaceTopology.vertexCount - 2)).flatMap { first in
      [first, first + 1, first + 2]
    }
    return FaceTopology(
      neutralVertices: vertices, textureCoordinates: coordinates, triangleIndices: triangles)
  }()

  /// A face before the camera.
  ///
  /// - Parameters:
  ///   - position: of face space's origin, metres.
  ///   - yaw: radians, to the face's own left.
  static func anchor(
    id: Int = 1, at position: SIMD3<Float> = [0, 0, -0.5], yaw: Float = 0, presence: Float = 1,
    isTracked: Bool = true, brightness: Float? = nil, _ shapes: [BlendShapeLocation: Float] = [:]
  ) -> FaceAnchor {
    var blendShapes = BlendShapes()
    for (location, value) in shapes { blendShapes[location] = value }
    return FaceAnchor(
      id: id, isTracked: isTracked, presence: presence, brightness: brightness, landmarks: [],
      geometry: FaceGeometry(vertices: topology.neutralVertices, topology: topology),
      transform: Transform(translation: position) * Transform(rotation: yaw, axis: [0, 1, 0]),
      blendShapes: blendShapes)
  }
}

extension FilterManifest {
  /// A filter of these layers.
  static func of(_ layers: FilterLayer...) -> FilterManifest {
    FilterManifest(id: "test", title: "Test", layers: layers)
  }
}
