/// The points of the detector's input that its 896 answers refer to, as fractions of its size.
///
/// The detector's strides are 8, 16, 16 and 16 on 128 pixels; layers of one stride share a grid, with
/// two anchors for each layer: 16 × 16 × 2 and 8 × 8 × 6, row by row (MediaPipe, `face_detector`
/// graph; `SsdAnchorsCalculator` with fixed anchor size).
enum DetectorAnchors {
  static let count = 896

  static let all: [SIMD2<Float>] = grid(cells: 16, perCell: 2) + grid(cells: 8, perCell: 6)

  private static func grid(cells: Int, perCell: Int) -> [SIMD2<Float>] {
    var anchors: [SIMD2<Float>] = []
    for y in 0..<cells {
      for x in 0..<cells {
        let center = (SIMD2(Float(x), Float(y)) + 0.5) / Float(cells)
        anchors += repeatElement(center, count: perCell)
      }
    }
    return anchors
  }
}
