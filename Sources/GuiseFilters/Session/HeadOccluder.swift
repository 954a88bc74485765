import Foundation
import GuiseCore
import GuiseScene

/// The head behind the face: skull, ears and neck as one closed mesh that hides what lies behind it.
///
/// It is built once for the neutral face and then only moved and scaled to each person's, so it costs
/// no memory for a frame. Its measures are those of a grown-up's head whose face is the canonical one
/// (15.3 cm between the ears); it stays behind the face mesh everywhere.
struct HeadOccluder {
  /// Face space of the neutral face, metres.
  let vertices: [SIMD3<Float>]
  let topology: MeshTopology
  private let neutral: Landmarks

  /// The points to which a head is fitted. None of them moves with the jaw.
  private struct Landmarks {
    var left: SIMD3<Float>
    var right: SIMD3<Float>
    var top: SIMD3<Float>
    var nose: SIMD3<Float>

    init(_ vertices: [SIMD3<Float>]) {
      left = vertices[454]
      right = vertices[234]
      top = vertices[10]
      nose = vertices[2]
    }

    var width: Float { (left - right).length }
    var height: Float { (top - nose).length }
    var center: SIMD3<Float> { (left + right + top) / 3 }
  }

  init(_ face: FaceTopology) {
    neutral = Landmarks(face.neutralVertices)
    var mesh = MeshBuilder()
    mesh.addEllipsoid(center: [0, 0.026, -0.052], radii: [0.0735, 0.098, 0.082])
    for side: Float in [-1, 1] {
      mesh.addEllipsoid(center: [side * 0.084, 0.004, -0.041], radii: [0.008, 0.032, 0.014])
    }
    mesh.addColumn(
      from: [0, -0.02, -0.042], to: [0, -0.26, -0.07], radii: [0.055, 0.055])
    vertices = mesh.vertices
    topology = MeshTopology(triangleIndices: mesh.indices)
  }

  /// The space of ``vertices`` → face space, for a face of these 468 vertices.
  func fit(to vertices: [SIMD3<Float>]) -> Transform {
    let live = Landmarks(vertices)
    func ratio(_ a: Float, _ b: Float) -> Float {
      let ratio = a / b
      return ratio.isFinite ? min(max(ratio, 0.6), 1.6) : 1
    }
    let x = ratio(live.width, neutral.width)
    let y = ratio(live.height, neutral.height)
    let scale = SIMD3(x, y, (x + y) / 2)
    var fit = Transform(scale: scale)
    fit.translation = live.center - scale * neutral.center
    return fit
  }
}

/// Puts simple closed bodies together as one mesh.
private struct MeshBuilder {
  private(set) var vertices: [SIMD3<Float>] = []
  private(set) var indices: [UInt16] = []
  private let columns = 24

  mutating func addEllipsoid(center: SIMD3<Float>, radii: SIMD3<Float>) {
    let rows = 14
    addGrid(rows: rows) { row, angle in
      let polar = Float.pi * Float(row) / Float(rows)
      let ring = sin(polar)
      return center + radii * [ring * sin(angle), cos(polar), ring * cos(angle)]
    }
  }

  /// An open tube, from above to below.
  mutating func addColumn(from top: SIMD3<Float>, to bottom: SIMD3<Float>, radii: SIMD2<Float>) {
    addGrid(rows: 1) { row, angle in
      (row == 0 ? top : bottom) + [radii.x * sin(angle), 0, radii.y * cos(angle)]
    }
  }

  /// Rows of vertices from above to below, each once around +y from +z toward +x, and the triangles
  /// between them, counter-clockwise from outside.
  private mutating func addGrid(
    rows: Int, point: (_ row: Int, _ angle: Float) -> SIMD3<Float>
  ) {
    let base = vertices.count
    for row in 0...rows {
      for column in 0..<columns {
        vertices.append(point(row, 2 * .pi * Float(column) / Float(columns)))
      }
    }
    for row in 0..<rows {
      for column in 0..<columns {
        let next = (column + 1) % columns
        let a = UInt16(base + row * columns + column)
        let b = UInt16(base + row * columns + next)
        let c = UInt16(base + (row + 1) * columns + column)
        let d = UInt16(base + (row + 1) * columns + next)
        indices += [a, c, b, b, c, d]
      }
    }
  }
}
