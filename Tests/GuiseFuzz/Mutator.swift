/// Damages files the way that finds faults: at the fields that say how much follows, at the seams, and
/// anywhere.
struct Mutator {
  /// Files of the same kind, from which pieces are taken.
  var donors: [[UInt8]]
  /// Words that mean something in this kind of file; put in and swapped.
  var dictionary: [[UInt8]] = []

  /// A damaged copy of `original`: one to six mutations.
  func mutate(_ original: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    var bytes = original
    for _ in 0..<(random.one(in: 3) ? Int.random(in: 2...6, using: &random) : 1) {
      step(&bytes, &random)
    }
    return bytes
  }

  private func step(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard !bytes.isEmpty else {
      bytes = donors.randomElement(using: &random) ?? [0]
      return
    }
    switch Int.random(in: 0..<16, using: &random) {
    case 0, 1: flipBits(&bytes, &random)
    case 2, 3: setBytes(&bytes, &random)
    case 4, 5, 6, 7: editNumber(&bytes, &random)
    case 8: bytes.removeLast(bytes.count - place(in: bytes, &random))
    case 9: bytes.removeSubrange(range(in: bytes, &random))
    case 10: repeatRange(&bytes, &random)
    case 11, 12: splice(&bytes, &random)
    case 13: swapRanges(&bytes, &random)
    default: insertWord(&bytes, &random)
    }
  }

  /// An index: near one of the dictionary's words, near the start or the end, or anywhere.
  private func place(in bytes: [UInt8], _ random: inout SplitMix64) -> Int {
    let near = min(bytes.count, 512)
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2:
      if let word = dictionary.randomElement(using: &random),
        let found = find(word, in: bytes, from: Int.random(in: 0..<bytes.count, using: &random))
      {
        return min(bytes.count - 1, found + Int.random(in: 0..<64, using: &random))
      }
      return Int.random(in: 0..<near, using: &random)
    case 3, 4: return Int.random(in: 0..<near, using: &random)
    case 5: return bytes.count - 1 - Int.random(in: 0..<near, using: &random)
    default: return Int.random(in: 0..<bytes.count, using: &random)
    }
  }

  /// Where a word stands next, looking on from `start` and around.
  private func find(_ word: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard let first = word.first, bytes.count >= word.count else { return nil }
    for offset in 0..<bytes.count {
      let index = (start + offset) % bytes.count
      if bytes[index] == first, bytes.count - index >= word.count,
        bytes[index..<index + word.count].elementsEqual(word)
      {
        return index
      }
    }
    return nil
  }

  private func range(in bytes: [UInt8], _ random: inout SplitMix64) -> Range<Int> {
    let start = place(in: bytes, &random)
    let most = min(bytes.count - start, random.one(in: 4) ? bytes.count : 64)
    return start..<start + Int.random(in: 1...most, using: &random)
  }

  private func flipBits(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      bytes[place(in: bytes, &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
  }

  private func setBytes(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF, UInt8.random(in: 0...255, using: &random)]
    let value = values.randomElement(using: &random) ?? 0
    for index in range(in: bytes, &random).prefix(16) { bytes[index] = value }
  }

  /// Takes some bytes for a number, of either byte order, and makes it a dangerous one.
  private func editNumber(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let width = [1, 2, 2, 4, 4, 4, 8].randomElement(using: &random) ?? 4
    guard bytes.count >= width else { return }
    let isLittle = random.one(in: 2)
    let start = min(place(in: bytes, &random), bytes.count - width)
    let field = Array(bytes[start..<start + width])
    let old = (isLittle ? field.reversed() : field).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let size = UInt64(bytes.count)
    let choices: [UInt64] = [
      0, 1, 2, .max, 0x7F, 0x80, 0x7FFF, 0x8000, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000,
      0xFFFF_FFFF, 0xFFFF_FFF0, 1 << 62, size, size &- 1, size &+ 1, size &- UInt64(start),
      old &+ 1, old &- 1, old &* 2, old / 2, old &+ 0x100, ~old, old &* 0x1_0001,
    ]
    let new = choices.randomElement(using: &random) ?? 0
    for index in 0..<width {
      let shift = UInt64(8 * (isLittle ? index : width - 1 - index))
      bytes[start + index] = UInt8(truncatingIfNeeded: new >> shift)
    }
  }

  private func repeatRange(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let range = range(in: bytes, &random)
    let piece = Array(bytes[range])
    let times = random.one(in: 8) ? max(1, min(4096, 100_000 / piece.count)) : 1
    for _ in 0..<times { bytes.insert(contentsOf: piece, at: range.upperBound) }
  }

  /// Replaces or inserts a piece of another file, from about the same place or from anywhere.
  private func splice(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard let donor = donors.randomElement(using: &random), !donor.isEmpty else { return }
    let from = range(in: donor, &random)
    let start = random.one(in: 2) ? min(from.lowerBound, bytes.count) : place(in: bytes, &random)
    let end = random.one(in: 2) ? start : min(bytes.count, start + from.count)
    bytes.replaceSubrange(start..<end, with: donor[from])
  }

  private func swapRanges(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let (a, b) = (range(in: bytes, &random), range(in: bytes, &random))
    let (first, second) = a.lowerBound <= b.lowerBound ? (a, b) : (b, a)
    guard first.upperBound <= second.lowerBound else { return }
    let pieces = (Array(bytes[first]), Array(bytes[second]))
    bytes.replaceSubrange(second, with: pieces.0)
    bytes.replaceSubrange(first, with: pieces.1)
  }

  private func insertWord(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard let word = dictionary.randomElement(using: &random) else {
      return editNumber(&bytes, &random)
    }
    let start = place(in: bytes, &random)
    // Over another word where there is one, so that the rest keeps its sense.
    let other = dictionary.first { word in
      bytes.count - start >= word.count && bytes[start..<start + word.count].elementsEqual(word)
    }
    let end = other.map { start + $0.count } ?? (random.one(in: 2) ? start : start + 1)
    bytes.replaceSubrange(start..<min(end, bytes.count), with: word)
  }
}
