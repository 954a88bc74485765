import Foundation
import GuiseCore
import TestSupport
import Testing

@testable import GuiseTracking

/// Reading the geometry metadata: the real file, and files that are wrong.
@Suite struct PoseMetadataTests {
  @Test func realFileIsRead() throws {
    let geometry = try PoseTestData.geometry.get()
    #expect(geometry.topology.neutralVertices.count == 468)
    #expect(geometry.topology.triangleIndices.count == 898 * 3)
    #expect(geometry.basis.count == 33)
    let heaviest = try #require(geometry.basis.max { $0.weight < $1.weight })
    #expect([129, 358].contains(heaviest.index))
    #expect((heaviest.weight - 0.120625205).magnitude < 1e-7)
    #expect((geometry.topology.neutralVertices[4] - [0, -0.00463170, 0.07586580]).length < 1e-6)
  }

  /// The mesh is that of the canonical model as MediaPipe publishes it; there, v runs upward.
  @Test(.enabled(if: SharedData.isPresent, PoseTestData.absence))
  func meshIsThePublishedModel() throws {
    let topology = try PoseTestData.geometry.get().topology
    let url = try SharedData.url("gltf/mediapipe/canonical_face_model.obj")
    var positions: [SIMD3<Float>] = []
    var coordinates: [SIMD2<Float>] = []
    var triangles: [UInt16] = []
    var matched = 0
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      switch words.first {
      case "v": positions.append(SIMD3(words.dropFirst().prefix(3).map { Float($0) ?? .nan }))
      case "vt": coordinates.append(SIMD2(words.dropFirst().prefix(2).map { Float($0) ?? .nan }))
      case "f":
        for word in words.dropFirst() {
          let pair = word.split(separator: "/").compactMap { Int($0) }
          triangles.append(UInt16(pair[0] - 1))
          let expected = SIMD2(coordinates[pair[1] - 1].x, 1 - coordinates[pair[1] - 1].y)
          if (topology.textureCoordinates[pair[0] - 1] - expected).length < 1e-5 { matched += 1 }
        }
      default: break
      }
    }
    #expect(positions.count == 468)
    for (ours, theirs) in zip(topology.neutralVertices, positions) {
      #expect((ours * 100 - theirs).length < 1e-5)
    }
    #expect(triangles == topology.triangleIndices)
    #expect(matched == triangles.count)
  }

  @Test func everyTruncationIsRefused() throws {
    let bytes = try PoseTestData.metadataBytes()
    for count in [0, 1, 2, 3, 4, 100, 5000, bytes.count - 400, bytes.count - 3] {
      let error = #expect(throws: TrackingError.self) {
        try GeometryMetadata(parsing: Array(bytes.prefix(count)))
      }
      #expect(error?.code == .invalidBundle)
    }
  }

  /// Whatever is in the bytes: an error or a sound value, never a crash.
  @Test func mutatedBytesNeverCrash() throws {
    let bytes = try PoseTestData.metadataBytes()
    var random = PoseSyntheticHead.SplitMix64(state: 3)
    for _ in 0..<60 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // The tail holds the structure; most of the rest are coordinates.
        let from = Bool.random(using: &random) ? 0 : bytes.count - 600
        mutated[Int.random(in: from..<bytes.count, using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      if let geometry = try? GeometryMetadata(parsing: mutated) {
        #expect(geometry.basis.allSatisfy { $0.weight > 0 && (0..<468).contains($0.index) })
        #expect(geometry.topology.neutralVertices.allSatisfy { $0.length < 2 })
      }
    }
  }

  @Test(
    arguments: [
      ([], "no mesh"),
      ([0x0a, 0x05, 0x00], "says 5 bytes"),
      ([0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], "bytes, 0 are left"),
      ([0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], "more than 10"),
      ([0x0b], "wire type 3"),
      ([0x02, 0x00], "field number 0"),
      ([0x18, 0x02], "input source 2"),
      ([0x08, 0x01], "field 1 has a wrong type"),
      ([0x0a, 0x02, 0x08, 0x07], "vertex type is 7"),
      ([0x0a, 0x00], "0 vertex numbers, expected 2340"),
      ([0x0a, 0x03, 0x1a, 0x01, 0x00], "no whole floats"),
    ] as [([UInt8], String)])
  func messageSaysWhatIsWrong(bytes: [UInt8], part: String) {
    let error = #expect(throws: TrackingError.self) { try GeometryMetadata(parsing: bytes) }
    #expect(error?.code == .invalidBundle)
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
  }

  @Test func hugeFileIsRefused() {
    #expect(throws: TrackingError.self) {
      try GeometryMetadata(parsing: [UInt8](repeating: 0, count: (1 << 20) + 1))
    }
  }

  /// Packed numbers mean the same as unpacked ones.
  @Test func packedNumbersAreRead() throws {
    var floats: [Float] = []
    let bytes: [UInt8] = [0, 0, 0x80, 0x3f, 0, 0, 0, 0x40]
    try ProtobufReader.append(.bytes(bytes[...]), to: &floats, of: "test")
    #expect(floats == [1, 2])
    var integers: [UInt64] = []
    try ProtobufReader.append(.bytes([0x01, 0x96, 0x01][...]), to: &integers, of: "test")
    #expect(integers == [1, 150])
  }
}

extension SIMD3<Float> {
  fileprivate init(_ numbers: [Float]) { self.init(numbers[0], numbers[1], numbers[2]) }
}

extension SIMD2<Float> {
  fileprivate init(_ numbers: [Float]) { self.init(numbers[0], numbers[1]) }
}
