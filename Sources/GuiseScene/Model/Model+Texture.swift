import Foundation

extension Model {
  /// A texture as a material uses it.
  public struct TextureReference: Hashable, Sendable {
    public var texture: ModelIndex<Texture>
    /// Which of the primitive's sets.
    public var coordinateSet: Int
    public var transform: TextureTransform

    public init(
      texture: ModelIndex<Texture>, coordinateSet: Int = 0, transform: TextureTransform = .init()
    ) {
      self.texture = texture
      self.coordinateSet = coordinateSet
      self.transform = transform
    }
  }

  /// KHR_texture_transform: coordinates are scaled, then turned about the origin, then moved.
  public struct TextureTransform: Hashable, Sendable {
    public var offset: SIMD2<Float>
    /// Counter-clockwise.
    public var rotationRadians: Float
    public var scale: SIMD2<Float>

    public init(
      offset: SIMD2<Float> = SIMD2(repeating: 0), rotationRadians: Float = 0,
      scale: SIMD2<Float> = SIMD2(repeating: 1)
    ) {
      self.offset = offset
      self.rotationRadians = rotationRadians
      self.scale = scale
    }
  }

  /// A picture and how it is sampled.
  public struct Texture: Sendable {
    public var name: String
    /// Nil where the model has none that is understood: white.
    public var image: ModelIndex<Image>?
    public var sampler: Sampler

    public init(name: String = "", image: ModelIndex<Image>?, sampler: Sampler = .init()) {
      self.name = name
      self.image = image
      self.sampler = sampler
    }
  }

  /// How a texture is read between and beyond its pixels.
  public struct Sampler: Hashable, Sendable {
    /// Between pixels.
    public enum Filter: Hashable, Sendable {
      case nearest
      case linear
    }

    /// Beyond 0…1.
    public enum Wrap: Hashable, Sendable {
      case repeated
      case mirrored
      case clamped
    }

    public var magnification: Filter
    public var minification: Filter
    /// Between mip levels; nil for no mip levels.
    public var mipFilter: Filter?
    public var wrapHorizontal: Wrap
    public var wrapVertical: Wrap

    public init(
      magnification: Filter = .linear, minification: Filter = .linear,
      mipFilter: Filter? = .linear, wrapHorizontal: Wrap = .repeated,
      wrapVertical: Wrap = .repeated
    ) {
      self.magnification = magnification
      self.minification = minification
      self.mipFilter = mipFilter
      self.wrapHorizontal = wrapHorizontal
      self.wrapVertical = wrapVertical
    }
  }

  /// A picture as a file's bytes, not decoded.
  public struct Image: Sendable {
    public var name: String
    /// As the model says or the bytes show, `image/png`; empty where neither does.
    public var mediaType: String
    public var data: Data

    public init(name: String = "", mediaType: String, data: Data) {
      self.name = name
      self.mediaType = mediaType
      self.data = data
    }
  }

  /// SVRF_video_texture: a looping video as a file's bytes.
  public struct Video: Sendable {
    public var data: Data

    public init(data: Data) {
      self.data = data
    }
  }

  /// SVRF_viewport: pictures over the whole output, one after another.
  public struct ViewportOverlay: Sendable {
    /// Where the picture lies along one axis.
    public struct Alignment: Hashable, Sendable {
      /// 0 at the left or top, 0.5 in the middle, 1 at the right or bottom.
      public var anchor: Float
      /// A fraction of the output's width or height, added.
      public var offset: Float

      public init(anchor: Float = 0.5, offset: Float = 0) {
        self.anchor = anchor
        self.offset = offset
      }
    }

    /// In the order in which they are shown.
    public var images: [ModelIndex<Image>]
    public var horizontal: Alignment
    public var vertical: Alignment
    public var framesPerSecond: Float

    public init(
      images: [ModelIndex<Image>], horizontal: Alignment = .init(), vertical: Alignment = .init(),
      framesPerSecond: Float = 10
    ) {
      self.images = images
      self.horizontal = horizontal
      self.vertical = vertical
      self.framesPerSecond = framesPerSecond
    }
  }
}
