import Foundation
import GuiseCore
import GuiseGLTF
import GuiseScene

/// Builds small glTF files: arrays become views and accessors, the rest is JSON.
struct ModelBuilder {
  private(set) var binary: [UInt8] = []
  private(set) var views: [String] = []
  private(set) var accessors: [String] = []
  /// Members of the root object besides buffers, views and accessors.
  var rest: [String] = []

  mutating func view(_ bytes: [UInt8], stride: Int? = nil) -> Int {
    while binary.count % 4 != 0 { binary.append(0) }
    let tail = stride.map { ",\"byteStride\":\($0)" } ?? ""
    views.append(
      "{\"buffer\":0,\"byteOffset\":\(binary.count),\"byteLength\":\(bytes.count)\(tail)}")
    binary += bytes
    return views.count - 1
  }

  mutating func accessor(_ json: String) -> Int {
    accessors.append(json)
    return accessors.count - 1
  }

  mutating func floats(_ values: [Float], _ type: String, _ width: Int) -> Int {
    let view = view(values.flatMap { Self.bytes($0.bitPattern) })
    return accessor(
      "{\"bufferView\":\(view),\"componentType\":5126,\"count\":\(values.count / width),"
        + "\"type\":\"\(type)\"}")
  }

  mutating func positions(_ values: [SIMD3<Float>]) -> Int {
    floats(values.flatMap { [$0.x, $0.y, $0.z] }, "VEC3", 3)
  }

  mutating func indices(_ values: [UInt16]) -> Int {
    let view = view(values.flatMap { Self.bytes($0) })
    return accessor(
      "{\"bufferView\":\(view),\"componentType\":5123,\"count\":\(values.count),\"type\":\"SCALAR\"}"
    )
  }

  static func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> Value($0 * 8)) }
  }

  /// One mesh of one primitive.
  mutating func mesh(_ attributes: [String: Int], _ more: String = "", mesh: String = "") {
    let list = attributes.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
    rest.append(
      "\"meshes\":[{\"primitives\":[{\"attributes\":{\(list.joined(separator: ","))}\(more)}]\(mesh)}]"
    )
  }

  var json: String {
    var members = ["\"asset\":{\"version\":\"2.0\"}"] + rest
    if !binary.isEmpty { members.append("\"buffers\":[{\"byteLength\":\(binary.count)}]") }
    if !views.isEmpty { members.append("\"bufferViews\":[\(views.joined(separator: ","))]") }
    if !accessors.isEmpty { members.append("\"accessors\":[\(accessors.joined(separator: ","))]") }
    return "{\(members.joined(separator: ","))}"
  }

  func glb(padding: Int = 0) -> Data {
    var text = Array(json.utf8)
    while text.count % 4 != 0 { text.append(0x20) }
    var chunk = binary
    while chunk.count % 4 != 0 { chunk.append(0) }
    chunk += [UInt8](repeating: 0, count: padding)
    var file = Array("glTF".utf8) + Self.bytes(UInt32(2))
    file += Self.bytes(UInt32(28 + text.count + chunk.count))
    file += Self.bytes(UInt32(text.count)) + Array("JSON".utf8) + text
    file += Self.bytes(UInt32(chunk.count)) + Array("BIN\0".utf8) + chunk
    return Data(file)
  }

  func read() throws(GLTFError) -> GLTFDocument {
    try GLTFDocument.read(glb(), name: "test.glb")
  }

  /// The only primitive of the only mesh.
  func primitive() throws -> Model.Primitive { try read().model.meshes[0].primitives[0] }
}

/// The error of a file that must be refused.
func refusal(_ builder: ModelBuilder) -> GLTFError? {
  do throws(GLTFError) {
    _ = try builder.read()
    return nil
  } catch {
    return error
  }
}

func refusal(json: String, resources: any GLTFResourceLoading = GLTFNoResources()) -> GLTFError? {
  do throws(GLTFError) {
    _ = try GLTFDocument.read(Data(json.utf8), name: "test.gltf", resources: resources)
    return nil
  } catch {
    return error
  }
}
