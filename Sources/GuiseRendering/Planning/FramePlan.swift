import GuiseCore
import GuiseScene

/// All geometry of one draw list in picture coordinates, and the order in which it is drawn. Its
/// arrays keep their memory from frame to frame.
struct FramePlan {
  /// How the pixels of a draw get their colour.
  enum Style {
    case sprite
    case mesh
    case line
  }

  /// How a draw is laid over what is there.
  enum Blend {
    case over
    /// The larger value of each channel: lines of one colour that cross don't add up. Right where
    /// nothing else lies below.
    case maximum
  }

  struct Draw {
    var style: Style
    var texture: Texture?
    /// Premultiplied.
    var tint: SIMD4<Float>
    var blend = Blend.over
    var indices: Range<Int>
    /// What it may touch, within the picture.
    var bounds: PixelRect
    /// Metres before the camera.
    var farthest: Float
    /// The item's place in the list.
    var order: Int
    var isHiddenByOccluders: Bool
    /// Whether an occluder is in reach, so that the depth texture must be read.
    var readsDepth = false
  }

  struct Occluder {
    var indices: Range<Int>
    var bounds: PixelRect
    /// Metres before the camera.
    var nearest: Float
    var order: Int
    /// The one draw that it hides: a mesh hides its own back. Nil hides all later draws.
    var owner: Int?
  }

  /// Draws that share one content of the depth texture.
  struct Pass {
    var draws: Range<Int>
    /// Range in `passOccluders`.
    var occluders: Range<Int>
    /// Where draws of the pass read depth.
    var depthBounds: PixelRect
  }

  var vertices: [Vertex] = []
  var indices: [UInt32] = []
  var draws: [Draw] = []
  var occluders: [Occluder] = []
  private(set) var passes: [Pass] = []
  /// Indices in `occluders`.
  private(set) var passOccluders: [Int] = []
  /// What all draws may touch; even edges, so that it covers whole chroma samples.
  private(set) var bounds = PixelRect.zero

  mutating func removeAll() {
    vertices.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    draws.removeAll(keepingCapacity: true)
    occluders.removeAll(keepingCapacity: true)
    passes.removeAll(keepingCapacity: true)
    passOccluders.removeAll(keepingCapacity: true)
    bounds = .zero
  }

  /// Orders what was added: finds the bounds, and which occluders each draw needs.
  ///
  /// Draws go into one pass as long as no occluder that one of them needs would wrongly hide another;
  /// with one face, or several apart, that is a single pass.
  mutating func schedule(in picture: PixelRect) {
    var used = PixelRect.zero
    for draw in draws { used = used.union(draw.bounds) }
    let (x, y) = (used.x & ~1, used.y & ~1)
    bounds = PixelRect(
      x: x, y: y, width: (used.maxX + 1 & ~1) - x, height: (used.maxY + 1 & ~1) - y
    )
    .intersection(picture)
    var pass = Pass(draws: 0..<0, occluders: 0..<0, depthBounds: .zero)
    for index in draws.indices {
      let needed = passOccluders.count
      for occluder in occluders.indices where mustHide(occluder, index) {
        draws[index].readsDepth = true
        if !passOccluders[pass.occluders].contains(occluder) { passOccluders.append(occluder) }
      }
      if draws[index].readsDepth, isConflict(in: pass, adding: index) {
        passes.append(pass)
        passOccluders.removeSubrange(needed...)
        pass = Pass(
          draws: index..<index, occluders: needed..<needed, depthBounds: .zero)
        for occluder in occluders.indices where mustHide(occluder, index) {
          passOccluders.append(occluder)
        }
      }
      pass.draws = pass.draws.lowerBound..<index + 1
      pass.occluders = pass.occluders.lowerBound..<passOccluders.count
      if draws[index].readsDepth { pass.depthBounds = pass.depthBounds.union(draws[index].bounds) }
    }
    if !pass.draws.isEmpty { passes.append(pass) }
  }

  /// Whether the occluder may have an effect on the draw's pixels.
  private func reaches(_ occluder: Int, _ draw: Int) -> Bool {
    draws[draw].isHiddenByOccluders && occluders[occluder].nearest < draws[draw].farthest
      && !occluders[occluder].bounds.intersection(draws[draw].bounds).isEmpty
  }

  private func isWanted(_ occluder: Int, by draw: Int) -> Bool {
    if let owner = occluders[occluder].owner { return owner == draw }
    return occluders[occluder].order < draws[draw].order
  }

  private func mustHide(_ occluder: Int, _ draw: Int) -> Bool {
    isWanted(occluder, by: draw) && reaches(occluder, draw)
  }

  private func isConflict(in pass: Pass, adding draw: Int) -> Bool {
    for occluder in passOccluders[pass.occluders.lowerBound...] {
      if !isWanted(occluder, by: draw), reaches(occluder, draw) { return true }
      for earlier in pass.draws
      where draws[earlier].readsDepth && !isWanted(occluder, by: earlier)
        && reaches(occluder, earlier)
      {
        return true
      }
    }
    return false
  }
}
