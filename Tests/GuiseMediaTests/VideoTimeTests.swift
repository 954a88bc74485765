import GuiseCore
import Testing

@testable import GuiseMedia

@Suite struct RationalTests {
  /// K24: a time stamp survives the way through a `Duration` exactly.
  @Test(arguments: [
    Rational(1, 15360), Rational(1, 90_000), Rational(1001, 30_000), Rational(1, 1000),
    Rational(1, 25), Rational(1, 1_000_000), Rational(1001, 24_000), Rational(1, 705_600_000),
  ])
  func ticksSurviveADuration(timeBase: Rational) {
    for ticks: Int64 in [0, 1, 2, 3, 1000, 1001, 123_456_789, -7, 30 * 3600 * 90_000] {
      #expect(timeBase.ticks(in: timeBase.duration(ofTicks: ticks)) == ticks)
    }
  }

  @Test func rescalingRoundsToNearest() {
    let milli = Rational(1, 1000)
    #expect(Rational(1, 30).rescale(1, to: milli) == 33)
    #expect(Rational(1, 30).rescale(2, to: milli) == 67)
    #expect(Rational(1, 30).rescale(-2, to: milli) == -67)
  }
}

/// K20, K23: whatever stamps a file has, those used increase, and good ones are kept.
@Suite struct TimestampNormalizerTests {
  private func normalized(_ stamps: [Int64?], duration: Int64 = 40) -> [Int64] {
    var clock = TimestampNormalizer(timeBase: Rational(1, 1000), nominalDuration: duration)
    return stamps.map { clock.next($0) }
  }

  @Test func goodStampsPass() {
    let stamps: [Int64] = [1000, 1040, 1100, 5000, 5001]
    #expect(normalized(stamps) == stamps)
  }

  @Test func missingStampsFollowAtTheNominalRate() {
    #expect(normalized([nil, nil, 100, nil]) == [0, 40, 100, 140])
  }

  @Test func repeatedAndBackwardStampsAreSpread() {
    #expect(normalized([0, 40, 40, 30, 80]) == [0, 40, 41, 42, 80])
  }

  @Test func aJumpBackStartsANewStretch() {
    #expect(normalized([10_000, 10_040, 0, 40, 80]) == [10_000, 10_040, 10_080, 10_120, 10_160])
  }

  @Test func absurdStampsAreBridged() {
    #expect(normalized([0, Int64.max, Int64.min, 120, 1 << 60]) == [0, 40, 80, 120, 160])
  }
}

@Suite struct FrameDurationsTests {
  @Test func aFrameLastsUntilTheNextOne() {
    var durations = FrameDurations(nominal: 40)
    for stamp: Int64 in [0, 40, 100, 250] { durations.add(stamp) }
    // As an encoder gives them, not in order of showing.
    #expect(durations.take(0) == 40)
    #expect(durations.take(100) == 150)
    #expect(durations.take(40) == 60)
    durations.last = 33
    #expect(durations.take(250) == 33)
  }

  @Test func memoryStaysBounded() {
    var durations = FrameDurations(nominal: 1)
    for stamp: Int64 in 0..<10_000 {
      durations.add(stamp)
      if stamp >= 30 { #expect(durations.take(stamp - 30) == 1) }
    }
    #expect(durations.count < 300)
  }
}
