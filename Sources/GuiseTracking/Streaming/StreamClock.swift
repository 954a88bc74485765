/// Time that only moves forward, whatever the frames' timestamps do.
///
/// A step that is not positive (an equal, backward or negative time) counts as the last one that was.
struct StreamClock {
  /// Hz: frames a second until two times are known.
  static let assumedFrequency = 30.0

  /// Seconds since the first frame.
  private(set) var now = 0.0
  private var lastTime: Double?
  private var lastStep = 1 / assumedFrequency

  /// Takes the next frame's time.
  ///
  /// - Returns: seconds since the frame before; 0 for the first.
  mutating func advance(to time: Duration) -> Double {
    let time = time.seconds
    defer { lastTime = time }
    guard let lastTime else { return 0 }
    if time > lastTime { lastStep = time - lastTime }
    now += lastStep
    return lastStep
  }
}

extension Duration {
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
