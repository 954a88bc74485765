import Foundation
import GuiseCore
import GuiseScene

/// Turns the JSON of a glTF file and its buffers into a model, kind after kind: first what others refer
/// to.
struct ModelReader {
  let root: GLTFObject
  let extensions: ExtensionList
  var accessors: AccessorTable
  var resources: ResourceStore
  let decompressor: (any MeshDecompressing)?
  var warnings = WarningList()
  /// How many there are of each kind.
  let counts: Counts
  var contents = Model.Contents()
  /// By file or view: a picture that is named twice is held once.
  var videosByURI: [String: ModelIndex<Model.Video>] = [:]
  /// For each mesh, one more than the highest joint that moves a vertex; 0 for none.
  var jointCounts: [Int] = []

  /// Sizes of the document's arrays, which indices are checked against.
  struct Counts {
    let accessors, animations, bufferViews, cameras, images, lights, materials, meshes, nodes: Int
    let samplers, scenes, skins, textures, variants: Int

    init(_ root: GLTFObject) throws(GLTFError) {
      func count(_ key: String) throws(GLTFError) -> Int { try root.array(key).count }
      accessors = try count("accessors")
      animations = try count("animations")
      bufferViews = try count("bufferViews")
      cameras = try count("cameras")
      images = try count("images")
      materials = try count("materials")
      meshes = try count("meshes")
      nodes = try count("nodes")
      samplers = try count("samplers")
      scenes = try count("scenes")
      skins = try count("skins")
      textures = try count("textures")
      lights = try root.extension("KHR_lights_punctual")?.array("lights").count ?? 0
      variants = try root.extension("KHR_materials_variants")?.array("variants").count ?? 0
    }
  }

  init(
    _ root: GLTFObject, extensions: ExtensionList, accessors: AccessorTable,
    resources: ResourceStore, decompressor: (any MeshDecompressing)?
  ) throws(GLTFError) {
    self.root = root
    self.extensions = extensions
    self.accessors = accessors
    self.resources = resources
    self.decompressor = decompressor
    counts = try Counts(root)
  }

  mutating func readModel(name: String) throws(GLTFError) -> Model {
    contents.name = name
    try readImages()
    try readTextures()
    try readMaterials()
    try readVariants()
    try readMeshes()
    try readCameras()
    try readLights()
    try readNodes()
    try readSkins()
    try readScenes()
    try readAnimations()
    try readViewport()
    return Model(contents)
  }

  func name(of object: GLTFObject) throws(GLTFError) -> String { try object.string("name") ?? "" }
}
