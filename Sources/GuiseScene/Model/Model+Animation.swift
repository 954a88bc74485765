extension Model {
  /// Tracks that play together.
  public struct Animation: Sendable {
    public var name: String
    public var channels: [Channel]

    public init(name: String = "", channels: [Channel]) {
      self.name = name
      self.channels = channels
    }

    /// Seconds from 0 to the last key of all channels.
    public var durationSeconds: Float {
      channels.reduce(0) { max($0, $1.times.last ?? 0) }
    }
  }

  /// One property of one node over time.
  public struct Channel: Sendable {
    /// How values between keys come about.
    public enum Interpolation: Hashable, Sendable {
      case step
      /// Spherical for rotations.
      case linear
      /// Hermite splines: each key has three values, the incoming tangent, the value and the outgoing
      /// tangent.
      case cubicSpline

      public var valuesPerKey: Int { self == .cubicSpline ? 3 : 1 }
    }

    /// Values for each key, in the order of the keys.
    public enum Track: Sendable {
      case translation([SIMD3<Float>])
      /// Unit quaternions, x, y, z, w.
      case rotation([SIMD4<Float>])
      case scale([SIMD3<Float>])
      /// `targetCount` weights for each value.
      case weights([Float], targetCount: Int)
    }

    public var node: ModelIndex<Node>
    /// Seconds, from 0, strictly ascending.
    public var times: [Float]
    public var interpolation: Interpolation
    public var track: Track

    public init(
      node: ModelIndex<Node>, times: [Float], interpolation: Interpolation, track: Track
    ) {
      self.node = node
      self.times = times
      self.interpolation = interpolation
      self.track = track
    }
  }
}
