import Foundation
import GuiseCore
import GuiseGLTF
import GuiseScene
import TestSupport
import Testing

/// Every sample that is none of the validator's: it loads, or it is refused for the reason it is there.
@Suite(.enabled(if: SharedData.isPresent, "there is no shared test data"))
struct SampleTests {
  /// All others load.
  static let refused: [String: GLTFError.Code] = [
    // They say that they need glTF 2.1, or an extension that nobody has.
    "asset-generator/Positive/Compatibility/Compatibility_04.gltf": .unsupportedVersion,
    "asset-generator/Positive/Compatibility/Compatibility_05.gltf": .unsupportedExtension,
    "gltf-transform/cli/test/in/ACMEBox.gltf": .unsupportedExtension,
    // They need shaders of their own, which Khronos archived.
    "assimp_glTF2/BoxTextured-glTF-techniqueWebGL/BoxTextured.gltf": .unsupportedExtension,
    "gltf-pipeline/2.0/box-shared-image-references-separate/box-shared-image-references-separate.gltf":
      .unsupportedExtension,
    "gltf-pipeline/2.0/box-shared-image-references/box-shared-image-references.gltf":
      .unsupportedExtension,
    "gltf-pipeline/2.0/box-techniques-embedded/box-techniques-embedded.gltf": .unsupportedExtension,
    "gltf-pipeline/2.0/box-techniques-separate/box-techniques-separate.gltf": .unsupportedExtension,
    // Malformed on purpose.
    "assimp_glTF2/IncorrectVertexArrays/Cube.gltf": .outOfBounds,
    "assimp_glTF2/IndexOutOfRange/AllIndicesOutOfRange.gltf": .invalidData,
    "assimp_glTF2/IndexOutOfRange/IndexOutOfRange.gltf": .invalidData,
    "assimp_glTF2/TestNoRootNode/NoScene.gltf": .invalidReference,
    "cgltf_fuzz/BadBasisU.gltf": .invalidJSON,
    "magnum_TinyGltfImporter/animation-invalid-track-size-mismatch.gltf": .invalidAccessor,
    "magnum_TinyGltfImporter/animation-invalid.gltf": .invalidField,
    "magnum_TinyGltfImporter/camera-invalid-type.gltf": .invalidField,
    "magnum_TinyGltfImporter/light-invalid-missing-spot.gltf": .missingField,
    "magnum_TinyGltfImporter/light-invalid-missing-type.gltf": .missingField,
    "magnum_TinyGltfImporter/light-invalid.gltf": .invalidField,
    "magnum_TinyGltfImporter/material-invalid.gltf": .invalidField,
    "magnum_TinyGltfImporter/mesh-duplicate-attributes.gltf": .invalidJSON,
    "magnum_TinyGltfImporter/mesh-invalid.gltf": .outOfBounds,
    "magnum_TinyGltfImporter/scene-invalid.gltf": .invalidField,
    "magnum_TinyGltfImporter/skin-invalid-no-joints.gltf": .missingField,
    "magnum_TinyGltfImporter/skin-invalid.gltf": .outOfBounds,
    "magnum_TinyGltfImporter/texture-extensions.gltf": .invalidJSON,
    // Their files are not among the samples, or are said to lie at the root of the disk.
    "assimp_glTF2/MissingBin/BoxTextured.gltf": .missingResource,
    "assimp_glTF2/SchemaFailures/sceneWrongType.gltf": .missingResource,
    "cgltf_fuzz/WaterBottle.gltf": .missingResource,
    "magnum_TinyGltfImporter/buffer-invalid-notfound.glb": .unsafePath,
    "magnum_TinyGltfImporter/buffer-invalid-notfound.gltf": .unsafePath,
    "magnum_TinyGltfImporter/image-invalid-notfound.gltf": .unsafePath,
    "magnum_TinyGltfImporter/material-clearcoat.gltf": .missingResource,
    "magnum_TinyGltfImporter/material-common.gltf": .missingResource,
    "magnum_TinyGltfImporter/material-metallicroughness.gltf": .missingResource,
    "magnum_TinyGltfImporter/material-specularglossiness.gltf": .missingResource,
    "magnum_TinyGltfImporter/texture-invalid.gltf": .missingResource,
    "magnum_TinyGltfImporter/texture.gltf": .missingResource,
    "loaders.gl_meshopt/MeshoptCubeTest/glTF-Meshopt/MeshoptCubeTest.gltf": .missingResource,
  ]

  @Test func everySampleBehaves() throws {
    var count = 0
    for sample in SampleFile.all where !sample.path.hasPrefix("validator") {
      // glTF 1.0.
      let expected =
        sample.path.hasPrefix("gltf-pipeline/1.0/")
        ? .unsupportedVersion : Self.refused[sample.path]
      count += 1
      do {
        let document = try sample.read()
        #expect(expected == nil, "\(sample.path) was to be refused")
        checkInvariants(document.model, sample.path)
      } catch let error as GLTFError {
        #expect(error.code == expected, "\(error)")
        #expect(error.message.hasPrefix(sample.path))
      }
    }
    #expect(count > 150)
    for path in Self.refused.keys {
      #expect(SampleFile.all.contains { $0.path == path }, "no sample \(path)")
    }
  }

  /// What a model promises.
  private func checkInvariants(_ model: Model, _ path: String) {
    for mesh in model.meshes {
      #expect(mesh.morphTargetNames.count == mesh.morphWeights.count)
      for primitive in mesh.primitives {
        let count = primitive.vertexCount
        #expect(primitive.indices.count % primitive.topology.indicesPerElement == 0, "\(path)")
        #expect(primitive.indices.allSatisfy { $0 < count }, "\(path)")
        let hasNormals = primitive.shading != .none
        #expect(primitive.normals.count == (hasNormals ? count : 0), "\(path)")
        #expect(primitive.tangents.isEmpty || primitive.tangents.count == count, "\(path)")
        #expect(primitive.normals.allSatisfy { abs($0.length - 1) < 0.01 }, "\(path)")
        #expect(primitive.textureCoordinates.allSatisfy { $0.count == count }, "\(path)")
        #expect(primitive.morphTargets.count == mesh.morphWeights.count, "\(path)")
        for target in primitive.morphTargets {
          #expect(target.positions.vertices.allSatisfy { $0 < count }, "\(path)")
          let ascends = zip(target.positions.vertices, target.positions.vertices.dropFirst())
            .allSatisfy { $0 < $1 }
          #expect(ascends, "\(path)")
        }
      }
    }
  }

  private func model(_ path: String) throws -> Model {
    let sample = try #require(SampleFile.all.first { $0.path == path }, "no sample \(path)")
    return try sample.read().model
  }

  @Test func faceModelsKeepTheirTargets() throws {
    let svrf = try model("arkit/svrf_Occluder.glb")
    #expect(svrf.node(named: "Occluder") != nil)
    let targets = svrf.meshes.flatMap(\.morphTargetNames)
    #expect(targets.count == 51)
    #expect(targets.contains("mouthUpperUp_R"))

    let sparse = try model("arkit/ict_face_sparse.glb")
    let mesh = try #require(sparse.meshes.first { !$0.morphTargetNames.isEmpty })
    #expect(mesh.morphTargetNames.count == 55)
    let primitive = try #require(mesh.primitives.first)
    // Kept sparse: a blink does not move the chin.
    let changed = primitive.morphTargets.map(\.positions.vertices.count)
    #expect(changed.allSatisfy { $0 > 0 && $0 <= primitive.vertexCount })
    #expect(changed.reduce(0, +) < primitive.vertexCount * 55 * 6 / 10)
  }

  @Test func compressedModelsEqualTheirTwins() throws {
    let plain = try model("gltf-pipeline/2.0/box-textured-binary/box-textured-binary.glb")
    let packed = try model("loaders.gl_meshopt/BoxTextured_meshopt.glb")
    func positions(_ model: Model) -> [SIMD3<Float>] {
      var world: [ModelIndex<Model.Node>: Transform] = [:]
      var points: [SIMD3<Float>] = []
      for index in model.hierarchyOrder {
        let parent = model.parent(of: index).flatMap { world[$0] } ?? .identity
        let matrix = parent * model[index].transform.matrix
        world[index] = matrix
        guard let mesh = model[index].mesh else { continue }
        for primitive in model[mesh].primitives {
          points += primitive.indices.map { matrix.point(primitive.positions[Int($0)]) }
        }
      }
      return points
    }
    let (a, b) = (positions(plain), positions(packed))
    #expect(a.count == b.count)
    // Quantised (K34): the same box within a step of 14 bits, whatever the triangles' order.
    let boxes = [a, b].map { BoundingBox(of: $0, at: $0.indices.map { UInt32($0) }) }
    #expect((boxes[0].minimum - boxes[1].minimum).length < 0.001)
    #expect((boxes[0].maximum - boxes[1].maximum).length < 0.001)

    let engine = try model("assimp_glTF2/draco/2CylinderEngine.gltf")
    let triangles = engine.meshes.flatMap(\.primitives).reduce(0) { $0 + $1.indices.count / 3 }
    #expect(triangles == 65_311)
  }

  @Test func packedColorsEqualPlainOnes() throws {
    let url = try SharedData.url(
      "gltf/loaders.gl_meshopt/MeshoptCubeTest/glTF-Meshopt/MeshoptCubeTest.gltf")
    // Five cubes are packed in a version that Debian's library lacks: they become plain ones. The
    // pictures are not among the samples.
    var text = try String(contentsOf: url, encoding: .utf8)
    var json = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    var meshes = try #require(json["meshes"] as? [Any])
    for index in 30..<meshes.count { meshes[index] = meshes[10] }
    for index in meshes.indices {
      var mesh = try #require(meshes[index] as? [String: Any])
      var primitives = try #require(mesh["primitives"] as? [[String: Any]])
      for place in primitives.indices { primitives[place]["material"] = nil }
      mesh["primitives"] = primitives
      meshes[index] = mesh
    }
    json["meshes"] = meshes
    for key in ["images", "textures", "materials", "animations"] { json[key] = nil }
    text = String(decoding: try JSONSerialization.data(withJSONObject: json), as: UTF8.self)
    let model = try SampleFile.read(
      Data(text.utf8), name: "cubes", in: url.deletingLastPathComponent()
    ).model
    for (plain, packed) in [(10, 25), (11, 26), (12, 27), (13, 28)] {
      let a = try #require(model.meshes[plain].primitives.first)
      let b = try #require(model.meshes[packed].primitives.first)
      #expect(a.colors.count == b.colors.count)
      for (x, y) in zip(a.colors, b.colors) {
        #expect(abs(x.x - y.x) < 0.02 && abs(x.y - y.y) < 0.02 && abs(x.z - y.z) < 0.02)
      }
      for (x, y) in zip(a.normals, b.normals) { #expect((x - y).length < 0.02) }
    }
  }

  @Test func animationsAndSkins() throws {
    let fox = try model("bevy/Fox.glb")
    #expect(fox.animations.map(\.name) == ["Survey", "Walk", "Run"])
    #expect(fox.skins.first?.joints.count == 24)
    #expect(fox.meshes.first?.primitives.first?.influences.count == 1)
    let stress = try model("khronos/morph-stress-test.glb")
    let weights = stress.animations.flatMap(\.channels).filter {
      if case .weights(_, targetCount: 8) = $0.track { true } else { false }
    }
    #expect(!weights.isEmpty)
  }
}
