/// Remembers a value for each of the objects that were used last, by their identity, without keeping
/// the objects alive. What was used least lately goes first when the costs exceed the limit; what was
/// used since the last ``trim()`` stays.
struct IdentityCache<Key: AnyObject, Value: AnyObject> {
  private final class Entry {
    weak var key: Key?
    let value: Value
    let cost: Int
    var lastUse: Int

    init(key: Key, value: Value, cost: Int, lastUse: Int) {
      self.key = key
      self.value = value
      self.cost = cost
      self.lastUse = lastUse
    }
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var round = 0
  private var totalCost = 0
  private let costLimit: Int

  init(costLimit: Int) {
    self.costLimit = costLimit
  }

  var count: Int { entries.count }

  /// The value for `key`, made by `make` where it is not known yet.
  ///
  /// - Parameter cost: in the limit's unit; used with `make` only.
  mutating func value<E: Error>(
    for key: Key, cost: Int, make: () throws(E) -> Value
  ) throws(E) -> Value {
    let identity = ObjectIdentifier(key)
    if let entry = entries[identity] {
      // An object that died may have left its address to another one.
      if entry.key === key {
        entry.lastUse = round
        return entry.value
      }
      remove(identity)
    }
    let value = try make()
    entries[identity] = Entry(key: key, value: value, cost: cost, lastUse: round)
    totalCost += cost
    return value
  }

  /// Ends a round of use: forgets values over the limit, and those whose objects are gone.
  mutating func trim() {
    defer { round += 1 }
    if round % 64 == 0 {
      for identity in entries.compactMap({ $0.value.key == nil ? $0.key : nil }) {
        remove(identity)
      }
    }
    guard totalCost > costLimit else { return }
    let unused = entries.filter { $0.value.lastUse < round }
      .sorted { $0.value.lastUse < $1.value.lastUse }
    for (identity, _) in unused {
      guard totalCost > costLimit else { break }
      remove(identity)
    }
  }

  private mutating func remove(_ identity: ObjectIdentifier) {
    if let entry = entries.removeValue(forKey: identity) { totalCost -= entry.cost }
  }
}
