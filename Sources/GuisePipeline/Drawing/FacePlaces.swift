import GuiseCore

/// Gives each face its place: 1, 2, 3… from left to right among those that appear together. A face
/// keeps its place while its id lasts, also when faces cross.
struct FacePlaces {
  private var placesByID: [Int: Int] = [:]

  /// The place of each face, in the order of `faces`.
  mutating func places(of faces: [FaceAnchor]) -> [Int] {
    let new = faces.filter { placesByID[$0.id] == nil }
    if !new.isEmpty {
      for face in new.sorted(by: { Self.center($0) < Self.center($1) }) {
        placesByID[face.id] = placesByID.count + 1
      }
    }
    return faces.map { placesByID[$0.id] ?? 0 }
  }

  /// Starts again at 1.
  mutating func reset() { placesByID.removeAll(keepingCapacity: true) }

  /// The middle of the landmarks, pixels from the left.
  private static func center(_ face: FaceAnchor) -> Float {
    guard !face.landmarks.isEmpty else { return 0 }
    return face.landmarks.reduce(0) { $0 + $1.x } / Float(face.landmarks.count)
  }
}
