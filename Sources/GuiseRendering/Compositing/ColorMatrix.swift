import GuiseCore

/// A 3×3 matrix of rows, for colours.
struct ColorMatrix: Hashable {
  var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
    rows = (a, b, c)
  }

  static func == (a: ColorMatrix, b: ColorMatrix) -> Bool {
    a.rows.0 == b.rows.0 && a.rows.1 == b.rows.1 && a.rows.2 == b.rows.2
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(rows.0)
    hasher.combine(rows.1)
    hasher.combine(rows.2)
  }

  static func * (m: ColorMatrix, v: SIMD3<Double>) -> SIMD3<Double> {
    [(m.rows.0 * v).sum(), (m.rows.1 * v).sum(), (m.rows.2 * v).sum()]
  }

  static func * (a: ColorMatrix, b: ColorMatrix) -> ColorMatrix {
    let t = b.transposed
    func row(_ r: SIMD3<Double>) -> SIMD3<Double> {
      [(r * t.rows.0).sum(), (r * t.rows.1).sum(), (r * t.rows.2).sum()]
    }
    return ColorMatrix(row(a.rows.0), row(a.rows.1), row(a.rows.2))
  }

  var transposed: ColorMatrix {
    ColorMatrix(
      [rows.0.x, rows.1.x, rows.2.x], [rows.0.y, rows.1.y, rows.2.y],
      [rows.0.z, rows.1.z, rows.2.z])
  }

  /// The matrix must have an inverse.
  var inverse: ColorMatrix {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
    }
    let bc = cross(rows.1, rows.2)
    let determinant = (rows.0 * bc).sum()
    return ColorMatrix(
      bc / determinant, cross(rows.2, rows.0) / determinant, cross(rows.0, rows.1) / determinant
    ).transposed
  }

  /// Linear RGB of BT.709 (sRGB) → linear RGB of `primaries`; white stays white (Bradford).
  static func fromSRGB(to primaries: ColorDescription.Primaries) -> ColorMatrix {
    let source = Chromaticities(.bt709)
    let destination = Chromaticities(primaries)
    return destination.toXYZ.inverse * adaptation(from: source.white, to: destination.white)
      * source.toXYZ
  }

  /// XYZ under one white → XYZ under another, by the Bradford method (ICC.1:2022, annex E).
  private static func adaptation(
    from source: SIMD2<Double>, to destination: SIMD2<Double>
  ) -> ColorMatrix {
    let bradford = ColorMatrix(
      [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])
    let gain =
      (bradford * Chromaticities.xyz(destination)) / (bradford * Chromaticities.xyz(source))
    let scale = ColorMatrix([gain.x, 0, 0], [0, gain.y, 0], [0, 0, gain.z])
    return bradford.inverse * scale * bradford
  }
}

/// CIE 1931 x, y of a colour space's primaries and white (H.273, table 2).
struct Chromaticities {
  var red: SIMD2<Double>
  var green: SIMD2<Double>
  var blue: SIMD2<Double>
  var white: SIMD2<Double>

  init(_ primaries: ColorDescription.Primaries) {
    let d65 = SIMD2(0.3127, 0.3290)
    let illuminantC = SIMD2(0.310, 0.316)
    (red, green, blue, white) =
      switch primaries {
      case .bt709, .unspecified: ([0.640, 0.330], [0.300, 0.600], [0.150, 0.060], d65)
      case .bt470M: ([0.67, 0.33], [0.21, 0.71], [0.14, 0.08], illuminantC)
      case .bt470BG: ([0.64, 0.33], [0.29, 0.60], [0.15, 0.06], d65)
      case .smpte170M, .smpte240M: ([0.630, 0.340], [0.310, 0.595], [0.155, 0.070], d65)
      case .film: ([0.681, 0.319], [0.243, 0.692], [0.145, 0.049], illuminantC)
      case .bt2020: ([0.708, 0.292], [0.170, 0.797], [0.131, 0.046], d65)
      // XYZ itself.
      case .smpte428: ([1, 0], [0, 1], [0, 0], SIMD2(1, 1) / 3)
      case .smpte431: ([0.680, 0.320], [0.265, 0.690], [0.150, 0.060], [0.314, 0.351])
      case .displayP3: ([0.680, 0.320], [0.265, 0.690], [0.150, 0.060], d65)
      case .ebu3213: ([0.630, 0.340], [0.295, 0.605], [0.155, 0.077], d65)
      }
  }

  /// The colour of luminance 1.
  static func xyz(_ xy: SIMD2<Double>) -> SIMD3<Double> {
    [xy.x / xy.y, 1, (1 - xy.x - xy.y) / xy.y]
  }

  /// Linear RGB → XYZ, white having luminance 1 (SMPTE RP 177).
  var toXYZ: ColorMatrix {
    func column(_ xy: SIMD2<Double>) -> SIMD3<Double> { [xy.x, xy.y, 1 - xy.x - xy.y] }
    let primaries = ColorMatrix(column(red), column(green), column(blue)).transposed
    let scale = primaries.inverse * Self.xyz(white)
    return primaries
      * ColorMatrix([scale.x, 0, 0], [0, scale.y, 0], [0, 0, scale.z])
  }
}
