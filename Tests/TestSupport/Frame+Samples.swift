import GuiseCore

/// Numbers that look random and are the same in every run (SplitMix64).
public struct FixedRandom: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension Frame {
  /// Samples of a row of a plane: pixels times samples for each.
  public func samplesPerRow(plane: Int) -> Int {
    layout(plane: plane).width * format.samplesPerPixel(plane: plane)
  }

  /// One sample, `x` counting samples, not pixels.
  public func sample(plane: Int, x: Int, y: Int) -> Int {
    withPlane(plane) { bytes, layout in
      let offset = y * layout.rowBytes + x * format.bytesPerSample
      let low = Int(bytes.byte(at: offset))
      return format.bytesPerSample == 1 ? low : low | Int(bytes.byte(at: offset + 1)) << 8
    }
  }

  /// Sets every sample to what `value` gives for plane, x (counting samples) and y.
  public mutating func fill(_ value: (_ plane: Int, _ x: Int, _ y: Int) -> Int) {
    for plane in 0..<format.planeCount {
      let samples = samplesPerRow(plane: plane)
      let bytesPerSample = format.bytesPerSample
      withMutablePlane(plane) { bytes, layout in
        for y in 0..<layout.height {
          for x in 0..<samples {
            let offset = y * layout.rowBytes + x * bytesPerSample
            let sample = value(plane, x, y)
            bytes.set(UInt8(truncatingIfNeeded: sample), at: offset)
            if bytesPerSample == 2 {
              bytes.set(UInt8(truncatingIfNeeded: sample >> 8), at: offset + 1)
            }
          }
        }
      }
    }
  }
}
