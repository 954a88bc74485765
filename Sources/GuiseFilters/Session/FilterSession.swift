import Foundation
import GuiseCore
import GuiseScene

/// One worn filter: what its layers do from frame to frame, for each face by itself.
///
/// Not `Sendable`: it belongs to one thread at a time. It knows neither GPU nor threads, and in the
/// steady state a frame costs no allocation where `output` is reused.
///
///     let session = FilterSession(filter: filter, topology: tracker.topology, codecs: codecs)
///     var output = FilterOutput()
///     try session.update(FilterInput(faces: faces, width: 1280, height: 720), into: &output)
public final class FilterSession {
  private let layers: [SessionLayer]
  private let head: HeadOccluder
  private let faceTopology: MeshTopology
  private let glyphs: GlyphTextures
  private var states: [FaceState] = []
  /// Indices of the input's faces, the farthest first.
  private var order: [Int] = []
  /// Seconds; nil before the first frame.
  private var lastTime: Double?

  /// Whether a layer looks at blend shapes, so that tracking must compute them.
  public let usesBlendShapes: Bool

  /// A session of one filter.
  public convenience init(filter: FilterPackage, topology: FaceTopology, codecs: FilterCodecs) {
    self.init(filters: [filter], topology: topology, codecs: codecs)
  }

  /// A session of filters that are worn together, the first at the bottom. Their layers count
  /// through, in that order.
  public init(filters: [FilterPackage], topology: FaceTopology, codecs: FilterCodecs) {
    head = HeadOccluder(topology)
    glyphs = GlyphTextures(codecs.glyphs)
    faceTopology = MeshTopology(triangleIndices: topology.triangleIndices)
    let maker = RigMaker(face: topology, head: head, glyphs: glyphs)
    var layers: [SessionLayer] = []
    for filter in filters {
      for (layer, asset) in zip(filter.layers, filter.assets) {
        guard let rig = maker.rig(layer.content, asset: asset, index: layers.count) else {
          continue
        }
        layers.append(SessionLayer(rig: rig, trigger: layer.trigger, opacity: layer.opacity))
      }
    }
    self.layers = layers
    usesBlendShapes = filters.contains(where: \.usesBlendShapes)
  }

  /// Forgets all faces and their choices, and starts the clock again.
  public func reset() {
    states.removeAll()
    lastTime = nil
    for layer in layers { layer.rig.reset() }
  }

  // MARK: Choices

  /// The option that a face wears; nil where the layer has no options or the face is not known.
  public func selectedOption(layer: Int, face id: Int) -> EmojiLayer.Option? {
    guard layers.indices.contains(layer), let emoji = layers[layer].rig as? EmojiRig,
      let state = states.first(where: { $0.id == id })
    else { return nil }
    return emoji.option(state.layers[layer].selected)
  }

  /// Goes to the next option of a layer on one face, and from the last to the first.
  ///
  /// Nothing changes where the layer has no options.
  public func cycle(layer: Int, face id: Int) {
    precondition(layers.indices.contains(layer), "the session has \(layers.count) layers")
    cycle(layer, ofState: stateIndex(of: id, seconds: lastTime ?? 0))
  }

  private func cycle(_ layer: Int, ofState state: Int) {
    let next = states[state].layers[layer].selected + 1
    states[state].layers[layer].selected = next % layers[layer].rig.optionCount
  }

  // MARK: Frames

  /// Says what to draw over one frame.
  ///
  /// - Parameter output: replaced; pass the last frame's to spare its allocation.
  /// - Throws: `invalidEmoji` where an emoji can't be drawn.
  public func update(_ input: FilterInput, into output: inout FilterOutput) throws(FilterError) {
    let seconds = advanceClock(to: input.time)
    output.drawList.width = input.width
    output.drawList.height = input.height
    output.drawList.camera = input.camera
    output.drawList.items.removeAll(keepingCapacity: true)
    glyphs.beginFrame()
    sortFaces(input.faces)
    for index in order { step(input.faces[index], by: seconds) }
    for tap in input.taps { hit(tap, input) }
    for index in order { appendOccluders(of: input.faces[index], to: &output.drawList.items) }
    for index in order {
      try appendLayers(
        of: input.faces[index], in: input, elapsed: seconds, to: &output.drawList.items)
    }
    forgetFaces()
  }

  /// Forgets faces that are gone for long.
  private func forgetFaces() {
    let now = lastTime ?? 0
    for index in states.indices.reversed() where now - states[index].lastSeen > Self.memory {
      for layer in layers { layer.rig.forget(face: states[index].id) }
      states.remove(at: index)
    }
  }

  /// Seconds for which the choices of a face that is gone are kept.
  private static let memory = 2.0
  /// Seconds in which paint follows two thirds of a change of light.
  private static let adaptation: Float = 0.25
  /// Seconds in which a layer comes or goes when its trigger changes.
  private static let easing: Float = 0.12

  /// Seconds since the last frame; 0 for the first and where time did not go on.
  private func advanceClock(to time: Duration) -> Float {
    let now = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    guard let last = lastTime else {
      lastTime = now
      return 0
    }
    lastTime = now
    if now < last {
      // Another recording, or a jump back: the faces were seen "now" rather than in the future.
      for index in states.indices { states[index].lastSeen = now }
      return 0
    }
    return Float(min(now - last, 1))
  }

  /// Puts the faces that can wear something in ``order``, the farthest first.
  private func sortFaces(_ faces: [FaceAnchor]) {
    order.removeAll(keepingCapacity: true)
    for (index, face) in faces.enumerated() where Self.canWear(face) {
      // By insertion: there are few, and their order hardly changes.
      var place = order.count
      while place > 0, Self.depth(faces[order[place - 1]]) < Self.depth(face) { place -= 1 }
      order.insert(index, at: place)
    }
  }

  static func depth(_ face: FaceAnchor) -> Float { -face.transform.translation.z }

  private static func canWear(_ face: FaceAnchor) -> Bool {
    let columns = face.transform.columns
    let sum = (columns.0 + columns.1 + columns.2 + columns.3).sum()
    return face.geometry != nil && face.presence > 0 && sum.isFinite && depth(face) > 0.01
  }

  private func stateIndex(of id: Int, seconds: Double) -> Int {
    if let index = states.firstIndex(where: { $0.id == id }) { return index }
    states.append(
      FaceState(
        id: id, lastSeen: seconds, layers: layers.map { .init(selected: $0.rig.firstOption) }))
    return states.count - 1
  }

  /// Moves the triggers of one face on.
  private func step(_ face: FaceAnchor, by seconds: Float) {
    let state = stateIndex(of: face.id, seconds: lastTime ?? 0)
    states[state].lastSeen = lastTime ?? 0
    if let brightness = face.brightness {
      let last = states[state].brightness ?? brightness
      let share = 1 - exp(-seconds / Self.adaptation)
      states[state].brightness = last + (brightness - last) * share
    }
    for index in layers.indices {
      let trigger = layers[index].trigger
      let isOn = trigger.isOn(for: face, wasOn: states[state].layers[index].isTriggered)
      states[state].layers[index].isTriggered = isOn
      let target: Float = isOn ? 1 : 0
      let current = states[state].layers[index].visibility ?? target
      let most = trigger.usesBlendShapes ? seconds / Self.easing : 1
      states[state].layers[index].visibility = current + min(max(target - current, -most), most)
    }
  }

  // MARK: Items

  private func isVisible(_ layer: Int, _ state: FaceState) -> Bool {
    guard layers[layer].opacity > 0, (state.layers[layer].visibility ?? 0) > 0 else { return false }
    return !layers[layer].rig.isOff(option: state.layers[layer].selected)
  }

  private func appendOccluders(of face: FaceAnchor, to items: inout [DrawItem]) {
    guard let geometry = face.geometry else { return }
    let state = states[stateIndex(of: face.id, seconds: lastTime ?? 0)]
    guard layers.indices.contains(where: { isVisible($0, state) }) else { return }
    // A hair behind the face, so that what is painted on it is not lost in rounding.
    let behind = Transform.towardCamera(-0.0015, depth: Self.depth(face)) * face.transform
    items.append(
      .occluder(
        OccluderDraw(vertices: geometry.vertices, topology: faceTopology, transform: behind)))
    items.append(
      .occluder(
        OccluderDraw(
          vertices: head.vertices, topology: head.topology,
          transform: face.transform * head.fit(to: geometry.vertices))))
  }

  private func appendLayers(
    of face: FaceAnchor, in input: FilterInput, elapsed: Float, to items: inout [DrawItem]
  ) throws(FilterError) {
    guard face.geometry != nil else { return }
    let state = stateIndex(of: face.id, seconds: lastTime ?? 0)
    for index in layers.indices where isVisible(index, states[state]) {
      let context = context(of: face, layer: index, state: states[state], input, elapsed: elapsed)
      try layers[index].rig.append(context, to: &items)
    }
  }

  private func context(
    of face: FaceAnchor, layer: Int, state: FaceState, _ input: FilterInput, elapsed: Float = 0
  ) -> LayerContext {
    let (layer, worn) = (layers[layer], state.layers[layer])
    return LayerContext(
      input: input, face: face, vertices: face.geometry?.vertices ?? [], option: worn.selected,
      isTriggered: worn.isTriggered,
      opacity: layer.opacity * min(1, face.presence) * (worn.visibility ?? 0),
      brightness: state.brightness, elapsed: elapsed)
  }

  // MARK: Taps

  /// Goes to the next option of the topmost layer under a tap; where there is none, of the topmost
  /// one that is off and whose place is there.
  private func hit(_ tap: SIMD2<Float>, _ input: FilterInput) {
    for wantsVisible in [true, false] {
      for index in order.reversed() {
        let face = input.faces[index]
        let state = stateIndex(of: face.id, seconds: lastTime ?? 0)
        for layer in layers.indices.reversed() {
          guard layers[layer].rig.optionCount > 1, layers[layer].opacity > 0,
            (states[state].layers[layer].visibility ?? 0) > 0,
            isVisible(layer, states[state]) == wantsVisible,
            layers[layer].rig.isHit(
              tap, context(of: face, layer: layer, state: states[state], input))
          else { continue }
          return cycle(layer, ofState: state)
        }
      }
    }
  }

  /// Whether the line of sight through a pixel meets the square −0.5…0.5 of a sprite.
  static func square(
    _ square: Transform, isAt pixel: SIMD2<Float>, camera: CameraIntrinsics
  ) -> Bool {
    let ray = camera.unproject(pixel, depth: 1)
    let (u, v) = (square.columns.0.xyz, square.columns.1.xyz)
    let origin = square.translation
    // Cramer's rule for origin + x·u + y·v = t·ray.
    let determinant = u.cross(v).dot(ray)
    guard determinant.magnitude > 1e-12 else { return false }
    let t = u.cross(v).dot(origin) / determinant
    let hit = ray * t - origin
    let normal = u.cross(v)
    let area = normal.dot(normal)
    let x = hit.cross(v).dot(normal) / area
    let y = u.cross(hit).dot(normal) / area
    return t > 0 && x.magnitude <= 0.5 && y.magnitude <= 0.5
  }
}
