import Foundation
import GuiseCore
import GuiseFilters
import GuiseScene
import Testing

@Suite struct SessionTests {
  private let glyphs = FakeGlyphs()

  private func session(_ layers: FilterLayer...) -> FilterSession {
    let manifest = FilterManifest(id: "test", title: "Test", layers: layers)
    let assets = layers.map { layer -> LayerAsset in
      if case .texture = layer.content {
        .texture(Texture(Image(width: 2, height: 2)))
      } else {
        .none
      }
    }
    return FilterSession(
      filter: FilterPackage(manifest: manifest, assets: assets),
      topology: SyntheticFace.topology, codecs: .fake(glyphs: glyphs))
  }

  private func emoji(
    _ feature: EmojiFeature, _ options: [EmojiLayer.Option] = [.emoji("👃")],
    trigger: FilterTrigger = .always, offset: SIMD3<Float> = .zero
  ) -> FilterLayer {
    FilterLayer(
      .emoji(EmojiLayer(feature: feature, options: options, offset: offset)), trigger: trigger)
  }

  private func input(
    _ faces: [FaceAnchor], milliseconds: Int = 0, taps: [SIMD2<Float>] = []
  ) -> FilterInput {
    FilterInput(
      faces: faces, width: 1280, height: 720, time: .milliseconds(milliseconds), taps: taps)
  }

  private func items(_ session: FilterSession, _ input: FilterInput) throws -> [DrawItem] {
    var output = FilterOutput()
    try session.update(input, into: &output)
    return output.drawList.items
  }

  private func sprites(_ session: FilterSession, _ input: FilterInput) throws -> [SpriteDraw] {
    try items(session, input).compactMap {
      if case .sprite(let sprite) = $0 { sprite } else { nil }
    }
  }

  /// Width and height in metres as they appear: what is nearer is smaller by as much.
  private func height(_ sprite: SpriteDraw) -> Float {
    sprite.transform.columns.1.xyz.length / sprite.transform.columns.0.xyz.length
  }

  // MARK: Emoji

  @Test func eyesCloseWithBlink() throws {
    let eyes = session(emoji(.leftEye), emoji(.rightEye))
    let open = try sprites(eyes, input([SyntheticFace.anchor()]))
    #expect(open.map(height).allSatisfy { abs($0 - 1) < 1e-4 })
    let wink = try sprites(eyes, input([SyntheticFace.anchor([.eyeBlinkLeft: 0.7])]))
    #expect(abs(height(wink[0]) - 0.3) < 1e-4)
    #expect(abs(height(wink[1]) - 1) < 1e-4)
    let closed = try sprites(eyes, input([SyntheticFace.anchor([.eyeBlinkLeft: 1.2])]))
    #expect(height(closed[0]) > 0)
    #expect(closed[0].transform.affineInverse != nil)
  }

  @Test func theMouthOpensWithTheJaw() throws {
    let mouth = session(emoji(.mouth))
    #expect(try abs(height(sprites(mouth, input([SyntheticFace.anchor()]))[0]) - 0.8) < 1e-4)
    let open = try sprites(mouth, input([SyntheticFace.anchor([.jawOpen: 0.6])]))
    #expect(abs(height(open[0]) - 1.4) < 1e-4)
  }

  @Test func theLeftEyeMirrorsTheRightOne() throws {
    let drawn = try sprites(session(emoji(.eyes)), input([SyntheticFace.anchor()]))
    #expect(drawn.count == 2)
    let (right, left) = (drawn[0].transform, drawn[1].transform)
    #expect(right.columns.0.x > 0 && right.columns.2.z > 0)
    #expect(left.columns.0.x < 0 && left.columns.2.z < 0)
    #expect(left.translation.x > 0)
    #expect(abs(left.translation.x + right.translation.x) < 1e-5)
    #expect(drawn[0].texture === drawn[1].texture)
  }

  @Test func offsetsOfPairsAreMirrored() throws {
    let drawn = try sprites(
      session(emoji(.cheeks, offset: [0.01, 0.02, 0])), input([SyntheticFace.anchor()]))
    let plain = try sprites(session(emoji(.cheeks)), input([SyntheticFace.anchor()]))
    #expect(drawn[0].transform.translation.x < plain[0].transform.translation.x)
    #expect(drawn[1].transform.translation.x > plain[1].transform.translation.x)
  }

  /// They stay where they belong in the picture, though they are drawn nearer.
  @Test func emojiLieOnTheirFeatures() throws {
    let face = SyntheticFace.anchor(at: [0.1, -0.05, -0.6], yaw: 0.4)
    let camera = input([face]).camera
    for (feature, index) in [(EmojiFeature.nose, 4), (.mouth, 13), (.chin, 199)] {
      let sprite = try sprites(session(emoji(feature)), input([face]))[0]
      let place = try #require(camera.project(sprite.transform.translation))
      let vertex = SyntheticFace.topology.neutralVertices[index]
      let expected = try #require(camera.project(face.transform.point(vertex)))
      #expect((place - expected).length < 8)
      #expect(sprite.transform.translation.z > face.transform.point(vertex).z)
    }
  }

  @Test func theHatSitsAboveTheForehead() throws {
    let sprite = try sprites(session(emoji(.hat)), input([SyntheticFace.anchor()]))[0]
    let top = SyntheticFace.topology.neutralVertices[10].y
    #expect(sprite.transform.translation.y > top + 0.05)
    #expect(abs(sprite.transform.point([0, -0.5, 0]).y - top) < 0.03)
  }

  @Test func texturesFollowTheDistance() throws {
    let nose = session(emoji(.nose))
    func size(_ depth: Float) throws -> Int {
      try sprites(nose, input([SyntheticFace.anchor(at: [0, 0, -depth])]))[0].texture.image.width
    }
    #expect(try size(2) == 64)
    #expect(try size(0.5) == 128)
    #expect(try size(0.4) == 128)
    #expect(try size(0.25) == 256)
    // Not smaller at once, but when it is much too large.
    #expect(try size(0.36) == 256)
    #expect(try size(2) == 64)
    #expect(try size(0.11) == 2048)
    #expect(glyphs.drawn.count == Set(glyphs.drawn).count)
  }

  // MARK: Taps

  /// Where a layer's emoji is in the picture.
  private func place(_ feature: EmojiFeature, _ face: FaceAnchor) throws -> SIMD2<Float> {
    let sprite = try sprites(session(emoji(feature)), input([face]))[0]
    return try #require(input([face]).camera.project(sprite.transform.translation))
  }

  @Test func tapsCycleAndWrap() throws {
    let nose = session(emoji(.nose, [.emoji("👃"), .emoji("🐽"), .off]))
    let face = SyntheticFace.anchor()
    let tap = try place(.nose, face)
    func option() -> EmojiLayer.Option? { nose.selectedOption(layer: 0, face: 1) }
    #expect(try sprites(nose, input([face])).count == 1)
    #expect(option() == .emoji("👃"))
    #expect(try sprites(nose, input([face], taps: [tap])).count == 1)
    #expect(option() == .emoji("🐽"))
    #expect(try items(nose, input([face], taps: [tap])).isEmpty)
    #expect(option() == .off)
    // A tap where it was brings it back, one beside it does not.
    _ = try items(nose, input([face], taps: [[3, 3]]))
    #expect(option() == .off)
    #expect(try sprites(nose, input([face], taps: [tap])).count == 1)
    #expect(option() == .emoji("👃"))
    _ = try items(nose, input([face], taps: [tap, tap]))
    #expect(option() == .off)
  }

  @Test func tapsHitTheTopmost() throws {
    let two: [EmojiLayer.Option] = [.emoji("👃"), .emoji("🐽")]
    let session = session(emoji(.nose, two), emoji(.nose, two), emoji(.nose, [.off, .emoji("💧")]))
    let face = SyntheticFace.anchor()
    let tap = try place(.nose, face)
    _ = try items(session, input([face], taps: [tap]))
    #expect((0..<3).map { session.selectedOption(layer: $0, face: 1) } == [two[0], two[1], .off])
  }

  @Test func closedEyesCanBeTapped() throws {
    let eye = session(emoji(.leftEye, [.emoji("👁"), .off]))
    let face = SyntheticFace.anchor([.eyeBlinkLeft: 1])
    let tap = try place(.leftEye, face) + [0, 12]
    _ = try items(eye, input([face], taps: [tap]))
    #expect(eye.selectedOption(layer: 0, face: 1) == .off)
  }

  @Test func facesAreIndependent() throws {
    let nose = session(emoji(.nose, [.emoji("👃"), .emoji("🐽")], trigger: .always))
    let near = SyntheticFace.anchor(id: 7, at: [-0.2, 0, -0.5])
    let far = SyntheticFace.anchor(id: 3, at: [0.2, 0, -0.9], [.jawOpen: 1])
    let tap = try place(.nose, far)
    _ = try items(nose, input([near, far], taps: [tap]))
    #expect(nose.selectedOption(layer: 0, face: 7) == .emoji("👃"))
    #expect(nose.selectedOption(layer: 0, face: 3) == .emoji("🐽"))
    // In any order, and the far one is drawn first.
    let drawn = try sprites(nose, input([far, near]))
    #expect(drawn[0].transform.translation.z < drawn[1].transform.translation.z)
    #expect(nose.selectedOption(layer: 0, face: 7) == .emoji("👃"))
    nose.cycle(layer: 0, face: 7)
    #expect(nose.selectedOption(layer: 0, face: 7) == .emoji("🐽"))
    #expect(nose.selectedOption(layer: 0, face: 3) == .emoji("🐽"))
  }

  @Test func choicesOutliveAShortLoss() throws {
    let nose = session(emoji(.nose, [.emoji("👃"), .emoji("🐽")]))
    let face = SyntheticFace.anchor()
    _ = try items(nose, input([face]))
    nose.cycle(layer: 0, face: 1)
    _ = try items(nose, input([], milliseconds: 500))
    _ = try items(nose, input([face], milliseconds: 1000))
    #expect(nose.selectedOption(layer: 0, face: 1) == .emoji("🐽"))
    _ = try items(nose, input([], milliseconds: 9000))
    #expect(nose.selectedOption(layer: 0, face: 1) == nil)
  }

  // MARK: Triggers and fading

  @Test func triggersHaveHysteresis() throws {
    let open = session(emoji(.nose, trigger: .mouthOpen))
    var time = 0
    func count(_ jaw: Float) throws -> Int {
      time += 1000
      return try sprites(open, input([SyntheticFace.anchor([.jawOpen: jaw])], milliseconds: time))
        .count
    }
    #expect(try count(0.3) == 0)
    #expect(try count(0.4) == 1)
    #expect(try count(0.3) == 1)
    #expect(try count(0.2) == 0)
    #expect(try count(0.3) == 0)
  }

  @Test func triggersEase() throws {
    let open = session(emoji(.nose, trigger: .mouthOpen))
    func opacity(_ jaw: Float, at time: Int) throws -> Float {
      let face = SyntheticFace.anchor([.jawOpen: jaw])
      return try sprites(open, input([face], milliseconds: time)).first?.opacity ?? 0
    }
    #expect(try opacity(0, at: 0) == 0)
    let first = try opacity(1, at: 40)
    #expect(first > 0.2 && first < 0.5)
    #expect(try opacity(1, at: 400) == 1)
    #expect(try opacity(0, at: 440) < 1)
    #expect(try opacity(0, at: 900) == 0)
    // The first frame of a face, and so a photo, shows it at once.
    open.reset()
    #expect(try opacity(1, at: 0) == 1)
  }

  @Test(arguments: FilterTrigger.allCases)
  func everyTriggerFires(trigger: FilterTrigger) throws {
    let shapes: [FilterTrigger: [BlendShapeLocation: Float]] = [
      .mouthOpen: [.jawOpen: 1], .blink: [.eyeBlinkLeft: 1, .eyeBlinkRight: 1],
      .browRaise: [.browInnerUp: 1], .smile: [.mouthSmileLeft: 1, .mouthSmileRight: 1],
      .frown: [.browDownLeft: 1, .browDownRight: 1], .pucker: [.mouthPucker: 1],
    ]
    let face = SyntheticFace.anchor(shapes[trigger] ?? [:])
    #expect(trigger.isOn(for: face, wasOn: false))
    var blank = SyntheticFace.anchor()
    #expect(trigger.isOn(for: blank, wasOn: true) == !trigger.usesBlendShapes)
    blank.blendShapes = nil
    #expect(trigger.isOn(for: blank, wasOn: true) == !trigger.usesBlendShapes)
  }

  @Test func presenceFades() throws {
    let layers = session(
      emoji(.nose), FilterLayer(.wireframe(WireframeLayer()), opacity: 0.5),
      FilterLayer(.texture(TextureLayer(source: "a.png"))), emoji(.chin, trigger: .face))
    func opacities(_ face: FaceAnchor) throws -> [Float] {
      try items(layers, input([face])).compactMap { item in
        switch item {
        case .sprite(let draw): draw.opacity
        case .mesh(let draw): draw.opacity
        case .wireframe(let draw): draw.opacity
        case .model(let draw): draw.opacity
        case .occluder: nil
        }
      }
    }
    #expect(try opacities(SyntheticFace.anchor()) == [1, 0.5, 1, 1])
    #expect(
      try opacities(SyntheticFace.anchor(presence: 0.5, isTracked: false)) == [0.5, 0.25, 0.5])
    #expect(try opacities(SyntheticFace.anchor(presence: 0)).isEmpty)
  }

  /// K16: a mask on a profile fades, it does not tear.
  @Test func masksFadeOnProfiles() throws {
    let mask = session(FilterLayer(.texture(TextureLayer(source: "a.png"))))
    func opacity(_ degrees: Float) throws -> Float {
      let face = SyntheticFace.anchor(yaw: degrees * .pi / 180)
      return try items(mask, input([face])).lazy
        .compactMap { if case .mesh(let draw) = $0 { draw.opacity } else { nil } }.first ?? 0
    }
    #expect(try opacity(0) == 1)
    #expect(try opacity(65) == 1)
    let between = try opacity(76)
    #expect(between > 0 && between < 1)
    #expect(try opacity(86) == 0)
    #expect(try opacity(180) == 0)
  }

  // MARK: The rest

  @Test func occludersComeFirstAndOnlyWithSomethingToHide() throws {
    let nose = session(emoji(.nose))
    let drawn = try items(
      nose, input([SyntheticFace.anchor(id: 1), SyntheticFace.anchor(id: 2, at: [0.2, 0, -0.8])]))
    #expect(drawn.count == 6)
    #expect(
      drawn.prefix(4).allSatisfy { if case .occluder = $0 { true } else { false } })
    #expect(try items(nose, input([])).isEmpty)
    #expect(try items(session(emoji(.nose, [.off])), input([SyntheticFace.anchor()])).isEmpty)
  }

  @Test func facesThatCanWearNothingAreLeftOut() throws {
    let nose = session(emoji(.nose))
    var bare = SyntheticFace.anchor()
    bare.geometry = nil
    var broken = SyntheticFace.anchor(id: 2)
    broken.transform.columns.3.x = .nan
    let behind = SyntheticFace.anchor(id: 3, at: [0, 0, 0.5])
    #expect(try items(nose, input([bare, broken, behind])).isEmpty)
  }

  @Test func timeMayJump() throws {
    let nose = session(emoji(.nose, trigger: .smile))
    let face = SyntheticFace.anchor([.mouthSmileLeft: 1, .mouthSmileRight: 1])
    for time in [0, 5000, 100, -3000, 100, 100] {
      #expect(try sprites(nose, input([face], milliseconds: time)).count == 1)
    }
  }

  @Test func outputIsReused() throws {
    let all = session(emoji(.nose), emoji(.eyes), FilterLayer(.wireframe(WireframeLayer())))
    var output = FilterOutput()
    let face = SyntheticFace.anchor()
    try all.update(input([face]), into: &output)
    let capacity = output.drawList.items.capacity
    let drawn = glyphs.drawn.count
    for frame in 1...200 {
      try all.update(input([face], milliseconds: frame * 33), into: &output)
    }
    #expect(output.drawList.items.capacity == capacity)
    #expect(output.drawList.items.count == 6)
    #expect(glyphs.drawn.count == drawn)
  }

  @Test func anEmojiThatCannotBeDrawnIsNamed() throws {
    let error = try #require(throws: FilterError.self) {
      _ = try items(session(emoji(.nose, [.emoji("x")])), input([SyntheticFace.anchor()]))
    }
    #expect(error.code == .invalidEmoji)
    #expect(error.message.contains("layers[0]"))
  }
}
