import GuiseCore

/// The members of one object of a manifest, taken one by one; what is left over is unknown.
struct ManifestFields {
  let members: [JSONMember]
  /// The object's own path, such as `layers[1]`; empty for the manifest.
  let path: String
  /// Where the object begins.
  let offset: Int
  private(set) var known: [String] = []

  init(_ members: [JSONMember], path: String, offset: Int) {
    self.members = members
    self.path = path
    self.offset = offset
  }

  /// The value of a key, nil where it is not there; the key is known from now on.
  mutating func take(_ key: String) -> JSONValue? {
    known.append(key)
    return members.first { $0.key == key }?.value
  }

  /// The path of one of the members.
  func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// Members that nobody took.
  var unknown: [JSONMember] { members.filter { !known.contains($0.key) } }

  /// The known key that differs from an unknown one by the fewest edits: at most two.
  func suggestion(for key: String) -> String? {
    known.map { ($0, Self.distance(Array($0), Array(key))) }
      .filter { $0.1 <= min(2, key.count / 2) }
      .min { $0.1 < $1.1 }?.0
  }

  /// Levenshtein's distance; 3 where the lengths alone make it that much.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    guard abs(a.count - b.count) <= 2 else { return 3 }
    var row = Array(0...b.count)
    for i in a.indices {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let next = min(
          row[j] + 1, row[j + 1] + 1,
          diagonal + (a[i].lowercased() == b[j].lowercased() ? 0 : 1))
        diagonal = row[j + 1]
        row[j + 1] = next
      }
    }
    return row[b.count]
  }
}
