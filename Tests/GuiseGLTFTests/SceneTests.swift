import Foundation
import GuiseCore
import GuiseGLTF
import GuiseScene
import Testing

struct SceneTests {
  private func model(_ members: String) throws -> Model {
    try GLTFDocument.read(
      Data("{\"asset\":{\"version\":\"2.0\"},\(members)}".utf8), name: "a"
    ).model
  }

  private func code(_ members: String) -> GLTFError.Code? {
    refusal(json: "{\"asset\":{\"version\":\"2.0\"},\(members)}")?.code
  }

  @Test func hierarchy() throws {
    let model = try model(
      "\"nodes\":[{\"children\":[2],\"name\":\"c\"},{\"name\":\"Head\",\"children\":[0]},"
        + "{\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,5,6,7,1]}]")
    #expect(model.hierarchyOrder.map(\.rawValue) == [1, 0, 2])
    #expect(model.parent(of: ModelIndex(2)) == ModelIndex(0))
    #expect(model.visibleRoots == [ModelIndex(1)])
    #expect(model.node(named: "Head") == ModelIndex(1))
    #expect(model.nodes[2].transform.matrix.translation == [5, 6, 7])
    #expect(code("\"nodes\":[{\"children\":[1]},{\"children\":[0]}]") == .invalidHierarchy)
    #expect(code("\"nodes\":[{\"children\":[0]}]") == .invalidHierarchy)
    #expect(code("\"nodes\":[{\"children\":[2]},{\"children\":[2]},{}]") == .invalidHierarchy)
    #expect(
      code("\"nodes\":[{\"children\":[1]},{}],\"scenes\":[{\"nodes\":[1]}]") == .invalidHierarchy)
  }

  @Test func partsAreScaledThenTurnedThenMoved() {
    let parts = Model.TransformParts(
      translation: [1, 0, 0], rotation: [0, 0, Float(0.5).squareRoot(), Float(0.5).squareRoot()],
      scale: [2, 1, 1])
    #expect((parts.matrix.point([1, 0, 0]) - [1, 2, 0]).length < 1e-6)
  }

  @Test func animationKeys() throws {
    var builder = ModelBuilder()
    let times = builder.floats([0, 1, 1, 2], "SCALAR", 1)
    let moves = builder.positions([[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]])
    builder.rest.append("\"nodes\":[{}]")
    builder.rest.append(
      "\"animations\":[{\"name\":\"wave\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,"
        + "\"path\":\"translation\"}}],\"samplers\":[{\"input\":\(times),\"output\":\(moves)}]}]")
    let document = try builder.read()
    let animation = try #require(document.model.animations.first)
    #expect(animation.durationSeconds == 2)
    // Of the two keys at 1 s the last is kept.
    #expect(animation.channels[0].times == [0, 1, 2])
    guard case .translation(let values) = animation.channels[0].track else {
      Issue.record("expected a translation")
      return
    }
    #expect(values == [[0, 0, 0], [2, 0, 0], [3, 0, 0]])
    #expect(document.warnings.count == 1)
  }

  @Test func materials() throws {
    let model = try model(
      """
      "images":[{"uri":"data:image/webp;base64,UklGRgAAAABXRUJQ"}],
      "textures":[{"extensions":{"EXT_texture_webp":{"source":0}}}],
      "materials":[{"alphaMode":"MASK","doubleSided":true,"pbrMetallicRoughness":{
      "baseColorTexture":{"index":0,"extensions":{"KHR_texture_transform":{"offset":[0.5,0],
      "texCoord":1}}}},"extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":3},
      "KHR_materials_transmission":{"transmissionFactor":0.9},"KHR_materials_ior":{"ior":1.3}}},
      {"extensions":{"KHR_materials_unlit":{}}},
      {"extensions":{"KHR_materials_pbrSpecularGlossiness":{"glossinessFactor":0.25}}}]
      """)
    let first = model.materials[0]
    #expect(first.alphaMode == .mask(cutoff: 0.5) && first.visibleFaces == .both)
    #expect(first.emissiveStrength == 3 && first.indexOfRefraction == 1.3)
    #expect(first.transmission?.factor == 0.9)
    guard case .metallicRoughness(let metal) = first.shading else {
      Issue.record("expected metallic-roughness")
      return
    }
    #expect(metal.baseColor.texture?.coordinateSet == 1)
    #expect(metal.baseColor.texture?.transform.offset == [0.5, 0])
    #expect(model.textures[0].image == ModelIndex(0))
    #expect(model.images[0].mediaType == "image/webp")
    guard case .unlit = model.materials[1].shading,
      case .specularGlossiness(let gloss) = model.materials[2].shading
    else {
      Issue.record("expected unlit and specular-glossiness")
      return
    }
    #expect(gloss.glossinessFactor == 0.25)
  }

  @Test func svrfExtensions() throws {
    let image = "{\"uri\":\"data:image/png;base64,iVBORw0KGgo=\"}"
    let model = try model(
      """
      "images":[\(image),\(image)],
      "materials":[{"extensions":{"SVRF_animated_material":{"emissiveTexture":{"images":[0,1]}},
      "SVRF_video_texture":{"diffuse":"data:video/mp4;base64,AAAA"}}}],
      "extensions":{"SVRF_viewport":{"image":1,"halign":" Center + 10%","valign":"bottom"}}
      """)
    #expect(model.materials[0].animatedTextures[0].framesPerSecond == 10)
    #expect(model.materials[0].animatedTextures[0].target == .emissive)
    #expect(model.materials[0].baseColorVideo.map { model[$0].data.count } == 3)
    let viewport = try #require(model.viewport)
    #expect(abs(viewport.horizontal.offset - 0.1) < 1e-6 && viewport.horizontal.anchor == 0.5)
    #expect(viewport.vertical.anchor == 1)
  }
}
