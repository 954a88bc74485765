import Foundation
import GuiseCore
import GuiseScene

extension ModelReader {
  mutating func readMaterials() throws(GLTFError) {
    for object in try root.objects("materials") {
      contents.materials.append(try readMaterial(object))
    }
  }

  private mutating func readMaterial(_ object: GLTFObject) throws(GLTFError) -> Model.Material {
    var material = Model.Material(name: try name(of: object))
    material.shading = try readShading(object)
    material.normalTexture = try textureReference(object, "normalTexture")
    material.normalScale = try object.object("normalTexture")?.number("scale") ?? 1
    material.occlusionTexture = try textureReference(object, "occlusionTexture")
    material.occlusionStrength =
      try object.object("occlusionTexture")?.number("strength", in: .unit) ?? 1
    material.emissiveTexture = try textureReference(object, "emissiveTexture")
    material.emissiveFactor = try object.vector3("emissiveFactor", in: .unit) ?? .zero
    if try object.bool("doubleSided") ?? false { material.visibleFaces = .both }
    let cutoff = try object.number("alphaCutoff", in: .notNegative) ?? 0.5
    material.alphaMode =
      try object.word(
        "alphaMode",
        ["OPAQUE": .opaque, "MASK": .mask(cutoff: cutoff), "BLEND": .blend]) ?? .opaque
    try readExtensions(object, into: &material)
    try readCommon(object, into: &material)
    try readSvrfTextures(object, into: &material)
    return material
  }

  private func readShading(_ object: GLTFObject) throws(GLTFError) -> Model.Material.Shading {
    let metal = try object.object("pbrMetallicRoughness").map { metal throws(GLTFError) in
      Model.MetallicRoughness(
        baseColor: Model.BaseColor(
          factor: try metal.vector4("baseColorFactor", in: .unit) ?? SIMD4(repeating: 1),
          texture: try textureReference(metal, "baseColorTexture")),
        metallicFactor: try metal.number("metallicFactor", in: .unit) ?? 1,
        roughnessFactor: try metal.number("roughnessFactor", in: .unit) ?? 1,
        texture: try textureReference(metal, "metallicRoughnessTexture"))
    }
    let metallic = metal ?? Model.MetallicRoughness()
    if try object.extension("KHR_materials_unlit") != nil { return .unlit(metallic.baseColor) }
    guard let specular = try object.extension("KHR_materials_pbrSpecularGlossiness") else {
      return .metallicRoughness(metallic)
    }
    return .specularGlossiness(
      Model.SpecularGlossiness(
        diffuse: Model.BaseColor(
          factor: try specular.vector4("diffuseFactor", in: .unit) ?? SIMD4(repeating: 1),
          texture: try textureReference(specular, "diffuseTexture")),
        specularFactor: try specular.vector3("specularFactor", in: .unit) ?? SIMD3(repeating: 1),
        glossinessFactor: try specular.number("glossinessFactor", in: .unit) ?? 1,
        texture: try textureReference(specular, "specularGlossinessTexture")))
  }

  private func readExtensions(
    _ object: GLTFObject, into material: inout Model.Material
  ) throws(GLTFError) {
    if let emission = try object.extension("KHR_materials_emissive_strength") {
      material.emissiveStrength = try emission.number("emissiveStrength", in: .notNegative) ?? 1
    }
    if let refraction = try object.extension("KHR_materials_ior") {
      let index = try refraction.number("ior", in: .notNegative) ?? 1.5
      guard index == 0 || index >= 1 else {
        throw refraction.path.key("ior").error(
          .invalidField, "expected 0 or a number of at least 1, found \(index)")
      }
      material.indexOfRefraction = index
    }
    if let lacquer = try object.extension("KHR_materials_clearcoat") {
      var clearcoat = Model.Clearcoat()
      clearcoat.factor = try lacquer.number("clearcoatFactor", in: .unit) ?? 0
      clearcoat.texture = try textureReference(lacquer, "clearcoatTexture")
      clearcoat.roughnessFactor = try lacquer.number("clearcoatRoughnessFactor", in: .unit) ?? 0
      clearcoat.roughnessTexture = try textureReference(lacquer, "clearcoatRoughnessTexture")
      clearcoat.normalTexture = try textureReference(lacquer, "clearcoatNormalTexture")
      clearcoat.normalScale = try lacquer.object("clearcoatNormalTexture")?.number("scale") ?? 1
      material.clearcoat = clearcoat
    }
    if let glass = try object.extension("KHR_materials_transmission") {
      var transmission = Model.Transmission()
      transmission.factor = try glass.number("transmissionFactor", in: .unit) ?? 0
      transmission.texture = try textureReference(glass, "transmissionTexture")
      material.transmission = transmission
    }
    if let body = try object.extension("KHR_materials_volume") {
      var volume = Model.Volume()
      volume.thicknessFactor = try body.number("thicknessFactor", in: .notNegative) ?? 0
      volume.thicknessTexture = try textureReference(body, "thicknessTexture")
      volume.attenuationDistance =
        try body.number("attenuationDistance", in: .positive) ?? .infinity
      volume.attenuationColor =
        try body.vector3("attenuationColor", in: .unit) ?? SIMD3(repeating: 1)
      material.volume = volume
    }
    if let gloss = try object.extension("KHR_materials_specular") {
      var specular = Model.Specular()
      specular.factor = try gloss.number("specularFactor", in: .unit) ?? 1
      specular.texture = try textureReference(gloss, "specularTexture")
      specular.colorFactor =
        try gloss.vector3("specularColorFactor", in: .notNegative) ?? SIMD3(repeating: 1)
      specular.colorTexture = try textureReference(gloss, "specularColorTexture")
      material.specular = specular
    }
    if let velvet = try object.extension("KHR_materials_sheen") {
      var sheen = Model.Sheen()
      sheen.colorFactor = try velvet.vector3("sheenColorFactor", in: .unit) ?? .zero
      sheen.colorTexture = try textureReference(velvet, "sheenColorTexture")
      sheen.roughnessFactor = try velvet.number("sheenRoughnessFactor", in: .unit) ?? 0
      sheen.roughnessTexture = try textureReference(velvet, "sheenRoughnessTexture")
      material.sheen = sheen
    }
  }

  /// KHR_materials_common, as exporters carried it over from glTF 1.0: colours or textures of a
  /// Blinn-Phong model. Shininess becomes roughness by √(2 / (s + 2)) (Walter et al., Microfacet
  /// Models for Refraction, 2007, with α = roughness²).
  private func readCommon(
    _ object: GLTFObject, into material: inout Model.Material
  ) throws(GLTFError) {
    guard let common = try object.extension("KHR_materials_common") else { return }
    let technique =
      try common.word(
        "technique",
        ["BLINN": "BLINN", "PHONG": "PHONG", "LAMBERT": "LAMBERT", "CONSTANT": "CONSTANT"])
      ?? "BLINN"
    let values = try common.object("values") ?? common
    var opacity: Float = 1
    // Some exporters put what is no colour beside the values.
    for object in [common, values] {
      if try object.bool("doubleSided") ?? false { material.visibleFaces = .both }
      if try object.bool("transparent") ?? false { material.alphaMode = .blend }
      if let found = try object.number("transparency", in: .unit) { opacity = found }
    }
    if opacity < 1 { material.alphaMode = .blend }
    var (diffuse, texture) = try readCommonColor(values, "diffuse")
    let (emission, emissiveTexture) = try readCommonColor(values, "emission")
    if let emissiveTexture {
      material.emissiveTexture = emissiveTexture
      material.emissiveFactor = SIMD3(repeating: 1)
    } else if let emission {
      material.emissiveFactor = emission.xyz
    }
    if technique == "CONSTANT" {
      // It has no diffuse colour: what it emits is all.
      if diffuse == nil, texture == nil { (diffuse, texture) = (emission, emissiveTexture) }
      material.emissiveFactor = .zero
      material.emissiveTexture = nil
    }
    var color = Model.BaseColor(factor: diffuse ?? SIMD4(repeating: 1), texture: texture)
    color.factor.w *= opacity
    guard technique != "CONSTANT" else {
      material.shading = .unlit(color)
      return
    }
    let shininess = try values.number("shininess", in: .notNegative) ?? 0
    // The exponent of 0…1 that some exporters write is a fraction of 128.
    let exponent = shininess <= 1 ? shininess * 128 : shininess
    var shading = Model.SpecularGlossiness(
      diffuse: color, specularFactor: .zero, glossinessFactor: 0)
    if technique != "LAMBERT" {
      shading.specularFactor = try readCommonColor(values, "specular").factor?.xyz ?? .zero
      shading.glossinessFactor = 1 - (2 / (exponent + 2)).squareRoot().squareRoot()
    }
    material.shading = .specularGlossiness(shading)
  }

  /// A colour of three or four numbers, or a texture as an index or a `textureInfo`.
  private func readCommonColor(
    _ object: GLTFObject, _ key: String
  ) throws(GLTFError) -> (factor: SIMD4<Float>?, texture: Model.TextureReference?) {
    switch object.value(key)?.content {
    case nil: return (nil, nil)
    case .array?:
      let parts = try object.numbers(key, in: .unit) ?? []
      guard parts.count == 3 || parts.count == 4 else {
        throw object.path.key(key).error(
          .invalidField, "expected three or four numbers, found \(parts.count)")
      }
      return (SIMD4(parts[0], parts[1], parts[2], parts.count == 4 ? parts[3] : 1), nil)
    case .number?:
      let index = try object.requiredReference(key, count: counts.textures, to: "textures")
      return (nil, Model.TextureReference(texture: ModelIndex(index)))
    default: return (nil, try textureReference(object, key))
    }
  }
}

extension ClosedRange<Float> {
  static let positive = Float.leastNormalMagnitude...Float.greatestFiniteMagnitude
}
