import GuiseCore

/// One channel of a picture as a sum of premultiplied red, green, blue and alpha, in code values.
///
/// Being linear, it can be applied to means of premultiplied pixels as well as to single ones.
struct ChannelWeights: Hashable {
  var red: Float
  var green: Float
  var blue: Float
  /// The code value of no signal: black, or grey for chroma.
  var alpha: Float

  init(_ rgb: SIMD3<Double>, scale: Double, offset: Double) {
    let scaled = rgb * scale
    (red, green, blue) = (Float(scaled.x), Float(scaled.y), Float(scaled.z))
    alpha = Float(offset)
  }

  /// The weights of the channels of a YUV picture, in the order of its planes.
  ///
  /// Formulas of H.273, 8.3. What is not linear in encoded colours (constant luminance, ICtCp) is
  /// taken for its non-constant relative. Matrix "RGB" of a picture in full resolution means planes
  /// of G, B and R.
  ///
  /// - Parameter color: resolved.
  static func channels(of format: PixelFormat, color: ColorDescription) -> [ChannelWeights] {
    let maximum = Double((1 << format.bitDepth) - 1)
    let step = Double(1 << (format.bitDepth - 8))
    let isFull = color.range == .full
    let luma = isFull ? (scale: maximum, offset: 0) : (scale: 219 * step, offset: 16 * step)
    let chroma = isFull ? maximum : 224 * step
    let gray = 128 * step
    func signal(_ rgb: SIMD3<Double>) -> ChannelWeights {
      ChannelWeights(rgb, scale: luma.scale, offset: luma.offset)
    }
    func difference(_ rgb: SIMD3<Double>) -> ChannelWeights {
      ChannelWeights(rgb, scale: chroma, offset: gray)
    }
    switch color.matrix {
    case .rgb where format.layout == .yuv444:
      return [signal([0, 1, 0]), signal([0, 0, 1]), signal([1, 0, 0])]
    case .yCgCo:
      return [
        signal([0.25, 0.5, 0.25]), difference([-0.25, 0.5, -0.25]), difference([0.5, 0, -0.5]),
      ]
    default:
      let (kr, kb) = color.lumaWeights
      let y = SIMD3(kr, 1 - kr - kb, kb)
      return [
        signal(y),
        difference((SIMD3(0, 0, 1) - y) / (2 * (1 - kb))),
        difference((SIMD3(1, 0, 0) - y) / (2 * (1 - kr))),
      ]
    }
  }
}
