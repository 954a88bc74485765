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
    let head = HeadOccluder(topology)
    layers = filters.flatMap { filter in
      zip(filter.layers, filter.textures).compactMap { layer, texture in
        SessionLayer(layer, texture: texture, face: topology, head: head)
      }
    }
    self.head = head
    faceTopology = MeshTopology(triangleIndices: topology.triangleIndices)
    glyphs = GlyphTextures(codecs.glyphs)
    usesBlendShapes = filters.contains(where: \.usesBlendShapes)
  }

  /// Forgets all faces and their choices, and starts the clock again.
  public func reset() {
    states.removeAll()
    lastTime = nil
  }

  // MARK: Choices

  /// The option that a face wears; nil where the layer has no options or the face is not known.
  public func selectedOption(layer: Int, face id: Int) -> EmojiLayer.Option? {
    guard layers.indices.contains(layer), case .emoji(let emoji, _) = layers[layer].content,
      let state = states.first(where: { $0.id == id })
    else { return nil }
    return emoji.options[state.layers[layer].selected]
  }

  /// Goes to the next option of a layer on one face, and from the last to the first.
  ///
  /// Nothing changes where the layer has no options.
  public func cycle(layer: Int, face id: Int) {
    precondition(layers.indices.contains(layer), "the session has \(layers.count) layers")
    cycle(layer, ofState: stateIndex(of: id, seconds: lastTime ?? 0))
  }

  private func cycle(_ layer: Int, ofState state: Int) {
    guard case .emoji(let emoji, _) = layers[layer].content else { return }
    let next = states[state].layers[layer].selected + 1
    states[state].layers[layer].selected = next % emoji.options.count
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
      try appendLayers(of: input.faces[index], in: input, to: &output.drawList.items)
    }
    states.removeAll { (lastTime ?? 0) - $0.lastSeen > Self.memory }
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
        id: id, lastSeen: seconds, layers: layers.map { .init(selected: $0.firstOption) }))
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
    guard case .emoji(let emoji, _) = layers[layer].content else { return true }
    return emoji.options[state.layers[layer].selected] != .off
  }

  private func appendOccluders(of face: FaceAnchor, to items: inout [DrawItem]) {
    guard let geometry = face.geometry else { return }
    let state = states[stateIndex(of: face.id, seconds: lastTime ?? 0)]
    guard layers.indices.contains(where: { isVisible($0, state) }) else { return }
    // A hair behind the face, so that what is painted on it is not lost in rounding.
    let behind = Self.towardCamera(-0.0015, depth: Self.depth(face)) * face.transform
    items.append(
      .occluder(
        OccluderDraw(vertices: geometry.vertices, topology: faceTopology, transform: behind)))
    items.append(
      .occluder(
        OccluderDraw(
          vertices: head.vertices, topology: head.topology,
          transform: face.transform * head.fit(to: geometry.vertices))))
  }

  /// Moves points along their lines of sight, so that they stay where they are in the picture.
  private static func towardCamera(_ distance: Float, depth: Float) -> Transform {
    Transform(scale: SIMD3(repeating: max(0.2, 1 - distance / depth)))
  }

  private func appendLayers(
    of face: FaceAnchor, in input: FilterInput, to items: inout [DrawItem]
  ) throws(FilterError) {
    guard let geometry = face.geometry else { return }
    let state = stateIndex(of: face.id, seconds: lastTime ?? 0)
    for index in layers.indices where isVisible(index, states[state]) {
      let layer = layers[index]
      let visibility = states[state].layers[index].visibility ?? 0
      let opacity = layer.opacity * min(1, face.presence) * visibility
      let meshOpacity = opacity * Self.facing(face.transform)
      switch layer.content {
      case .emoji(let emoji, let places):
        for part in places.indices {
          try appendEmoji(
            emoji, at: places[part], part: part, layer: index, state: state, face: face,
            vertices: geometry.vertices, opacity: opacity, camera: input.camera, to: &items)
        }
      case .wireframe(let wireframe, let mesh) where meshOpacity > 0:
        items.append(
          .wireframe(
            WireframeDraw(
              vertices: geometry.vertices, topology: mesh, transform: face.transform,
              color: wireframe.color,
              lineWidth: Self.lineWidth(wireframe.lineWidth, on: face, in: input),
              opacity: meshOpacity)))
      case .texture(let texture, let mesh) where meshOpacity > 0:
        items.append(
          .mesh(
            MeshDraw(
              vertices: geometry.vertices, topology: mesh, texture: texture,
              transform: face.transform, opacity: meshOpacity,
              brightness: Self.paintBrightness(states[state].brightness))))
      case .wireframe, .texture: break
      }
    }
  }

  private func appendEmoji(
    _ emoji: EmojiLayer, at place: EmojiPlacement, part: Int, layer: Int, state: Int,
    face: FaceAnchor, vertices: [SIMD3<Float>], opacity: Float, camera: CameraIntrinsics,
    to items: inout [DrawItem]
  ) throws(FilterError) {
    guard case .emoji(let text) = emoji.options[states[state].layers[layer].selected] else {
      return
    }
    let center = face.transform.point(place.transform(vertices, heightScale: 1).translation)
    guard -center.z > 0.01 else { return }
    let focal = max(camera.focalLength.x, camera.focalLength.y)
    let level = GlyphTextures.level(
      for: emoji.size * focal / -center.z, current: states[state].layers[layer].glyphLevels[part])
    states[state].layers[layer].glyphLevels[part] = level
    let texture: Texture
    do {
      texture = try glyphs.texture(text, level: level)
    } catch {
      throw FilterError(
        .invalidEmoji, at: FilterLocation(file: "the filter", field: "layers[\(layer)]"),
        "\(error)")
    }
    let square =
      face.transform
      * place.transform(
        vertices, heightScale: place.heightScale(face.blendShapes),
        bottomMargin: glyphs.bottomMargin(text))
    let bias = place.depthBias(pose: face.transform, center: center)
    let edge = Self.edgeOpacity(square, center: center)
    guard edge > 0 else { return }
    items.append(
      .sprite(
        SpriteDraw(
          texture: texture, transform: Self.towardCamera(bias, depth: -center.z) * square,
          opacity: opacity * edge)))
  }

  // MARK: Taps

  /// Goes to the next option of the topmost emoji under a tap; where there is none, of the topmost
  /// layer that is off and whose place is there.
  private func hit(_ tap: SIMD2<Float>, _ input: FilterInput) {
    for wantsVisible in [true, false] {
      for index in order.reversed() {
        let face = input.faces[index]
        guard let vertices = face.geometry?.vertices else { continue }
        let state = stateIndex(of: face.id, seconds: lastTime ?? 0)
        for layer in layers.indices.reversed() {
          guard case .emoji(let emoji, let places) = layers[layer].content, emoji.options.count > 1,
            (states[state].layers[layer].visibility ?? 0) > 0, layers[layer].opacity > 0,
            isVisible(layer, states[state]) == wantsVisible
          else { continue }
          let option = emoji.options[states[state].layers[layer].selected]
          let margin: Float =
            if case .emoji(let text) = option { glyphs.bottomMargin(text) } else { 0 }
          // A closed eye can be tapped too: the whole square counts.
          let isHit = places.contains { place in
            let square =
              face.transform
              * place.transform(vertices, heightScale: 1, bottomMargin: margin)
            return Self.square(square, isAt: tap, camera: input.camera)
          }
          if isHit { return cycle(layer, ofState: state) }
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
