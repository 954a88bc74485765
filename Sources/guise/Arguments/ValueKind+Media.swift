import Foundation
import GuiseMedia

/// A filter for one face: `2=wireframe`.
struct FaceFilter: Hashable, Sendable {
  /// Counts from 1, from the left.
  var face: Int
  var filter: String
}

/// A choice for a feature of an emoji layer: `nose=🐽`.
struct EmojiChoice: Hashable, Sendable {
  var feature: String
  /// `off` for none.
  var emoji: String
}

/// A part of a video, from its first frame on.
struct TimeRange: Hashable, Sendable {
  var start: Duration
  /// Nil for the end of the video.
  var end: Duration?
}

extension ValueKind<FaceFilter> {
  static let faceFilter = Self(placeholder: "I=FILTER", completion: .nothing) {
    text throws(UsageError) in
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let face = Int(parts[0]), (1...64).contains(face) else {
      throw UsageError("expected I=FILTER such as 2=wireframe, I from 1 to 64, found “\(text)”")
    }
    return FaceFilter(face: face, filter: parts[1])
  }
}

extension ValueKind<EmojiChoice> {
  static let emojiChoice = Self(placeholder: "FEATURE=EMOJI", completion: .nothing) {
    text throws(UsageError) in
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw UsageError("expected FEATURE=EMOJI such as nose=🐽 or mouth=off, found “\(text)”")
    }
    return EmojiChoice(feature: parts[0], emoji: parts[1])
  }
}

extension ValueKind<TimeRange> {
  static let timeRange = Self(placeholder: "A-B", completion: .nothing) {
    text throws(UsageError) in
    let expected = UsageError(
      "expected A-B, A- or -B in seconds or m:s or h:m:s, found “\(text)”")
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts != ["", ""] else { throw expected }
    var times: [Duration?] = []
    for part in parts {
      guard part.isEmpty || time(part) != nil else { throw expected }
      times.append(time(part))
    }
    let range = TimeRange(start: times[0] ?? .zero, end: times[1])
    if let end = range.end, end <= range.start {
      throw UsageError("the end must come after the start, found “\(text)”")
    }
    return range
  }

  /// `90`, `1:30`, `0:01:30.5`.
  private static func time(_ text: String) -> Duration? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard (1...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      guard part.first?.isNumber == true,
        let number = isLast ? Double(part) : Int(part).map(Double.init), number >= 0,
        index == 0 || number < 60
      else { return nil }
      seconds = seconds * 60 + number
    }
    return seconds < 1e9 ? .seconds(seconds) : nil
  }
}

extension TimeRange {
  var videoTrim: VideoTrim { VideoTrim(start: start, end: end) }
}
