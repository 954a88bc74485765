import Foundation
import GuiseGLTF
import GuiseScene
import Testing

struct AccessorTests {
  private let triangle: [SIMD3<Float>] = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]

  @Test func interleavedAndNormalized() throws {
    var builder = ModelBuilder()
    // Position as floats, colour as four bytes, in 16 bytes.
    var bytes: [UInt8] = []
    for (index, point) in triangle.enumerated() {
      for part in [point.x, point.y, point.z] { bytes += ModelBuilder.bytes(part.bitPattern) }
      bytes += [UInt8(index * 51), 255, 0, 51]
    }
    let view = builder.view(bytes, stride: 16)
    let positions = builder.accessor(
      "{\"bufferView\":\(view),\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}")
    let colors = builder.accessor(
      "{\"bufferView\":\(view),\"byteOffset\":12,\"componentType\":5121,\"normalized\":true,"
        + "\"count\":3,\"type\":\"VEC4\"}")
    builder.mesh(["POSITION": positions, "COLOR_0": colors])
    let primitive = try builder.primitive()
    #expect(primitive.positions == triangle)
    #expect(primitive.colors[1] == SIMD4(0.2, 1, 0, 0.2))
    #expect(primitive.indices == [0, 1, 2])
    #expect(primitive.bounds.maximum == [1, 1, 0])
  }

  /// K34.
  @Test func quantizedEqualsItsTwin() throws {
    var builder = ModelBuilder()
    let bytes: [UInt8] = [0, 0, 0, 0, 127, 0, 0, 0, 0, 0x81, 0, 0]
    let view = builder.view(bytes, stride: 4)
    let positions = builder.accessor(
      "{\"bufferView\":\(view),\"componentType\":5120,\"normalized\":true,\"count\":3,\"type\":\"VEC3\"}"
    )
    builder.mesh(["POSITION": positions])
    #expect(refusal(builder)?.code == .invalidAccessor)
    builder.rest.append("\"extensionsUsed\":[\"KHR_mesh_quantization\"]")
    #expect(try builder.primitive().positions == [[0, 0, 0], [1, 0, 0], [0, -1, 0]])
  }

  private func sparse(count: Int, index: UInt16) -> ModelBuilder {
    var builder = ModelBuilder()
    let places = builder.view(ModelBuilder.bytes(index))
    let values = builder.view([Float(1), 2, 3].flatMap { ModelBuilder.bytes($0.bitPattern) })
    let positions = builder.accessor(
      "{\"componentType\":5126,\"count\":\(count),\"type\":\"VEC3\",\"sparse\":{\"count\":1,"
        + "\"indices\":{\"bufferView\":\(places),\"componentType\":5123},"
        + "\"values\":{\"bufferView\":\(values)}}}")
    builder.mesh(["POSITION": positions], ",\"mode\":0")
    return builder
  }

  /// K29.
  @Test func sparseWithoutView() throws {
    let primitive = try sparse(count: 3, index: 1).primitive()
    #expect(primitive.positions == [[0, 0, 0], [1, 2, 3], [0, 0, 0]])
    #expect(refusal(sparse(count: 3, index: 3))?.code == .invalidData)
  }

  @Test func giantCountsAreRefusedAtOnce() {
    let start = ContinuousClock.now
    #expect(refusal(sparse(count: 2_147_483_648, index: 1))?.code == .overLimit)
    #expect(ContinuousClock.now - start < .seconds(1))
  }

  @Test func boundsNameThePlace() throws {
    var builder = ModelBuilder()
    let view = builder.view([UInt8](repeating: 0, count: 32))
    let positions = builder.accessor(
      "{\"bufferView\":\(view),\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}")
    builder.mesh(["POSITION": positions])
    let error = try #require(refusal(builder))
    #expect(error.code == .outOfBounds)
    #expect(
      error.message == "test.glb: accessors[0]: expected 3 elements within the 32 bytes of "
        + "bufferViews[0], found an end at 36")
  }

  @Test func numbersMustBeFinite() {
    var builder = ModelBuilder()
    let positions = builder.positions([[0, 0, 0], [.nan, 0, 0], [0, .infinity, 0]])
    builder.mesh(["POSITION": positions])
    let error = refusal(builder)
    #expect(error?.code == .invalidData)
    #expect(error?.path == "meshes[0].primitives[0].attributes.POSITION")
  }

  @Test func smallArraysCantBeReadForEver() {
    var builder = ModelBuilder()
    let index = builder.indices([UInt16](repeating: 0, count: 60_000))
    let positions = builder.positions(triangle)
    let primitive = "{\"attributes\":{\"POSITION\":\(positions)},\"indices\":\(index)}"
    let primitives = [String](repeating: primitive, count: 5000).joined(separator: ",")
    builder.rest.append("\"meshes\":[{\"primitives\":[\(primitives)]}]")
    #expect(refusal(builder)?.code == .overLimit)
  }
}
