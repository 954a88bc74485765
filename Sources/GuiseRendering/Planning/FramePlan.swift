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
    /// nothing else lies below, but for lines of that colour.
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
    /// Of what is flat: what lies behind it hides nothing of it.
    var plane: SightPlane?
    /// Whether an occluder lies before it, so that the depth texture must be read.
    var readsDepth = false

    /// Whether these are lines that don't add up, of the colour of a premultiplied tint, be they
    /// fainter or stronger.
    func isLines(ofColor tint: SIMD4<Float>) -> Bool {
      let difference = self.tint * tint.w - tint * self.tint.w
      return style == .line && blend == .maximum
        && max(difference.max(), -difference.min()) < 1e-3
    }
  }

  struct Occluder {
    /// After scheduling, only the triangles that hide something.
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
  var passes: [Pass] = []
  /// Indices in `occluders`.
  var passOccluders: [Int] = []
  /// What all draws may touch; even edges, so that it covers whole chroma samples.
  var bounds = PixelRect.zero
  /// Scratch: the draws that one occluder reaches.
  var reached: [Int] = []

  mutating func removeAll() {
    vertices.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    draws.removeAll(keepingCapacity: true)
    occluders.removeAll(keepingCapacity: true)
    passes.removeAll(keepingCapacity: true)
    passOccluders.removeAll(keepingCapacity: true)
    bounds = .zero
  }
}
