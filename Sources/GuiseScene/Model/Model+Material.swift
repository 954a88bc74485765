import GuiseCore

extension Model {
  /// How a surface looks: the metallic-roughness model of glTF 2.0 and what its extensions add.
  ///
  /// Colours and factors are linear. A missing texture is white; textures multiply their factors.
  public struct Material: Sendable {
    public var name: String
    public var shading: Shading
    public var normalTexture: TextureReference?
    /// Multiplies x and y of the texture's normals.
    public var normalScale: Float
    /// In the texture's red.
    public var occlusionTexture: TextureReference?
    /// 0…1.
    public var occlusionStrength: Float
    public var emissiveFactor: SIMD3<Float>
    public var emissiveTexture: TextureReference?
    /// Multiplies the emission; may be over 1.
    public var emissiveStrength: Float
    public var alphaMode: AlphaMode
    public var visibleFaces: VisibleFaces
    /// 1 is air, 1.5 the default; 0 is the glTF extension's word for a surface that always reflects.
    public var indexOfRefraction: Float
    public var clearcoat: Clearcoat?
    public var transmission: Transmission?
    public var volume: Volume?
    public var specular: Specular?
    public var sheen: Sheen?
    /// Textures of which several pictures follow one another.
    public var animatedTextures: [AnimatedTexture]
    /// A looping video in place of the base colour's texture.
    public var baseColorVideo: ModelIndex<Video>?

    /// The default material of glTF 2.0.
    public init(name: String = "", shading: Shading = .metallicRoughness(MetallicRoughness())) {
      self.name = name
      self.shading = shading
      normalScale = 1
      occlusionStrength = 1
      emissiveFactor = SIMD3(repeating: 0)
      emissiveStrength = 1
      alphaMode = .opaque
      visibleFaces = .front
      indexOfRefraction = 1.5
      animatedTextures = []
    }

    /// How light is reflected.
    public enum Shading: Sendable {
      case metallicRoughness(MetallicRoughness)
      /// KHR_materials_pbrSpecularGlossiness, and KHR_materials_common's Blinn, Phong and Lambert.
      case specularGlossiness(SpecularGlossiness)
      /// The base colour exactly, without light.
      case unlit(BaseColor)
    }

    /// What the base colour's alpha does.
    public enum AlphaMode: Hashable, Sendable {
      case opaque
      /// Drawn where alpha is at or over the cut-off.
      case mask(cutoff: Float)
      case blend
    }

    /// Which sides of a triangle are drawn.
    public enum VisibleFaces: Hashable, Sendable {
      case front
      case both
    }
  }

  /// A colour and a texture that multiplies it.
  public struct BaseColor: Sendable {
    /// Linear, straight alpha.
    public var factor: SIMD4<Float>
    /// sRGB.
    public var texture: TextureReference?

    public init(factor: SIMD4<Float> = SIMD4(repeating: 1), texture: TextureReference? = nil) {
      self.factor = factor
      self.texture = texture
    }
  }

  /// The shading of glTF 2.0 itself.
  public struct MetallicRoughness: Sendable {
    public var baseColor: BaseColor
    public var metallicFactor: Float
    public var roughnessFactor: Float
    /// Roughness in green, metalness in blue; linear.
    public var texture: TextureReference?

    public init(
      baseColor: BaseColor = .init(), metallicFactor: Float = 1, roughnessFactor: Float = 1,
      texture: TextureReference? = nil
    ) {
      self.baseColor = baseColor
      self.metallicFactor = metallicFactor
      self.roughnessFactor = roughnessFactor
      self.texture = texture
    }
  }

  /// The older shading, by a colour of reflections.
  public struct SpecularGlossiness: Sendable {
    public var diffuse: BaseColor
    public var specularFactor: SIMD3<Float>
    /// 1 is a mirror.
    public var glossinessFactor: Float
    /// Specular colour (sRGB) in red, green, blue; glossiness in alpha (linear).
    public var texture: TextureReference?

    public init(
      diffuse: BaseColor = .init(), specularFactor: SIMD3<Float> = SIMD3(repeating: 1),
      glossinessFactor: Float = 1, texture: TextureReference? = nil
    ) {
      self.diffuse = diffuse
      self.specularFactor = specularFactor
      self.glossinessFactor = glossinessFactor
      self.texture = texture
    }
  }

  /// KHR_materials_clearcoat: a layer of lacquer.
  public struct Clearcoat: Sendable {
    public var factor: Float = 0
    /// In red.
    public var texture: TextureReference?
    public var roughnessFactor: Float = 0
    /// In green.
    public var roughnessTexture: TextureReference?
    public var normalTexture: TextureReference?
    public var normalScale: Float = 1

    public init() {}
  }

  /// KHR_materials_transmission: what lies behind shines through.
  public struct Transmission: Sendable {
    public var factor: Float = 0
    /// In red.
    public var texture: TextureReference?

    public init() {}
  }

  /// KHR_materials_volume: what the light goes through behind the surface.
  public struct Volume: Sendable {
    /// Metres in mesh space; 0 for a thin wall, which does not refract.
    public var thicknessFactor: Float = 0
    /// In green.
    public var thicknessTexture: TextureReference?
    /// Metres after which white light has `attenuationColor`; infinite for a clear body.
    public var attenuationDistance: Float = .infinity
    public var attenuationColor = SIMD3<Float>(repeating: 1)

    public init() {}
  }

  /// KHR_materials_specular: how strongly what is no metal reflects.
  public struct Specular: Sendable {
    public var factor: Float = 1
    /// In alpha.
    public var texture: TextureReference?
    /// Of the reflection straight on; may be over 1.
    public var colorFactor = SIMD3<Float>(repeating: 1)
    /// sRGB.
    public var colorTexture: TextureReference?

    public init() {}
  }

  /// KHR_materials_sheen: velvet.
  public struct Sheen: Sendable {
    public var colorFactor = SIMD3<Float>(repeating: 0)
    /// sRGB.
    public var colorTexture: TextureReference?
    public var roughnessFactor: Float = 0
    /// In alpha.
    public var roughnessTexture: TextureReference?

    public init() {}
  }

  /// SVRF_animated_material: pictures that take turns in one of a material's textures.
  public struct AnimatedTexture: Sendable {
    /// Which of the material's textures.
    public enum Target: String, CaseIterable, Hashable, Sendable {
      case baseColor, metallicRoughness, normal, occlusion, emissive
    }

    public var target: Target
    public var images: [ModelIndex<Image>]
    /// Over 0.
    public var framesPerSecond: Float

    public init(target: Target, images: [ModelIndex<Image>], framesPerSecond: Float = 10) {
      self.target = target
      self.images = images
      self.framesPerSecond = framesPerSecond
    }
  }
}

extension Model.Material {
  /// All textures, but those of animations.
  public var textureReferences: [Model.TextureReference] {
    let shadingTextures: [Model.TextureReference?] =
      switch shading {
      case .metallicRoughness(let metallic): [metallic.baseColor.texture, metallic.texture]
      case .specularGlossiness(let specular): [specular.diffuse.texture, specular.texture]
      case .unlit(let color): [color.texture]
      }
    let others = [
      normalTexture, occlusionTexture, emissiveTexture, clearcoat?.texture,
      clearcoat?.roughnessTexture, clearcoat?.normalTexture, transmission?.texture,
      volume?.thicknessTexture, specular?.texture, specular?.colorTexture, sheen?.colorTexture,
      sheen?.roughnessTexture,
    ]
    return (shadingTextures + others).compactMap { $0 }
  }

  /// The highest set of texture coordinates that a texture uses; nil without textures.
  public var highestCoordinateSet: Int? { textureReferences.map(\.coordinateSet).max() }
}
