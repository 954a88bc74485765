/// How long each frame that an encoder holds is shown.
struct FrameDurations {
  /// Ticks that the last frame is shown; taken where it is sensible.
  var last: Int64?

  private let nominal: Int64
  /// Stamps of the frames in the encoder and of the newest one, in order.
  private var stamps: [Int64] = []

  /// - Parameter nominal: ticks from a frame to the next where nothing better is known.
  init(nominal: Int64) {
    self.nominal = nominal
    stamps.reserveCapacity(256)
  }

  /// Frames that are remembered.
  var count: Int { stamps.count }

  /// Notes a frame that goes into the encoder; stamps increase.
  mutating func add(_ stamp: Int64) { stamps.append(stamp) }

  /// The duration of a frame that comes out.
  mutating func take(_ stamp: Int64) -> Int64 {
    guard let index = stamps.firstIndex(of: stamp) else { return nominal }
    guard index + 1 < stamps.count else {
      guard let last, last > 0 else { return nominal }
      return last
    }
    let duration = stamps[index + 1] - stamp
    // Frames come out in another order than they are shown; only those far back are forgotten.
    if index > 128 { stamps.removeFirst(64) }
    return duration
  }
}
