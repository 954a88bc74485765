/// The points of the detector's input that its 896 answers refer to, as fractions of its size.
///
/// The detector's strides are 8, 16, 16 and 16 on 128 pixels; layers of one stride share a grid, with
/// two anchors for each layer: 16 × 16 × 2 and 8 × 8 × 6, row by row (MediaPipe, `face_detector`
/// graph; `SsdAnchorsCalculator` with fixed anchor size).
enum DetectorAnchors {
  static let count = 896

  static let all: [SIMD2<Float>] = [(cells: 16, perCell: 2), (cells: 8, perCell: 6)].flatMap {
    (cells, perCell) in
    (0..<cells).flatMap { y in
      (0..<cells).flatMap { x in
        repeatElement(
          (SIMD2(Float(x), Float(y)) + 0.5) / Float(cells), count: perCell)
      }
    }
  }
}
