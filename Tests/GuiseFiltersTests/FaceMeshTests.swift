import GuiseCore
import GuiseScene
import GuiseTracking
import Testing

@testable import GuiseFilters

/// What is made of the real face mesh, that of the landmark model bundle.
@Suite struct FaceMeshTests {
  private let face: FaceTopology
  private let cut: FaceCut

  init() throws {
    face = try LandmarkModelBundle.installed().topology
    cut = FaceCut(topology: face)
  }

  @Test func openingsAreCut() {
    let whole = cut.mesh(eyes: .filled, mouth: .filled, edge: 0)
    #expect(whole.triangleIndices.count == 898 * 3)
    #expect(whole.vertexOpacities.allSatisfy { $0 == 1 })
    // A ring of n vertices without others inside has n − 2 triangles.
    let withoutEyes = cut.mesh(eyes: .cut, mouth: .filled, edge: 0)
    #expect(withoutEyes.triangleIndices.count == (898 - 2 * 14) * 3)
    let withoutMouth = cut.mesh(eyes: .filled, mouth: .cut, edge: 0)
    #expect(withoutMouth.triangleIndices.count == (898 - 18) * 3)
    #expect(cut.vertices(onOrWithin: .leftEye).count == 16)
    #expect(cut.vertices(onOrWithin: .innerLips).count == 20)
    #expect(cut.mesh(eyes: .cut, mouth: .cut, edge: nil).vertexOpacities.isEmpty)
  }

  @Test func edgesAreSoft() {
    let mesh = cut.mesh(eyes: .cut, mouth: .cut, edge: 2)
    let rings = cut.distances(from: .faceOval)
    #expect(rings.max() ?? 0 < 20)
    for index in FaceTopology.Ring.faceOval.indices { #expect(mesh.vertexOpacities[index] == 0) }
    #expect(mesh.vertexOpacities[4] == 1)
    #expect(mesh.vertexOpacities[386] == 0.5)
    for (vertex, ring) in rings.enumerated() where ring == 1 {
      #expect(mesh.vertexOpacities[vertex] == 0.5)
    }
  }

  /// Paint and emoji must not vanish in the skull.
  @Test func theHeadStaysBehindTheFace() {
    let head = HeadOccluder(face)
    let triangles = stride(from: 0, to: face.triangleIndices.count, by: 3).map { base in
      (0..<3).map { face.neutralVertices[Int(face.triangleIndices[base + $0])] }
    }
    var hidden: [Int] = []
    // What is behind the ears is behind the face.
    for (index, vertex) in head.vertices.enumerated() where vertex.z > -0.026 {
      for corners in triangles {
        guard let z = depth(of: corners, at: vertex.xy) else { continue }
        if vertex.z > z - 0.001 { hidden.append(index) }
      }
    }
    #expect(hidden.isEmpty)
    let fit = head.fit(to: face.neutralVertices)
    #expect((fit.point([0.01, 0.02, 0.03]) - [0.01, 0.02, 0.03]).length < 1e-5)
    let larger = head.fit(to: face.neutralVertices.map { $0 * 1.2 })
    #expect((larger.point([0.01, 0.02, 0.03]) - [0.012, 0.024, 0.036]).length < 1e-5)
  }

  private func depth(of corners: [SIMD3<Float>], at p: SIMD2<Float>) -> Float? {
    let (a, b, c) = (corners[0].xy, corners[1].xy, corners[2].xy)
    func cross(_ u: SIMD2<Float>, _ v: SIMD2<Float>) -> Float { u.x * v.y - u.y * v.x }
    let area = cross(b - a, c - a)
    guard area > 0 else { return nil }
    let wb = cross(p - a, c - a) / area
    let wc = cross(b - a, p - a) / area
    guard wb >= 0, wc >= 0, wb + wc <= 1 else { return nil }
    return corners[0].z * (1 - wb - wc) + corners[1].z * wb + corners[2].z * wc
  }

  /// Closed bodies whose triangles face outward.
  @Test func theHeadIsWellFormed() {
    let head = HeadOccluder(face)
    let indices = head.topology.triangleIndices.map { Int($0) }
    #expect(indices.allSatisfy { $0 < head.vertices.count })
    var outward = 0
    // The skull is the first body: its triangles look away from its middle.
    let skull = indices.prefix(24 * 14 * 6)
    for base in stride(from: 0, to: skull.count, by: 3) {
      let (a, b, c) = (
        head.vertices[skull[base]], head.vertices[skull[base + 1]], head.vertices[skull[base + 2]]
      )
      let normal = (b - a).cross(c - a)
      if normal.dot((a + b + c) / 3 - [0, 0.026, -0.052]) >= -1e-9 { outward += 1 }
    }
    #expect(outward == skull.count / 3)
  }

  /// The square of each feature clears the neutral face when seen from the front.
  @Test(arguments: EmojiFeature.allCases.filter { $0.parts.count == 1 })
  func emojiClearTheFace(feature: EmojiFeature) {
    let head = HeadOccluder(face)
    let layer = EmojiLayer(feature: feature, options: [.off])
    let place = EmojiPlacement(feature, of: layer, face: face, head: head)
    let square = place.transform(face.neutralVertices, heightScale: 1)
    #expect(place.depthBias > 0 && place.depthBias < 0.13)
    guard feature != .hat, let inverse = square.affineInverse else { return }
    for vertex in face.neutralVertices {
      let local = inverse.point(vertex)
      guard abs(local.x) <= 0.5, abs(local.y) <= 0.5 else { continue }
      let plane = square.point([local.x, local.y, 0]).z
      #expect(vertex.z - plane < place.depthBias + 0.006)
    }
  }

  /// On a profile the far eye is not drawn nearer than it is; the near one still is.
  @Test func farEyesStayBehindTheNose() {
    let head = HeadOccluder(face)
    func bias(_ feature: EmojiFeature, yaw: Float) -> Float {
      let layer = EmojiLayer(feature: feature, options: [.off])
      let place = EmojiPlacement(feature, of: layer, face: face, head: head)
      let pose = Transform(translation: [0, 0, -0.6]) * Transform(rotation: yaw, axis: [0, 1, 0])
      return place.depthBias(pose: pose, center: [0, 0, -0.6])
    }
    let front = bias(.leftEye, yaw: 0)
    #expect(abs(bias(.rightEye, yaw: 0) - front) < 0.002)
    #expect(bias(.leftEye, yaw: 1.2) == 0)
    #expect(bias(.rightEye, yaw: 1.2) > 0.9 * front)
    #expect(bias(.rightEye, yaw: -1.2) == 0)
  }
}
