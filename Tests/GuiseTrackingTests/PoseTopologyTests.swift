import GuiseCore
import Testing

@testable import GuiseTracking

/// The names and rings of `GuiseCore`, checked against the canonical mesh.
@Suite struct PoseTopologyTests {
  private struct Edge: Hashable {
    var low: Int
    var high: Int

    init(_ a: Int, _ b: Int) { (low, high) = (min(a, b), max(a, b)) }
  }

  /// How many triangles each edge has.
  private static func edges(_ topology: FaceTopology) -> [Edge: Int] {
    var edges: [Edge: Int] = [:]
    let indices = topology.triangleIndices.map(Int.init)
    for base in stride(from: 0, to: indices.count, by: 3) {
      for side in 0..<3 {
        edges[Edge(indices[base + side], indices[base + (side + 1) % 3]), default: 0] += 1
      }
    }
    return edges
  }

  /// The vertex on the other side of the face.
  private static func partner(_ index: Int, _ topology: FaceTopology) -> Int? {
    let place = topology.neutralVertices[index] * [-1, 1, 1]
    return topology.neutralVertices.firstIndex { ($0 - place).length < 1e-4 }
  }

  private static func position(_ point: FacePoint, _ topology: FaceTopology) -> SIMD3<Float> {
    point.indices.reduce(.zero) { $0 + topology.neutralVertices[$1] } / Float(point.indices.count)
  }

  @Test func meshIsOneSheetWithOneBorder() throws {
    let topology = try PoseTestData.geometry.get().topology
    let edges = Self.edges(topology)
    #expect(edges.values.allSatisfy { $0 == 1 || $0 == 2 })
    // A disc: V − E + F = 1.
    #expect(468 - edges.count + topology.triangleIndices.count / 3 == 1)
    #expect(Set(topology.triangleIndices).count == 468)
  }

  @Test func everyVertexHasAPartnerOnTheOtherSide() throws {
    let topology = try PoseTestData.geometry.get().topology
    for index in topology.neutralVertices.indices {
      let partner = try #require(Self.partner(index, topology), "vertex \(index)")
      let (a, b) = (topology.textureCoordinates[index], topology.textureCoordinates[partner])
      #expect((a.x + b.x - 1).magnitude < 2e-3 && (a.y - b.y).magnitude < 2e-3)
    }
  }

  /// Two neighbours wind alike where they run along their common edge in opposite directions; that
  /// "outside" is where the nose points settles which way.
  @Test func trianglesWindCounterClockwiseSeenFromOutside() throws {
    let topology = try PoseTestData.geometry.get().topology
    let indices = topology.triangleIndices.map(Int.init)
    var directed = Set<[Int]>()
    var area = SIMD3<Float>.zero
    for base in stride(from: 0, to: indices.count, by: 3) {
      let corners = Array(indices[base..<base + 3])
      for side in 0..<3 {
        let (isNew, _) = directed.insert([corners[side], corners[(side + 1) % 3]])
        #expect(isNew, "triangle \(base / 3) winds against its neighbour")
      }
      let points = corners.map { topology.neutralVertices[$0] }
      area += (points[1] - points[0]).cross(points[2] - points[0])
    }
    #expect(area.normalized.z > 0.9)
  }

  /// +x is the face's own left, +y up, +z out of the face; metres.
  @Test func axesAreThoseOfFaceSpace() throws {
    let topology = try PoseTestData.geometry.get().topology
    let vertices = topology.neutralVertices
    #expect(vertices[FacePoint.leftEyeOuterCorner.indices[0]].x > 0.03)
    #expect(vertices[FacePoint.rightEyeOuterCorner.indices[0]].x < -0.03)
    #expect(vertices[FacePoint.foreheadTop.indices[0]].y > 0.05)
    #expect(vertices[FacePoint.chinBottom.indices[0]].y < -0.05)
    let nose = vertices[FacePoint.noseTip.indices[0]]
    #expect(vertices.allSatisfy { $0.z <= nose.z })
    // As broad as a head.
    #expect((vertices[454].x - vertices[234].x - 0.155).magnitude < 0.005)
  }

  /// The texture's origin is at its top left, and it shows the face as one sees it in a picture: the
  /// person's left on the right.
  @Test func textureIsUprightAndUnmirrored() throws {
    let topology = try PoseTestData.geometry.get().topology
    let coordinates = topology.textureCoordinates
    #expect(coordinates[FacePoint.foreheadTop.indices[0]].y < 0.15)
    #expect(coordinates[FacePoint.chinBottom.indices[0]].y > 0.9)
    #expect(coordinates[FacePoint.leftEyeOuterCorner.indices[0]].x > 0.6)
    #expect(coordinates[FacePoint.rightEyeOuterCorner.indices[0]].x < 0.4)
    // No triangle is turned over in the texture (y runs down there). Slivers of the closed lids and
    // lips may be.
    let indices = topology.triangleIndices.map(Int.init)
    var (upright, all): (Float, Float) = (0, 0)
    for base in stride(from: 0, to: indices.count, by: 3) {
      let (a, b, c) = (
        coordinates[indices[base]], coordinates[indices[base + 1]], coordinates[indices[base + 2]]
      )
      let area = -((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))
      upright += max(0, area)
      all += area.magnitude
    }
    #expect(upright > 0.999 * all)
  }

  @Test(arguments: FaceTopology.Ring.allCases)
  func ringIsAClosedRingOfMeshEdges(_ ring: FaceTopology.Ring) throws {
    let topology = try PoseTestData.geometry.get().topology
    let edges = Self.edges(topology)
    let indices = ring.indices
    #expect(Set(indices).count == indices.count)
    for (index, next) in zip(indices, indices.dropFirst() + indices.prefix(1)) {
      #expect(edges[Edge(index, next)] != nil, "\(index)–\(next) is no edge")
    }
  }

  @Test func faceOvalIsTheBorderOfTheMesh() throws {
    let topology = try PoseTestData.geometry.get().topology
    let border = Self.edges(topology).filter { $0.value == 1 }.keys
    let oval = FaceTopology.Ring.faceOval.indices
    let ring = zip(oval, oval.dropFirst() + oval.prefix(1)).map { Edge($0, $1) }
    #expect(Set(ring) == Set(border))
  }

  /// What a ring encloses are triangles whose corners are all on the ring: nothing of the face lies
  /// within an eye or the mouth.
  @Test(arguments: [FaceTopology.Ring.leftEye, .rightEye, .innerLips])
  func openingIsFilledByTrianglesBetweenItsOwnPoints(_ ring: FaceTopology.Ring) throws {
    let topology = try PoseTestData.geometry.get().topology
    let members = Set(ring.indices.map(UInt16.init))
    let indices = topology.triangleIndices
    let inside = stride(from: 0, to: indices.count, by: 3).filter { base in
      indices[base..<base + 3].allSatisfy { members.contains($0) }
    }
    // A ring of n points is filled by n − 2 triangles.
    #expect(inside.count == members.count - 2)
  }

  @Test func ringsLieWhereTheirNamesSay() throws {
    let vertices = try PoseTestData.geometry.get().topology.neutralVertices
    #expect(FaceTopology.Ring.leftEye.indices.allSatisfy { vertices[$0].x > 0.01 })
    #expect(FaceTopology.Ring.rightEye.indices.allSatisfy { vertices[$0].x < -0.01 })
    let topology = try PoseTestData.geometry.get().topology
    let mirrored = FaceTopology.Ring.leftEye.indices.compactMap { Self.partner($0, topology) }
    #expect(Set(mirrored) == Set(FaceTopology.Ring.rightEye.indices))
    func width(_ ring: FaceTopology.Ring) -> Float {
      let x = ring.indices.map { vertices[$0].x }
      return (x.max() ?? 0) - (x.min() ?? 0)
    }
    #expect(width(.innerLips) < width(.outerLips))
    #expect(width(.outerLips) < 0.06)
  }

  @Test func leftPointsMirrorRightPoints() throws {
    let topology = try PoseTestData.geometry.get().topology
    for point in FacePoint.allCases {
      let name = point.rawValue
      let place = Self.position(point, topology)
      if name.hasPrefix("left") || name.contains("Left") {
        let other =
          name.hasPrefix("left")
          ? "right" + name.dropFirst(4) : name.replacing("Left", with: "Right")
        let partner = try #require(FacePoint(rawValue: other), "\(other)")
        let mirrored = Self.position(partner, topology) * [-1, 1, 1]
        #expect((place - mirrored).length < 1e-4, "\(point) and \(partner)")
        #expect(place.x > 0.01, "\(point)")
      } else if !(name.hasPrefix("right") || name.contains("Right")) {
        #expect(place.x.magnitude < 1e-4, "\(point) is in the middle")
      }
    }
  }

  /// From the forehead down to the chin, and from the nose out.
  @Test func pointsAreInOrder() throws {
    let topology = try PoseTestData.geometry.get().topology
    let down: [FacePoint] = [
      .foreheadTop, .foreheadCenter, .noseBridge, .noseTip, .noseBottom, .upperLipTop,
      .mouthCenter, .lowerLipBottom, .chinCenter, .chinBottom,
    ]
    for (upper, lower) in zip(down, down.dropFirst()) {
      let (a, b) = (Self.position(upper, topology), Self.position(lower, topology))
      #expect(a.y > b.y, "\(upper) above \(lower)")
    }
    let out: [FacePoint] = [
      .leftEyeInnerCorner, .leftEyeCenter, .leftEyeOuterCorner, .leftTemple, .leftEar,
    ]
    for (inner, outer) in zip(out, out.dropFirst()) {
      let (a, b) = (Self.position(inner, topology), Self.position(outer, topology))
      #expect(a.x < b.x, "\(outer) outside of \(inner)")
    }
    let brow = Self.position(.leftBrowCenter, topology)
    #expect(brow.y > Self.position(.leftEyeCenter, topology).y + 0.01)
    #expect(brow.y < Self.position(.foreheadCenter, topology).y + 0.01)
    #expect(Self.position(.leftCheek, topology).y < Self.position(.leftEyeCenter, topology).y)
    #expect(Self.position(.leftCheek, topology).y > Self.position(.mouthCenter, topology).y)
  }
}
