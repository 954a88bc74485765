/// The extensions that a file uses, and which of them are known here.
struct ExtensionList {
  let used: [String]
  let required: [String]
  private(set) var warnings: [GLTFWarning] = []

  private static let known: Set<String> = [
    "EXT_mesh_gpu_instancing", "EXT_texture_webp", "KHR_lights_punctual", "KHR_materials_clearcoat",
    "KHR_materials_common", "KHR_materials_emissive_strength", "KHR_materials_ior",
    "KHR_materials_pbrSpecularGlossiness", "KHR_materials_sheen", "KHR_materials_specular",
    "KHR_materials_transmission", "KHR_materials_unlit", "KHR_materials_variants",
    "KHR_materials_volume", "KHR_mesh_quantization", "KHR_texture_transform",
    "SVRF_animated_material", "SVRF_video_texture", "SVRF_viewport",
  ]
  private static let compressed: Set<String> = [
    "EXT_meshopt_compression", "KHR_draco_mesh_compression", "KHR_meshopt_compression",
  ]

  /// - Throws: where the file requires what is not known.
  init(_ root: GLTFObject, canDecompress: Bool) throws(GLTFError) {
    let known = canDecompress ? Self.known.union(Self.compressed) : Self.known
    used = try root.strings("extensionsUsed")
    required = try root.strings("extensionsRequired")
    if let index = required.firstIndex(where: { !known.contains($0) }) {
      throw root.path.key("extensionsRequired").index(index).error(
        .unsupportedExtension, "the extension \(required[index]) is not supported")
    }
    var seen: Set<String> = []
    for (index, name) in used.enumerated() where !known.contains(name) {
      guard seen.insert(name).inserted else { continue }
      warnings.append(
        GLTFWarning(
          path: root.path.key("extensionsUsed").index(index).description,
          detail: "the extension \(name) is not supported and left out"))
    }
  }

  func uses(_ name: String) -> Bool { used.contains(name) || required.contains(name) }
}

/// Warnings, each once, and not more than a person reads.
struct WarningList {
  private(set) var all: [GLTFWarning] = []
  private var seen: Set<GLTFWarning> = []
  private static let limit = 200

  mutating func add(_ detail: String, at path: GLTFPath) {
    guard all.count < Self.limit else { return }
    let warning = GLTFWarning(path: path.description, detail: detail)
    if seen.insert(warning).inserted { all.append(warning) }
  }
}
