import Foundation
import GuiseGLTF
import GuiseScene
import Testing

struct GeometryTests {
  @Test(arguments: [
    (0, [0, 1, 2, 3, 4]), (1, [0, 1, 2, 3]), (2, [0, 1, 1, 2, 2, 3, 3, 4, 4, 0]),
    (3, [0, 1, 1, 2, 2, 3, 3, 4]), (4, [0, 1, 2]), (5, [0, 1, 2, 1, 3, 2, 2, 3, 4]),
    (6, [1, 2, 0, 2, 3, 0, 3, 4, 0]),
  ])
  func modesBecomeLists(mode: Int, expected: [UInt32]) throws {
    var builder = ModelBuilder()
    // Bent, so that no two triangles share a normal by chance; with normals nothing is split.
    let positions = builder.positions((0..<5).map { [Float($0), Float($0 % 2), Float($0 * $0)] })
    let normals = builder.positions([SIMD3<Float>](repeating: [0, 0, 1], count: 5))
    builder.mesh(["POSITION": positions, "NORMAL": normals], ",\"mode\":\(mode)")
    #expect(try builder.primitive().indices == expected)
  }

  /// Two triangles that share an edge, at a right angle.
  private var fold: [SIMD3<Float>] { [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }

  @Test func missingNormalsAreFlatAndTargetsFollow() throws {
    var builder = ModelBuilder()
    let positions = builder.positions(fold)
    let moved = builder.positions([[0, 0, 0], [0, 0, 0], [0, 0, 5], [0, 0, 0]])
    let index = builder.indices([0, 1, 2, 0, 3, 1])
    builder.mesh(
      ["POSITION": positions], ",\"indices\":\(index),\"targets\":[{\"POSITION\":\(moved)}]")
    let primitive = try builder.primitive()
    #expect(primitive.shading == .flat)
    // Corners 0 and 1 are parted, 2 and 3 are not.
    #expect(primitive.vertexCount == 6)
    for triangle in 0..<2 {
      let normals = (0..<3).map { primitive.normals[Int(primitive.indices[3 * triangle + $0])] }
      #expect(normals.allSatisfy { $0 == (triangle == 0 ? [0, 0, 1] : [0, 1, 0]) })
    }
    let deltas = primitive.morphTargets[0].positions
    #expect(deltas.values == [[0, 0, 5]])
    #expect(deltas.vertices.map { primitive.positions[Int($0)] } == [[0, 1, 0]])
  }

  /// A quad whose left half has mirrored coordinates, with a normal texture.
  @Test func missingTangents() throws {
    var builder = ModelBuilder()
    let positions = builder.positions([
      [-1, 0, 0], [0, 0, 0], [0, 1, 0], [-1, 1, 0], [1, 0, 0], [1, 1, 0],
    ])
    let normals = builder.positions([SIMD3<Float>](repeating: [0, 0, 1], count: 6))
    let coordinates = builder.floats([1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0], "VEC2", 2)
    let index = builder.indices([0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2])
    builder.mesh(
      ["POSITION": positions, "NORMAL": normals, "TEXCOORD_0": coordinates],
      ",\"indices\":\(index),\"material\":0")
    builder.rest.append("\"textures\":[{}]")
    builder.rest.append("\"materials\":[{\"normalTexture\":{\"index\":0}}]")
    let primitive = try builder.primitive()
    #expect(primitive.vertexCount == 8)
    for (corner, index) in primitive.indices.enumerated() {
      // u grows to the left in the left half; green is up in both.
      let expected: SIMD4<Float> = corner < 6 ? [-1, 0, 0, -1] : [1, 0, 0, 1]
      #expect(primitive.tangents[Int(index)] == expected)
    }
  }

  /// K31.
  @Test(arguments: [
    (",\"extras\":{\"targetNames\":[\"a\",\"b\"]}", "", ["a", "b"]),
    ("", ",\"extras\":{\"targetNames\":[\"a\"]}", ["a", ""]),
    (",\"extras\":{\"targetNames\":[\"a\",2,\"c\"]}", "", ["a", ""]),
    (",\"extras\":7", "", ["smile", ""]),
  ])
  func targetNames(mesh: String, primitive: String, expected: [String]) throws {
    var builder = ModelBuilder()
    let positions = builder.positions(fold)
    let named = builder.accessor(
      "{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"name\":\"smile\"}")
    builder.mesh(
      ["POSITION": positions],
      ",\"mode\":0,\"targets\":[{\"POSITION\":\(named)},{\"POSITION\":\(positions)}]" + primitive,
      mesh: mesh)
    #expect(try builder.read().model.meshes[0].morphTargetNames == expected)
  }

  @Test func influencesAreMadeWhole() throws {
    var builder = ModelBuilder()
    let positions = builder.positions([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    // The third vertex names a joint that is not there, without weight.
    let joints = builder.view([0, 1, 0, 0, 1, 0, 0, 0, 0, 200, 0, 0])
    let jointAccessor = builder.accessor(
      "{\"bufferView\":\(joints),\"componentType\":5121,\"count\":3,\"type\":\"VEC4\"}")
    let weights = builder.floats([1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0], "VEC4", 4)
    builder.mesh(
      ["POSITION": positions, "JOINTS_0": jointAccessor, "WEIGHTS_0": weights],
      ",\"mode\":0")
    builder.rest.append("\"nodes\":[{\"mesh\":0,\"skin\":0},{},{}],\"skins\":[{\"joints\":[1,2]}]")
    let model = try builder.read().model
    let influences = try #require(model.meshes[0].primitives[0].influences.first)
    #expect(influences.weights == [[0.5, 0.5, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]])
    #expect(influences.joints[2] == .zero)
    #expect(model.skins[0].inverseBindMatrices.count == 2)
  }
}
