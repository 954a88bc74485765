/// Finds what somebody probably meant.
public enum Spelling {
  /// The name that is nearest to `word`, where one is near enough: at most a third of its letters
  /// are missing, needless, wrong or exchanged with their neighbours.
  ///
  ///     Spelling.closest(to: "emojy", in: ["emoji", "wireframe"])      // "emoji"
  public static func closest(to word: String, in names: some Sequence<String>) -> String? {
    let word = word.lowercased()
    let limit = max(1, word.count / 3)
    return names.map { (name: $0, distance: distance(word, $0.lowercased())) }
      .filter { $0.distance <= limit }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// Optimal string alignment distance: the letters to insert, remove, replace or exchange with
  /// their neighbour to make one word into the other.
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a.prefix(64))
    let b = Array(b.prefix(64))
    var previous = [Int]()
    var current = Array(0...b.count)
    for i in a.indices {
      let beforePrevious = previous
      previous = current
      current = [i + 1]
      for j in b.indices {
        var cost = min(
          previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforePrevious[j - 1] + 1)
        }
        current.append(cost)
      }
    }
    return current[b.count]
  }
}
