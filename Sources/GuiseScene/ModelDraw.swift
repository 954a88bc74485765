import GuiseCore

/// A posed model: surfaces that share lights and hide one another by depth.
///
/// All vertices are already morphed and skinned, so that a renderer only transforms and shades.
/// Surfaces write depth: opaque ones hide what is drawn later behind them, of any model. Transparent
/// ones are sorted by the renderer.
public struct ModelDraw: Sendable {
  public var surfaces: [SurfaceDraw]
  /// Model space → camera space: where the whole is worn.
  public var transform: Transform
  public var lighting: ModelLighting
  /// 0…1, for the whole: a model that fades does not show its inside.
  public var opacity: Float
  /// Whether occluders hide it.
  public var depthTest: DepthTest
  /// Which earlier items receive the model's contact shadow; nil for no shadow.
  public var shadow: ContactShadow?

  public init(
    surfaces: [SurfaceDraw], transform: Transform, lighting: ModelLighting = .init(),
    opacity: Float = 1, depthTest: DepthTest = .occluded, shadow: ContactShadow? = nil
  ) {
    self.surfaces = surfaces
    self.transform = transform
    self.lighting = lighting
    self.opacity = opacity
    self.depthTest = depthTest
    self.shadow = shadow
  }
}

/// The darkening of the face where a model touches it.
public struct ContactShadow: Sendable {
  /// 0…1: how dark where they touch.
  public var strength: Float
  /// Metres from the model at which it has faded out.
  public var reach: Float

  public init(strength: Float = 0.45, reach: Float = 0.02) {
    self.strength = strength
    self.reach = reach
  }
}

/// One primitive of a model in one frame.
public struct SurfaceDraw: Sendable {
  public var geometry: SurfaceGeometry
  public var material: SurfaceMaterial
  /// The vertices of this frame where they differ from the geometry's own.
  public var deformed: DeformedVertices?
  /// Vertex space → model space.
  public var transform: Transform

  public init(
    geometry: SurfaceGeometry, material: SurfaceMaterial, deformed: DeformedVertices? = nil,
    transform: Transform = .identity
  ) {
    self.geometry = geometry
    self.material = material
    self.deformed = deformed
    self.transform = transform
  }
}

/// Vertices after morphing and skinning. An empty array means that the geometry's own holds.
public struct DeformedVertices: Sendable {
  /// Vertex space, metres.
  public var positions: [SIMD3<Float>]
  /// Not of unit length; a renderer normalises.
  public var normals: [SIMD3<Float>]
  /// As in ``SurfaceGeometry/tangents``.
  public var tangents: [SIMD4<Float>]
  /// As in ``SurfaceGeometry/textureCoordinates``.
  public var textureCoordinates: [[SIMD2<Float>]]
  /// As in ``SurfaceGeometry/colors``.
  public var colors: [SIMD4<Float>]

  public init(
    positions: [SIMD3<Float>] = [], normals: [SIMD3<Float>] = [], tangents: [SIMD4<Float>] = [],
    textureCoordinates: [[SIMD2<Float>]] = [], colors: [SIMD4<Float>] = []
  ) {
    self.positions = positions
    self.normals = normals
    self.tangents = tangents
    self.textureCoordinates = textureCoordinates
    self.colors = colors
  }
}

/// What of a primitive stays the same from frame to frame. Its identity lets a renderer keep it on
/// the GPU.
public final class SurfaceGeometry: Sendable {
  public let topology: Model.Primitive.Topology
  public let indices: [UInt32]
  /// Vertex space, metres.
  public let positions: [SIMD3<Float>]
  /// One for each vertex; empty for unlit surfaces.
  public let normals: [SIMD3<Float>]
  /// One for each vertex: xyz, and in w the bitangent's sign; empty without normal map.
  public let tangents: [SIMD4<Float>]
  /// UV sets, each with one for each vertex, origin top left.
  public let textureCoordinates: [[SIMD2<Float>]]
  /// Linear RGBA, straight alpha; empty for white.
  public let colors: [SIMD4<Float>]
  /// Of ``positions`` at ``indices``.
  public let bounds: BoundingBox

  public init(
    topology: Model.Primitive.Topology = .triangles, indices: [UInt32],
    positions: [SIMD3<Float>], normals: [SIMD3<Float>] = [], tangents: [SIMD4<Float>] = [],
    textureCoordinates: [[SIMD2<Float>]] = [], colors: [SIMD4<Float>] = []
  ) {
    self.topology = topology
    self.indices = indices
    self.positions = positions
    self.normals = normals
    self.tangents = tangents
    self.textureCoordinates = textureCoordinates
    self.colors = colors
    bounds = BoundingBox(of: positions, at: indices)
  }
}

/// A material with its pictures decoded. Its identity lets a renderer keep what it makes of it.
public final class SurfaceMaterial: Sendable {
  public let material: Model.Material
  /// By the index that the material's texture references hold; nil where the model has none that
  /// can be read: white.
  public let textures: [SurfaceTexture?]

  public init(_ material: Model.Material, textures: [SurfaceTexture?] = []) {
    self.material = material
    self.textures = textures
  }

  /// The picture that a reference of the material names.
  public func texture(_ reference: Model.TextureReference?) -> SurfaceTexture? {
    guard let index = reference?.texture.rawValue, textures.indices.contains(index) else {
      return nil
    }
    return textures[index]
  }
}

/// A decoded picture and how it is sampled. Pictures are shared by identity.
public struct SurfaceTexture: Sendable {
  public var picture: SurfacePicture
  public var sampler: Model.Sampler

  public init(picture: SurfacePicture, sampler: Model.Sampler = .init()) {
    self.picture = picture
    self.sampler = sampler
  }
}

/// Pixels of a model's texture: straight alpha, as materials define it. Whether they are sRGB or
/// linear is for the material that reads them to say.
public final class SurfacePicture: Sendable {
  public let image: Image

  public init(_ image: Image) {
    self.image = image
  }
}

/// What lights a model.
public struct ModelLighting: Sendable {
  /// A light of the model itself, placed.
  public struct Placed: Sendable {
    public var light: Model.Light
    /// Light space → camera space; it shines along −z.
    public var transform: Transform

    public init(light: Model.Light, transform: Transform) {
      self.light = light
      self.transform = transform
    }
  }

  /// How bright the built-in environment is; 1 suits a well-lit picture.
  public var intensity: Float
  /// Linear RGB, luminance 1: the colour of the light.
  public var color: SIMD3<Float>
  /// Where most light comes from, in camera space, unit length; nil for the environment's own.
  public var mainDirection: SIMD3<Float>?
  /// KHR_lights_punctual.
  public var placed: [Placed]

  public init(
    intensity: Float = 1, color: SIMD3<Float> = [1, 1, 1], mainDirection: SIMD3<Float>? = nil,
    placed: [Placed] = []
  ) {
    self.intensity = intensity
    self.color = color
    self.mainDirection = mainDirection
    self.placed = placed
  }
}
