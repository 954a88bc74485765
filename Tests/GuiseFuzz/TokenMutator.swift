/// Damages JSON without breaking its grammar at the first byte: exchanges, doubles and drops whole
/// tokens.
struct TokenMutator {
  /// Values that a field may hold against all expectation.
  var values: [[UInt8]]

  func mutate(_ original: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    var tokens = Self.tokens(of: original)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let places = tokens.indices.filter { Self.isValue(tokens[$0]) }
      guard let place = places.randomElement(using: &random),
        let other = places.randomElement(using: &random)
      else { break }
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2: tokens[place] = values.randomElement(using: &random) ?? []
      case 3: tokens[place] = tokens[other]
      case 4: tokens.swapAt(place, other)
      case 5: tokens.remove(at: place)
      case 6:
        // A whole run of fields again: keys and layers twice.
        let range = min(place, other)..<max(place, other)
        tokens.insert(
          contentsOf: Array(tokens[range]) + [[UInt8(ascii: ",")]], at: range.lowerBound)
      default:
        let depth = Int.random(in: 1...2000, using: &random)
        tokens[place] =
          [UInt8](repeating: UInt8(ascii: "["), count: depth)
          + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
      }
    }
    return Array(tokens.joined())
  }

  private static func isValue(_ token: [UInt8]) -> Bool {
    guard let first = token.first else { return false }
    return !" \n\t{}[]:,".utf8.contains(first)
  }

  /// Strings, numbers and words, and each other byte by itself.
  private static func tokens(of bytes: [UInt8]) -> [[UInt8]] {
    var tokens: [[UInt8]] = []
    var rest = bytes[...]
    while let first = rest.first {
      let length: Int
      if first == UInt8(ascii: "\"") {
        length = (rest.dropFirst().firstIndex(of: first) ?? rest.endIndex - 1) - rest.startIndex + 1
      } else if isValue([first]) {
        length = rest.prefix { isValue([$0]) }.count
      } else {
        length = 1
      }
      tokens.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return tokens
  }
}
