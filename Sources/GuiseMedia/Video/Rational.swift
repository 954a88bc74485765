/// An exact fraction: frame rates like 30000/1001 and the tick lengths of time stamps.
///
///     let rate = Rational(30_000, 1001)
///     rate.value   // 29.97…
public struct Rational: Hashable, Sendable {
  public let numerator: Int
  /// Positive.
  public let denominator: Int

  /// - Parameter denominator: greater than 0.
  public init(_ numerator: Int, _ denominator: Int = 1) {
    precondition(denominator > 0, "a denominator is positive, is \(denominator)")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The nearest floating-point number.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// 1 over this; its numerator must be positive.
  public var reciprocal: Rational { Rational(denominator, numerator) }
}

extension Rational: CustomStringConvertible {
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

extension Rational {
  private static let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000

  /// The time of `ticks` ticks of this length in seconds, rounded to an attosecond.
  ///
  /// An attosecond is so much finer than any tick that ``ticks(in:)`` gives back `ticks` exactly:
  /// time stamps survive the way through a `Duration` without drift.
  func duration(ofTicks ticks: Int64) -> Duration {
    let scaled = Int128(ticks) * Int128(numerator) * Self.attosecondsPerSecond
    let attoseconds = Self.rounded(scaled, over: Int128(denominator))
    let (seconds, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerSecond)
    return Duration(secondsComponent: Int64(seconds), attosecondsComponent: Int64(rest))
  }

  /// The number of ticks of this length nearest to `duration`.
  func ticks(in duration: Duration) -> Int64 {
    let (seconds, rest) = duration.components
    let attoseconds = Int128(seconds) * Self.attosecondsPerSecond + Int128(rest)
    // Dividing first keeps hours at any tick length within 128 bits.
    let (whole, part) = attoseconds.quotientAndRemainder(dividingBy: Self.attosecondsPerSecond)
    let tick = Int128(numerator)
    let wholeTicks = whole * Int128(denominator)
    let scaled = wholeTicks * Self.attosecondsPerSecond + part * Int128(denominator)
    return Int64(clamping: Self.rounded(scaled, over: tick * Self.attosecondsPerSecond))
  }

  /// `ticks` of this length, in ticks of another length, rounded to nearest.
  func rescale(_ ticks: Int64, to other: Rational) -> Int64 {
    let scaled = Int128(ticks) * Int128(numerator) * Int128(other.denominator)
    return Int64(
      clamping: Self.rounded(scaled, over: Int128(denominator) * Int128(other.numerator)))
  }

  private static func rounded(_ dividend: Int128, over divisor: Int128) -> Int128 {
    let half = divisor / 2
    return (dividend >= 0 ? dividend + half : dividend - half) / divisor
  }
}
