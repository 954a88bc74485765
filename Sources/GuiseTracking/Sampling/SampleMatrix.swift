import GuiseCore

/// How the samples of a format become red, green and blue of 0…1: three rows that are multiplied with
/// (first, second, third sample, 1).
///
/// Signals are taken as they are, without undoing their transfer: the models know gamma-coded
/// pictures. The two high-dynamic-range signals are scaled so that their reference white (ITU-R
/// BT.2408: 75 % for HLG, 58 % for PQ) becomes 1, which puts skin where the models expect it.
struct SampleMatrix {
  let red: SIMD4<Double>
  let green: SIMD4<Double>
  let blue: SIMD4<Double>

  private init(_ red: SIMD4<Double>, _ green: SIMD4<Double>, _ blue: SIMD4<Double>) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// - Parameter color: with every field resolved.
  init(format: PixelFormat, color: ColorDescription) {
    let maximum = Double((1 << format.bitDepth) - 1)
    let gain = Self.gain(color.transfer)
    guard format.isYUV else {
      let unit = gain / maximum
      self.init([unit, 0, 0, 0], [0, unit, 0, 0], [0, 0, unit, 0])
      return
    }
    // Signal = (sample - zero) * unit, luma 0…1, chroma -0.5…0.5 (H.273, 8.3).
    let depth = Double(1 << (format.bitDepth - 8))
    let isFull = color.range == .full
    let lumaZero = isFull ? 0 : 16 * depth
    let lumaUnit = gain * (isFull ? 1 / maximum : 1 / (219 * depth))
    let chromaZero = 128 * depth
    let chromaUnit = gain * (isFull ? 1 / maximum : 1 / (224 * depth))
    /// A row from the weights of luma and of both chroma signals.
    func row(_ luma: Double, _ first: Double, _ second: Double) -> SIMD4<Double> {
      let units = SIMD3(luma * lumaUnit, first * chromaUnit, second * chromaUnit)
      let constant = units.x * lumaZero + (units.y + units.z) * chromaZero
      return SIMD4(units, -constant)
    }
    switch color.matrix {
    case _ where format.layout == .gray:
      self.init(row(1, 0, 0), row(1, 0, 0), row(1, 0, 0))
    case .rgb:
      // The planes are green, blue and red, all with luma's range.
      let constant = -lumaZero * lumaUnit
      self.init(
        [0, 0, lumaUnit, constant], [lumaUnit, 0, 0, constant], [0, lumaUnit, 0, constant])
    case .yCgCo:
      self.init(row(1, -1, 1), row(1, 1, 0), row(1, -1, -1))
    default:
      let (kr, kb) = color.lumaWeights
      let kg = 1 - kr - kb
      self.init(
        row(1, 0, 2 * (1 - kr)), row(1, -2 * (1 - kb) * kb / kg, -2 * (1 - kr) * kr / kg),
        row(1, 2 * (1 - kb), 0))
    }
  }

  private static func gain(_ transfer: ColorDescription.Transfer) -> Double {
    switch transfer {
    case .hlg: 1 / 0.75
    case .pq: 1 / 0.58
    default: 1
    }
  }
}
