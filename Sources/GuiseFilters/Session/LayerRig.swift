import GuiseCore
import GuiseScene

/// One layer at work: what was made of it before the first frame, and what it remembers of each face.
///
/// There is one class for each kind of layer. The session decides when a layer is worn and how much
/// of it is seen; a rig says what it draws then.
protocol LayerRig: AnyObject {
  /// How many options a tap goes through; 1 where there is nothing to choose.
  var optionCount: Int { get }
  /// The option worn first.
  var firstOption: Int { get }
  /// Whether an option draws nothing.
  func isOff(option: Int) -> Bool
  /// Appends what the layer draws on one face.
  func append(_ context: LayerContext, to items: inout [DrawItem]) throws(FilterError)
  /// Whether a tap, in pixels of the picture, is on the layer, drawn or off.
  func isHit(_ tap: SIMD2<Float>, _ context: LayerContext) -> Bool
  /// The face is gone, and with it what the layer remembers of it.
  func forget(face id: Int)
  /// All faces are gone, and the clock starts again.
  func reset()
}

extension LayerRig {
  var optionCount: Int { 1 }
  var firstOption: Int { 0 }
  func isOff(option: Int) -> Bool { false }
  func isHit(_ tap: SIMD2<Float>, _ context: LayerContext) -> Bool { false }
  func forget(face id: Int) {}
  func reset() {}
}

/// What a layer sees of one face in one frame.
struct LayerContext {
  let input: FilterInput
  let face: FaceAnchor
  /// The 468 of the face, in face space.
  let vertices: [SIMD3<Float>]
  /// The layer's selected option.
  let option: Int
  /// Whether the layer's trigger is on.
  let isTriggered: Bool
  /// 0…1: the layer's own opacity, that of its trigger and the face's presence together.
  let opacity: Float
  /// The face's brightness without what changes faster than light does, 0…1; nil where not known.
  let brightness: Float?
  /// Seconds since the last frame.
  let elapsed: Float
}

/// Makes rigs; holds what those of one session share.
struct RigMaker {
  let face: FaceTopology
  let head: HeadOccluder
  let glyphs: GlyphTextures

  /// - Parameters:
  ///   - asset: that of the layer; a layer whose asset is missing draws nothing and has no rig.
  ///   - index: the layer's, for messages.
  func rig(_ content: FilterLayer.Content, asset: LayerAsset, index: Int) -> (any LayerRig)? {
    switch (content, asset) {
    case (.emoji(let layer), _):
      EmojiRig(layer, index: index, face: face, head: head, glyphs: glyphs)
    case (.wireframe(let layer), _):
      WireframeRig(layer, face: face)
    case (.texture(let layer), .texture(let texture)):
      TextureRig(layer, texture: texture, face: face)
    case (.texture, _):
      nil
    }
  }
}
