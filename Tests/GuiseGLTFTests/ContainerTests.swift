import Foundation
import GuiseGLTF
import Testing

struct ContainerTests {
  private func builder(_ extra: Int = 0) -> ModelBuilder {
    var builder = ModelBuilder()
    let positions = builder.positions([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    builder.mesh(["POSITION": positions])
    return builder
  }

  /// K30.
  @Test func paddingIsTaken() throws {
    let document = try GLTFDocument.read(builder().glb(padding: 4), name: "a.glb")
    #expect(document.model.meshes[0].primitives[0].vertexCount == 3)
  }

  @Test func everyTruncationIsRefused() throws {
    let data = builder().glb()
    for count in 0..<data.count {
      #expect(throws: GLTFError.self) { try GLTFDocument.read(data.prefix(count), name: "a.glb") }
    }
  }

  @Test func dataURIs() throws {
    let json = """
      {"asset":{"version":"2.0"},"images":[{"uri":"data:image/png;base64,iVBORw0KGgo="},
      {"uri":"data:,a%20b"}]}
      """
    let images = try GLTFDocument.read(Data(json.utf8), name: "a.gltf").model.images
    #expect(images[0].mediaType == "image/png" && images[0].data.count == 8)
    #expect(images[1].data == Data("a b".utf8))
  }

  private struct Echo: GLTFResourceLoading {
    func loadResource(_ path: String, byteLimit: Int) throws -> Data { Data(path.utf8) }
  }

  @Test(arguments: [
    ("../a.png", true), ("/etc/passwd", true), ("%2e%2e/a.png", true), ("x/../../a.png", true),
    ("https://example.org/a.png", true), ("file:///a.png", true), ("..\\\\a.png", true),
    ("a%00.png", true), ("", true), ("C:/a.png", true), ("x/../a%20b.png", false),
    ("./a%20b.png", false), ("a b.png", false),
  ])
  func pathsStayInTheFolder(uri: String, isRefused: Bool) throws {
    let json = "{\"asset\":{\"version\":\"2.0\"},\"images\":[{\"uri\":\"\(uri)\"}]}"
    if isRefused {
      let error = try #require(refusal(json: json, resources: Echo()))
      #expect(error.code == .unsafePath && error.path == "images[0].uri")
    } else {
      let document = try GLTFDocument.read(Data(json.utf8), name: "a", resources: Echo())
      #expect(document.model.images[0].data == Data("a b.png".utf8))
    }
  }

  /// K35.
  @Test func unknownExtensions() throws {
    let asset = "{\"asset\":{\"version\":\"2.0\"}"
    let error = try #require(
      refusal(json: asset + ",\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]}"))
    #expect(error.code == .unsupportedExtension)
    #expect(
      error.message == "test.gltf: extensionsRequired[0]: the extension "
        + "KHR_draco_mesh_compression is not supported")
    let document = try GLTFDocument.read(
      Data((asset + ",\"extensionsUsed\":[\"ACME_x\",\"ACME_x\"]}").utf8), name: "a")
    #expect(document.warnings.count == 1)
    #expect(document.warnings[0].detail.contains("ACME_x"))
  }

  @Test func deepNestingIsRefused() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(refusal(json: "{\"extras\":" + deep)?.code == .overLimit)
  }

  @Test(arguments: [
    ("{\"asset\":{\"version\":2.0}}", GLTFError.Code.invalidField),
    ("{\"asset\":{\"version\":1.0}}", .unsupportedVersion),
    ("{\"asset\":{\"version\":\"2.9\",\"minVersion\":\"2.1\"}}", .unsupportedVersion),
    ("{}", .missingField), ("", .invalidJSON), ("[]", .invalidField),
  ])
  func versions(json: String, code: GLTFError.Code) {
    #expect(refusal(json: json)?.code == code)
  }

  @Test func linksDontLeaveTheFolder() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("guise-gltf-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("a"), withDestinationURL: URL(fileURLWithPath: "/etc/hosts")
    )
    let json = "{\"asset\":{\"version\":\"2.0\"},\"images\":[{\"uri\":\"a\"}]}"
    #expect(refusal(json: json, resources: GLTFFolder(folder))?.code == .unsafePath)
  }
}
