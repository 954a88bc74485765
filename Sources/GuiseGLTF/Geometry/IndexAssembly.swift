import GuiseScene

/// The seven modes of a glTF primitive, and how each becomes points, lines or triangles.
enum PrimitiveMode: Int {
  case points, lines, lineLoop, lineStrip, triangles, triangleStrip, triangleFan

  var topology: Model.Primitive.Topology {
    switch self {
    case .points: .points
    case .lines, .lineLoop, .lineStrip: .lines
    case .triangles, .triangleStrip, .triangleFan: .triangles
    }
  }

  /// Whether so many indices make whole elements.
  func isWhole(_ count: Int) -> Bool {
    switch self {
    case .points: count >= 1
    case .lines: count >= 2 && count % 2 == 0
    case .lineLoop, .lineStrip: count >= 2
    case .triangles: count >= 3 && count % 3 == 0
    case .triangleStrip, .triangleFan: count >= 3
    }
  }

  /// How many indices lists have in place of `count` of this mode.
  func listCount(_ count: Int) -> Int {
    switch self {
    case .points: count
    case .lines: count - count % 2
    case .lineLoop: count >= 2 ? 2 * count : 0
    case .lineStrip: 2 * max(count - 1, 0)
    case .triangles: count - count % 3
    case .triangleStrip, .triangleFan: 3 * max(count - 2, 0)
    }
  }

  /// The same as a list, in the order and winding of glTF 2.0, 3.7.2.1; what is not whole is left out,
  /// and triangles of a strip that only lead to the next.
  func list(_ indices: [UInt32]) -> [UInt32] {
    var list: [UInt32] = []
    switch self {
    case .points: return indices
    case .lines, .triangles:
      let count = listCount(indices.count)
      return count == indices.count ? indices : Array(indices.prefix(count))
    case .lineLoop, .lineStrip:
      list.reserveCapacity(listCount(indices.count))
      for index in 0..<max(indices.count - 1, 0) {
        list.append(indices[index])
        list.append(indices[index + 1])
      }
      if self == .lineLoop, indices.count >= 2, let first = indices.first, let last = indices.last {
        list.append(last)
        list.append(first)
      }
    case .triangleStrip, .triangleFan:
      list.reserveCapacity(listCount(indices.count))
      for index in 0..<max(indices.count - 2, 0) {
        let corners =
          self == .triangleFan
          ? (indices[index + 1], indices[index + 2], indices[0])
          : (
            indices[index], indices[index + 1 + index % 2], indices[index + 2 - index % 2]
          )
        guard corners.0 != corners.1, corners.1 != corners.2, corners.2 != corners.0 else {
          continue
        }
        list.append(corners.0)
        list.append(corners.1)
        list.append(corners.2)
      }
    }
    return list
  }
}
