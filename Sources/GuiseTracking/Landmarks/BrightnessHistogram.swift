/// Counts how often each brightness occurs. Used again and again, it allocates nothing.
struct BrightnessHistogram {
  private var counts = [Int](repeating: 0, count: 256)
  private var total = 0

  mutating func removeAll() {
    for index in counts.indices { counts[index] = 0 }
    total = 0
  }

  /// Adds a pixel: red, green and blue as they are coded, 0…1.
  mutating func add(_ pixel: SIMD3<Float>) {
    // Weights of BT.709.
    let luma = 0.2126 * pixel.x + 0.7152 * pixel.y + 0.0722 * pixel.z
    guard luma.isFinite else { return }
    counts[Int(min(max(luma, 0), 1) * 255 + 0.5)] += 1
    total += 1
  }

  /// The luma that a share of the pixels, 0…1, reaches or exceeds; 0 without pixels.
  func value(reachedBy share: Float) -> Float {
    let wanted = max(1, Int((share * Float(total)).rounded(.up)))
    var brighter = 0
    for index in counts.indices.reversed() {
      brighter += counts[index]
      if brighter >= wanted { return Float(index) / 255 }
    }
    return 0
  }
}
