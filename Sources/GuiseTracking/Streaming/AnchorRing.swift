import GuiseCore

/// Results that are used again after 16 frames, so that a steady stream allocates nothing. Whoever
/// still holds an old result keeps it: it is then copied before it is written.
struct AnchorRing {
  static let length = 16

  private var results: [[FaceAnchor]]
  private var storages: [[AnchorStorage]]
  private var position = 0

  init(slots: Int) {
    results = (0..<Self.length).map { _ in
      var anchors: [FaceAnchor] = []
      anchors.reserveCapacity(slots)
      return anchors
    }
    storages = (0..<Self.length).map { _ in (0..<slots).map { _ in AnchorStorage() } }
  }

  /// Begins the next frame's result.
  mutating func advance() {
    position = (position + 1) % Self.length
    results[position].removeAll(keepingCapacity: true)
  }

  mutating func append(_ anchor: FaceAnchor) { results[position].append(anchor) }

  /// The current result, by id.
  mutating func finish() -> [FaceAnchor] {
    results[position].sortStably { $0.id < $1.id }
    return results[position]
  }

  /// The memory of a slot in the current frame.
  subscript(slot: Int) -> AnchorStorage {
    _read { yield storages[position][slot] }
    _modify { yield &storages[position][slot] }
  }
}
