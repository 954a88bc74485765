import Foundation
import GuiseCodecs
import GuiseCore
import GuiseGLTF
import TestSupport
import Testing

/// Damaged samples: whatever happens to a file, reading it ends, soon, in a model or an error.
@Suite(.enabled(if: SharedData.isPresent, "there is no shared test data"))
struct MutationSweepTests {
  private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  private static let words = [
    "0", "1", "-1", "2", "255", "65535", "65536", "2147483647", "2147483648", "4294967295",
    "9007199254740991", "1e308", "1e-320", "0.5", "5120", "5121", "5123", "5125", "5126", "null",
    "true", "[]", "{}", "\"\"", "\"VEC3\"", "\"MAT4\"", "\"SCALAR\"", "\"../x\"", "[0]", "[[[[",
    "}",
    "\"data:,x\"", "\"NaN\"",
  ]

  /// Replaces a number of the JSON by another word, or damages any bytes.
  private func damage(_ bytes: inout [UInt8], _ random: inout Random) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: bytes.indices, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 2: bytes.removeSubrange(place..<min(place + 8, bytes.count))
    case 3: bytes.removeLast(Int.random(in: 0..<min(64, bytes.count), using: &random))
    default:
      func isDigit(_ index: Int) -> Bool { (48...57).contains(bytes[index]) }
      guard let start = (place..<bytes.count).first(where: { isDigit($0) }) else { return }
      let end = (start..<bytes.count).first { !isDigit($0) } ?? bytes.count
      let word = Self.words.randomElement(using: &random) ?? "0"
      bytes.replaceSubrange(start..<end, with: Array(word.utf8))
    }
  }

  /// Seeded; `GUISE_SWEEP_SECONDS` makes it longer.
  @Test func damagedSamplesEnd() throws {
    let seconds =
      ProcessInfo.processInfo.environment["GUISE_SWEEP_SECONDS"].flatMap { Double($0) } ?? 5
    let samples = SampleFile.all.filter {
      ((try? Data(contentsOf: $0.url).count) ?? .max) < 10_000
    }
    #expect(samples.count > 200)
    var random = Random(state: 20_261_130)
    let end = ContinuousClock.now + .seconds(seconds)
    var (count, taken) = (0, 0)
    var codes: Set<GLTFError.Code> = []
    while ContinuousClock.now < end {
      let sample = samples[count % samples.count]
      var bytes = [UInt8](try Data(contentsOf: sample.url))
      for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&bytes, &random) }
      let start = ContinuousClock.now
      do {
        _ = try SampleFile.read(
          Data(bytes), name: "damaged", in: sample.url.deletingLastPathComponent())
        taken += 1
      } catch let error as GLTFError {
        codes.insert(error.code)
        #expect(!error.detail.isEmpty)
      }
      #expect(ContinuousClock.now - start < .seconds(5), "case \(count) of \(sample.path)")
      count += 1
    }
    #expect(count > 50 && taken > 0 && codes.count > 6, "\(count), \(taken), \(codes)")
  }

  /// Damaged compressed geometry, deep in the binary part.
  @Test func damagedCompressionEnds() throws {
    var random = Random(state: 7)
    let folder = "gltf/assimp_glTF2/draco/2CylinderEngine"
    let json = try JSONSerialization.jsonObject(
      with: Data(contentsOf: SharedData.url(folder + ".gltf")))
    let views = try #require((json as? [String: Any])?["bufferViews"] as? [[String: Int]])
    let binary = [UInt8](try Data(contentsOf: SharedData.url(folder + ".bin")))
    let packed = views.map { view in
      let start = view["byteOffset"] ?? 0
      return Array(binary[start..<start + (view["byteLength"] ?? 0)])
    }.filter { $0.count < 20_000 }
    let positions = DracoAttributeRequest(componentType: .float32, componentCount: 3)
    let meshopt = try Data(
      contentsOf: SharedData.url("gltf/loaders.gl_meshopt/BoxTextured_meshopt.glb"))
    let decompressor = MeshDecompressor()
    let end = ContinuousClock.now + .seconds(2)
    var read = 0
    while ContinuousClock.now < end {
      var bytes = packed.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...2, using: &random) { damage(&bytes, &random) }
      let mesh = try? decompressor.decodeDraco(
        Data(bytes), attributes: [0: positions], byteLimit: 64 << 20)
      if let mesh {
        read += 1
        #expect(mesh.indices.allSatisfy { $0 < mesh.vertexCount })
      }
      bytes = [UInt8](meshopt)
      for _ in 0..<2 { damage(&bytes, &random) }
      _ = try? SampleFile.read(Data(bytes), name: "box", in: SharedData.root)
    }
    #expect(read > 0)
  }

  /// Four thousand million faces in 21 bytes.
  @Test func giantClaimsAreRefusedAtOnce() {
    let count: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0x0F]
    for method: UInt8 in [0, 1] {
      let bytes =
        Array("DRACO".utf8) + [2, 2, 1, method, 0, 0] + [UInt8](repeating: 0, count: Int(method))
        + count + count
      let start = ContinuousClock.now
      #expect(throws: CodecError.self) {
        try MeshDecompressor().decodeDraco(Data(bytes), attributes: [:], byteLimit: 1 << 30)
      }
      #expect(ContinuousClock.now - start < .milliseconds(500))
    }
  }
}
