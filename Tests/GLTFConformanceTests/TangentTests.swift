import Foundation
import GuiseCore
import GuiseGLTF
import GuiseScene
import TestSupport
import Testing

/// Made tangents beside those that Blender made with MikkTSpace itself.
@Suite(.enabled(if: SharedData.isPresent, "there is no shared test data"))
struct TangentTests {
  private func primitive(_ json: [String: Any], in folder: URL) throws -> Model.Primitive {
    let document = try SampleFile.read(
      try JSONSerialization.data(withJSONObject: json), name: "sample", in: folder)
    return try #require(document.model.meshes.first?.primitives.first)
  }

  @Test(arguments: [("02_suzanne", 1), ("01_sphere", 0.97), ("01_cube", 1)])
  func tangentsEqualBlenders(sample: String, share: Double) throws {
    let url = try SharedData.url("gltf/blender-io_roundtrip/\(sample)/\(sample).gltf")
    let folder = url.deletingLastPathComponent()
    var json = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
    let authored = try primitive(json, in: folder)
    var meshes = try #require(json["meshes"] as? [[String: Any]])
    var primitives = try #require(meshes[0]["primitives"] as? [[String: Any]])
    var attributes = try #require(primitives[0]["attributes"] as? [String: Any])
    attributes["TANGENT"] = nil
    primitives[0]["attributes"] = attributes
    primitives[0]["material"] = 0
    meshes[0]["primitives"] = primitives
    json["meshes"] = meshes
    json["materials"] = [["normalTexture": ["index": 0]]]
    json["textures"] = [[String: Any]()]
    let made = try primitive(json, in: folder)
    #expect(made.indices.count == authored.indices.count)
    var near = 0
    for (a, b) in zip(made.indices, authored.indices) {
      let (x, y) = (made.tangents[Int(a)], authored.tangents[Int(b)])
      if x.xyz.dot(y.xyz) > 0.99, x.w == y.w { near += 1 }
    }
    let found = Double(near) / Double(made.indices.count)
    #expect(found >= share, "\(sample): only \(found) of the corners")
  }
}
