extension Model {
  /// A camera that looks along −z of its node, +y up.
  public struct Camera: Sendable {
    /// What part of space is seen.
    public enum Projection: Hashable, Sendable {
      /// - Parameters:
      ///   - aspectRatio: width over height; nil for the output's.
      ///   - far: metres; nil for no end.
      case perspective(
        verticalFieldOfViewRadians: Float, aspectRatio: Float?, near: Float, far: Float?)
      /// Half of the width and height that are seen, metres.
      case orthographic(halfWidth: Float, halfHeight: Float, near: Float, far: Float)
    }

    public var name: String
    public var projection: Projection

    public init(name: String = "", projection: Projection) {
      self.name = name
      self.projection = projection
    }
  }

  /// KHR_lights_punctual: a light that shines along −z of its node.
  public struct Light: Sendable {
    /// Where the light comes from.
    public enum Kind: Hashable, Sendable {
      /// Intensity in lux.
      case directional
      /// Intensity in candela.
      case point
      /// Intensity in candela; half angles of the cone in which it is full, and beyond which it is 0.
      case spot(innerConeRadians: Float, outerConeRadians: Float)
    }

    public var name: String
    public var kind: Kind
    /// Linear.
    public var color: SIMD3<Float>
    public var intensity: Float
    /// Metres at which it ends; nil for no end.
    public var range: Float?

    public init(
      name: String = "", kind: Kind, color: SIMD3<Float> = SIMD3(repeating: 1),
      intensity: Float = 1, range: Float? = nil
    ) {
      self.name = name
      self.kind = kind
      self.color = color
      self.intensity = intensity
      self.range = range
    }
  }
}
