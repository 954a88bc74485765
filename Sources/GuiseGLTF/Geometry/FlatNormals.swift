import GuiseCore
import GuiseScene

/// Normals for triangles that have none: each triangle's own (glTF 2.0, 3.7.2.1 asks for flat ones).
enum FlatNormals {
  /// One for each corner. A triangle without area gets +z.
  static func corners(_ indices: [UInt32], positions: [SIMD3<Float>]) -> [SIMD4<Float>] {
    var corners: [SIMD4<Float>] = []
    corners.reserveCapacity(indices.count)
    for base in stride(from: 0, to: indices.count - 2, by: 3) {
      let a = positions[Int(indices[base])]
      let ab = positions[Int(indices[base + 1])] - a
      let ac = positions[Int(indices[base + 2])] - a
      let normal = SIMD4(unit(cross(ab, ac)) ?? SIMD3(0, 0, 1), 0)
      for _ in 0..<3 { corners.append(normal) }
    }
    return corners
  }

  /// Nil where the vector has no direction.
  static func unit(_ vector: SIMD3<Float>) -> SIMD3<Float>? {
    // Scaled first, so that squares of small and large numbers stay within a float.
    let largest = max(abs(vector.x), abs(vector.y), abs(vector.z))
    guard largest > 0, largest.isFinite else { return nil }
    let scaled = vector / largest
    return scaled / (scaled * scaled).sum().squareRoot()
  }

  static func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
