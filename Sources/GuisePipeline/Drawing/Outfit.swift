import GuiseFilters

/// What the faces of a picture wear.
///
///     let outfit = Outfit([emoji, wireframe])        // both, on every face
public struct Outfit: Sendable {
  /// Worn together by every face that has none of its own, the first at the bottom.
  public var filters: [FilterPackage]
  /// Filters of single faces, by their place: 1 is the leftmost in the picture. In a video, places
  /// are given when faces appear, and kept.
  public var filtersByPlace: [Int: [FilterPackage]]

  public init(_ filters: [FilterPackage], byPlace: [Int: [FilterPackage]] = [:]) {
    self.filters = filters
    filtersByPlace = byPlace
  }

  /// Whether tracking must compute blend shapes.
  public var usesBlendShapes: Bool {
    filters.contains(where: \.usesBlendShapes)
      || filtersByPlace.values.contains { $0.contains(where: \.usesBlendShapes) }
  }
}
