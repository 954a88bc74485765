import GuiseCore

/// One of the eight ways in which stored pixels are turned and mirrored before they are shown.
///
/// Shown pixel (x, y) is the stored pixel of column `mirrorsX ? width − 1 − u : u` and row
/// `mirrorsY ? height − 1 − v : v`, where (u, v) is (x, y), or (y, x) where the axes are swapped.
struct PictureOrientation: Hashable, Sendable {
  var swapsAxes = false
  /// The stored columns are read from the last to the first.
  var mirrorsX = false
  /// The stored rows are read from the last to the first.
  var mirrorsY = false

  static let upright = PictureOrientation()

  var isUpright: Bool { self == .upright }

  init(swapsAxes: Bool = false, mirrorsX: Bool = false, mirrorsY: Bool = false) {
    self.swapsAxes = swapsAxes
    self.mirrorsX = mirrorsX
    self.mirrorsY = mirrorsY
  }

  /// The orientation nearest to a video's display matrix.
  ///
  /// - Parameter matrix: nine numbers as in ISO/IEC 14496-12, 8.3.2 (`a b u c d v x y w`): a stored
  ///   point (p, q) is shown at (a·p + c·q + x, b·p + d·q + y).
  init(displayMatrix matrix: [Int32]) {
    guard matrix.count == 9 else {
      self.init()
      return
    }
    let (a, b, c, d) = (Int(matrix[0]), Int(matrix[1]), Int(matrix[3]), Int(matrix[4]))
    if abs(a) + abs(d) >= abs(b) + abs(c) {
      self.init(mirrorsX: a < 0, mirrorsY: d < 0)
    } else {
      self.init(swapsAxes: true, mirrorsX: b < 0, mirrorsY: c < 0)
    }
  }

  /// Whether a display matrix is a multiple of a quarter turn, mirrored or not, of a picture that is
  /// not scaled.
  static func isExact(displayMatrix matrix: [Int32]) -> Bool {
    guard matrix.count == 9 else { return false }
    let (a, b, c, d) = (matrix[0], matrix[1], matrix[3], matrix[4])
    let one: UInt32 = 1 << 16
    return (b == 0 && c == 0 && a.magnitude == one && d.magnitude == one)
      || (a == 0 && d == 0 && b.magnitude == one && c.magnitude == one)
  }

  /// Where chroma samples lie after turning; the nearest of H.273's places where it names none
  /// (a left one that is mirrored lies on the right).
  func turned(_ siting: ColorDescription.ChromaSiting) -> ColorDescription.ChromaSiting {
    guard !isUpright, siting != .unspecified else { return siting }
    // −1 left or top, 0 between, 1 right or bottom, in stored columns and rows.
    var (column, row): (Int, Int) =
      switch siting {
      case .unspecified, .left: (-1, 0)
      case .center: (0, 0)
      case .topLeft: (-1, -1)
      case .top: (0, -1)
      case .bottomLeft: (-1, 1)
      case .bottom: (0, 1)
      }
    if mirrorsX { column = -column }
    if mirrorsY { row = -row }
    if swapsAxes { swap(&column, &row) }
    switch (column, row) {
    case (-1, -1): return .topLeft
    case (-1, 1): return .bottomLeft
    case (-1, _): return .left
    case (_, -1): return .top
    case (_, 1): return .bottom
    default: return .center
    }
  }
}
