import GuiseCore

/// How the samples of a format become red, green and blue of 0…1: a 3 × 4 matrix on (first, second,
/// third sample, 1).
///
/// Signals are taken as they are, without undoing their transfer: the models know gamma-coded
/// pictures. The two high-dynamic-range signals are scaled so that their reference white (ITU-R
/// BT.2408: 75 % for HLG, 58 % for PQ) becomes 1, which puts skin where the models expect it.
struct SampleMatrix {
  /// Rows for red, green and blue.
  let rows: [[Double]]

  /// - Parameter color: with every field resolved.
  init(format: PixelFormat, color: ColorDescription) {
    let maximum = Double((1 << format.bitDepth) - 1)
    let gain: Double =
      switch color.transfer {
      case .hlg: 1 / 0.75
      case .pq: 1 / 0.58
      default: 1
      }
    guard format.isYUV else {
      rows = (0..<3).map { row in (0..<4).map { $0 == row ? gain / maximum : 0 } }
      return
    }
    // Signal = (sample - zero) * unit, luma 0…1, chroma -0.5…0.5 (H.273, 8.3).
    let depth = Double(1 << (format.bitDepth - 8))
    let isFull = color.range == .full
    let luma = isFull ? (zero: 0, unit: 1 / maximum) : (zero: 16 * depth, unit: 1 / (219 * depth))
    let chroma = (zero: 128 * depth, unit: isFull ? 1 / maximum : 1 / (224 * depth))
    // Red, green and blue from (luma, first chroma, second chroma).
    let signal: [[Double]]
    switch color.matrix {
    case _ where format.layout == .gray:
      signal = [[1, 0, 0], [1, 0, 0], [1, 0, 0]]
    case .rgb:
      // The planes are green, blue and red, without a zero in the middle.
      rows = [2, 0, 1].map { plane in
        (0..<4).map { column in
          column == plane ? luma.unit * gain : column == 3 ? -luma.zero * luma.unit * gain : 0
        }
      }
      return
    case .yCgCo:
      signal = [[1, -1, 1], [1, 1, 0], [1, -1, -1]]
    default:
      let (red, blue) = color.lumaWeights
      let green = 1 - red - blue
      signal = [
        [1, 0, 2 * (1 - red)],
        [1, -2 * (1 - blue) * blue / green, -2 * (1 - red) * red / green],
        [1, 2 * (1 - blue), 0],
      ]
    }
    rows = signal.map { row in
      let units = [row[0] * luma.unit, row[1] * chroma.unit, row[2] * chroma.unit]
      let constant = -(units[0] * luma.zero + (units[1] + units[2]) * chroma.zero)
      return [units[0], units[1], units[2], constant].map { $0 * gain }
    }
  }
}
