/// Makes time stamps strictly increasing, whatever a file says.
///
/// Good stamps pass as they are. One that is missing follows its predecessor by the nominal
/// duration; one that repeats its predecessor or lies a little before it comes one tick after it;
/// one that jumps (back by more than a second, ahead by more than half an hour) starts a new
/// stretch that goes on where the last one ended.
struct TimestampNormalizer {
  private let nominalDuration: Int64
  private let largestStepBack: Int64
  private let largestStepAhead: Int64
  private var previous: Int64?
  private var offset: Int64 = 0

  /// Stamps that were changed.
  private(set) var correctionCount = 0

  /// - Parameters:
  ///   - timeBase: seconds in a tick.
  ///   - nominalDuration: ticks from a frame to the next where nothing better is known.
  init(timeBase: Rational, nominalDuration: Int64) {
    self.nominalDuration = max(1, nominalDuration)
    largestStepBack = max(1, timeBase.ticks(in: .seconds(1)))
    largestStepAhead = max(self.nominalDuration, timeBase.ticks(in: .seconds(1800)))
  }

  /// The stamp to use for a frame.
  ///
  /// - Parameters:
  ///   - stamp: what the file says, in ticks; nil where it says nothing.
  ///   - duration: of the frame before, in ticks; nil or less than 1 for the nominal one.
  mutating func next(_ stamp: Int64?, durationBefore duration: Int64? = nil) -> Int64 {
    // Far beyond any clock; leaves room to add.
    let bound = Int64.max / 4
    let stamp = stamp.flatMap { (-bound...bound).contains($0) ? $0 : nil }
    guard let previous else {
      if stamp == nil { correctionCount += 1 }
      let first = stamp ?? 0
      self.previous = first
      return first
    }
    var step = duration ?? nominalDuration
    if step < 1 || step > largestStepAhead { step = nominalDuration }
    let result: Int64
    if let stamp {
      let moved = stamp + offset
      if moved > previous, moved - previous <= largestStepAhead {
        result = moved
      } else if moved <= previous, previous - moved <= largestStepBack {
        result = previous + 1
        correctionCount += 1
      } else {
        result = previous + step
        offset = result - stamp
        correctionCount += 1
      }
    } else {
      result = previous + step
      correctionCount += 1
    }
    self.previous = result
    return result
  }
}
