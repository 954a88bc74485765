/// The place of an element in a ``Model``'s array of such elements: a node's index can't be taken for a
/// mesh's.
///
///     let mesh = node.mesh.map { model[$0] }
public struct ModelIndex<Element>: Hashable, Comparable, Sendable {
  /// From 0.
  public let rawValue: Int

  public init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  public static func < (a: ModelIndex, b: ModelIndex) -> Bool { a.rawValue < b.rawValue }
}
