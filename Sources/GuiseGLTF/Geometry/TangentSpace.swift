import Foundation
import GuiseCore
import GuiseScene

/// Tangents for primitives that need them and have none, in the convention of MikkTSpace (Mikkelsen,
/// Simulation of Wrinkled Surfaces Revisited, 2008), which glTF 2.0 names.
///
/// As there: the triangles' tangents are projected onto each vertex's plane, weighted by the corner's
/// angle there, summed over the corners that have the same position, normal and coordinates and whose
/// coordinates turn the same way, and made unit length; mirrored halves are parted; w is +1 where the
/// coordinates keep the winding (v points down in glTF). Unlike there, corners of one vertex are
/// grouped whether or not their triangles share an edge, and a triangle without area in its coordinates
/// takes what its vertex has from others.
struct TangentSpace {
  private struct Key: Hashable {
    let position: SIMD3<Float>
    let normal: SIMD3<Float>
    let coordinate: SIMD2<Float>
  }

  private struct Triangle {
    /// Along +u; zero where it has none.
    var tangent = SIMD3<Float>.zero
    /// Whether the coordinates keep the winding; nil where they have no area.
    var keepsWinding: Bool?
  }

  /// One for each corner.
  static func corners(
    of primitive: Model.Primitive, coordinates: [SIMD2<Float>]
  ) -> [SIMD4<Float>] {
    let groups = weld(primitive, coordinates: coordinates)
    let indices = primitive.indices
    let triangles = stride(from: 0, to: indices.count - 2, by: 3).map { base in
      triangle(primitive, coordinates, (indices[base], indices[base + 1], indices[base + 2]))
    }
    let groupCount = Int(groups.max() ?? 0) + 1
    // Sums of the corners that keep the winding, and of those that turn it.
    var kept = [SIMD3<Float>](repeating: .zero, count: groupCount)
    var turned = kept
    for (number, triangle) in triangles.enumerated() {
      guard let keepsWinding = triangle.keepsWinding else { continue }
      for corner in 0..<3 {
        let vertex = Int(indices[3 * number + corner])
        let normal = primitive.normals[vertex]
        guard let tangent = FlatNormals.unit(project(triangle.tangent, normal)) else { continue }
        let weighted = tangent * angle(primitive, number, corner)
        if keepsWinding {
          kept[Int(groups[vertex])] += weighted
        } else {
          turned[Int(groups[vertex])] += weighted
        }
      }
    }
    var corners: [SIMD4<Float>] = []
    corners.reserveCapacity(indices.count)
    for (corner, index) in indices.enumerated() {
      guard corner / 3 < triangles.count else { break }
      let group = Int(groups[Int(index)])
      let keepsWinding = triangles[corner / 3].keepsWinding ?? (kept[group] != .zero)
      let sum = keepsWinding ? kept[group] : turned[group]
      let tangent = FlatNormals.unit(sum) ?? anyTangent(primitive.normals[Int(index)])
      corners.append(SIMD4(tangent, keepsWinding ? 1 : -1))
    }
    return corners
  }

  /// Numbers vertices so that equal ones have the same.
  private static func weld(
    _ primitive: Model.Primitive, coordinates: [SIMD2<Float>]
  ) -> [UInt32] {
    var known: [Key: UInt32] = [:]
    known.reserveCapacity(primitive.vertexCount)
    return primitive.positions.indices.map { vertex in
      let key = Key(
        position: primitive.positions[vertex], normal: primitive.normals[vertex],
        coordinate: coordinates[vertex])
      let number = UInt32(truncatingIfNeeded: known.count)
      if let found = known[key] { return found }
      known[key] = number
      return number
    }
  }

  private static func triangle(
    _ primitive: Model.Primitive, _ coordinates: [SIMD2<Float>], _ corners: (UInt32, UInt32, UInt32)
  ) -> Triangle {
    let (a, b, c) = (Int(corners.0), Int(corners.1), Int(corners.2))
    let ab = primitive.positions[b] - primitive.positions[a]
    let ac = primitive.positions[c] - primitive.positions[a]
    let uvAB = coordinates[b] - coordinates[a]
    let uvAC = coordinates[c] - coordinates[a]
    // Twice the signed area in texture space, with v up.
    let area = uvAC.x * uvAB.y - uvAB.x * uvAC.y
    guard area != 0, area.isFinite else { return Triangle() }
    // ∂position/∂u, up to a positive factor; the area's sign makes it point along +u.
    let along = (ac * uvAB.y - ab * uvAC.y) * (area > 0 ? 1 : -1)
    guard let tangent = FlatNormals.unit(along) else { return Triangle() }
    return Triangle(tangent: tangent, keepsWinding: area > 0)
  }

  private static func project(_ vector: SIMD3<Float>, _ normal: SIMD3<Float>) -> SIMD3<Float> {
    vector - normal * (vector * normal).sum()
  }

  /// Of the corner in the plane of its vertex, radians.
  private static func angle(_ primitive: Model.Primitive, _ triangle: Int, _ corner: Int) -> Float {
    func vertex(_ corner: Int) -> Int { Int(primitive.indices[3 * triangle + corner % 3]) }
    let normal = primitive.normals[vertex(corner)]
    let origin = primitive.positions[vertex(corner)]
    guard
      let a = FlatNormals.unit(project(primitive.positions[vertex(corner + 1)] - origin, normal)),
      let b = FlatNormals.unit(project(primitive.positions[vertex(corner + 2)] - origin, normal))
    else { return 0 }
    return acos(min(max((a * b).sum(), -1), 1))
  }

  /// Some direction across the normal, for corners without any coordinates to go by.
  private static func anyTangent(_ normal: SIMD3<Float>) -> SIMD3<Float> {
    let axis = abs(normal.x) < 0.9 ? SIMD3<Float>(1, 0, 0) : SIMD3<Float>(0, 1, 0)
    return FlatNormals.unit(project(axis, normal)) ?? SIMD3(1, 0, 0)
  }
}
