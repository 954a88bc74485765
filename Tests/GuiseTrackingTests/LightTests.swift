import Foundation
import GuiseCore
import TestSupport
import Testing

@testable import GuiseTracking

/// Light read from synthetic heads whose light is known.
@Suite struct LightEstimatorTests {
  /// A turned head whose skin is lit by a lamp and by white light from all around.
  struct Scene {
    var lamp = SIMD3<Float>(0, 0, 1)
    var lampColor = SIMD3<Float>(repeating: 0.6)
    var ambient: Float = 0.4
    var albedo = SIMD3<Float>(0.5, 0.32, 0.24)
    var yaw = 0.0
    /// Share of patches that something else covers: a beard, hair, a highlight.
    var outliers = 0.0

    /// What the estimator makes of it, and the vertices' true light.
    func light() throws -> (light: FaceLight, error: Float) {
      let geometry = try PoseTestData.geometry.get()
      let head = PoseSyntheticHead(
        geometry.topology, camera: CameraIntrinsics(width: 1280, height: 720),
        pixel: [700, 330], distance: 0.6, yaw: yaw)
      let landmarks = head.landmarks() + Array(repeating: SIMD3<Float>.zero, count: 10)
      var pose = FacePose()
      #expect(
        PoseSolver(geometry).solve(landmarks: landmarks, camera: head.camera, into: &pose))
      let anchor = FaceAnchor(
        id: 1, brightness: 0.6, landmarks: landmarks,
        geometry: FaceGeometry(vertices: pose.vertices, topology: geometry.topology),
        transform: pose.transform)
      var random = FixedRandom(seed: 5)
      var normals: [SIMD3<Float>] = []
      let colors = SkinPatches(geometry.topology).triangles.map { corners in
        let (a, b, c) = (
          pose.vertices[corners.x], pose.vertices[corners.y], pose.vertices[corners.z]
        )
        let normal = pose.transform.direction((b - a).cross(c - a).normalized)
        if normal.z > 0.3 { normals.append(normal) }
        if Double.random(in: 0..<1, using: &random) < outliers {
          return SIMD3<Float>(repeating: Float.random(in: 0...1, using: &random))
        }
        return albedo * shade(normal) * Float.random(in: 0.93...1.07, using: &random)
      }
      let light = try #require(
        LightEstimator(geometry.topology).light(on: anchor, colors: colors))
      // Shading relative to its mean, which is all that a surface of unknown colour tells.
      let truth = normals.map { shade($0).luma }
      let found = normals.map { light.harmonics.diffuse($0).luma }
      let scale = truth.reduce(0, +) / found.reduce(0, +)
      let error = zip(truth, found).reduce(Float(0)) { $0 + abs($1.0 - $1.1 * scale) }
      return (light, error / truth.reduce(0, +))
    }

    private func shade(_ normal: SIMD3<Float>) -> SIMD3<Float> {
      lampColor * max(0, normal.dot(lamp.normalized)) + ambient
    }
  }

  static let directions: [SIMD3<Float>] = [
    [0, 0, 1], [1, 0, 1], [-1, 0.2, 1], [0, 1, 0.6], [-1, 1, 0.3], [0.6, -0.5, 1],
  ]

  /// The cosine of how far the lamp may be from its place: 28° before the face, 37° beside or above it,
  /// where half of the face is in its own shade and most of what the lamp lights is not seen.
  static func tolerance(_ lamp: SIMD3<Float>) -> Float { lamp.normalized.z > 0.65 ? 0.88 : 0.8 }

  @Test(arguments: directions, [-35.0, 0, 35])
  func findsLamp(direction: SIMD3<Float>, yaw: Double) throws {
    for albedo in [SIMD3<Float>(0.6, 0.42, 0.34), [0.12, 0.06, 0.035]] {
      let (light, error) = try Scene(lamp: direction, albedo: albedo, yaw: yaw).light()
      let found = light.estimate.primaryLightDirection
      let cosine = found.dot(direction.normalized)
      #expect(cosine > Self.tolerance(direction), "\(found)")
      #expect(error < 0.065)
      #expect(abs(found.length - 1) < 1e-4)
    }
  }

  @Test func evenLightHasNoLamp() throws {
    let (light, error) = try Scene(lampColor: .zero, ambient: 1).light()
    #expect(light.estimate.primaryLightIntensity < 120)
    #expect(error < 0.02)
  }

  @Test func strongerLampIsStronger() throws {
    let weak = try Scene(lamp: [1, 0, 1], lampColor: SIMD3(repeating: 0.2), ambient: 0.8).light()
    let strong = try Scene(lamp: [1, 0, 1], lampColor: SIMD3(repeating: 0.8), ambient: 0.2).light()
    let ratio =
      strong.light.estimate.primaryLightIntensity / weak.light.estimate.primaryLightIntensity
    #expect(ratio > 2)
  }

  @Test func beardsAndHighlightsAreLeftAside() throws {
    for direction in Self.directions {
      let (light, error) = try Scene(lamp: direction, outliers: 0.2).light()
      let cosine = light.estimate.primaryLightDirection.dot(direction.normalized)
      #expect(cosine > Self.tolerance(direction))
      #expect(error < 0.09)
    }
  }

  /// A blue lamp from the face's one side and a red one from the other tint those sides.
  @Test func colorsHaveDirections() throws {
    let (light, _) = try Scene(lamp: [1, 0, 0.4], lampColor: [0, 0.2, 1.2]).light()
    let right = light.harmonics.diffuse(SIMD3<Float>(0.8, 0, 0.6))
    let left = light.harmonics.diffuse(SIMD3<Float>(-0.8, 0, 0.6))
    let ratio = (right.z / right.x) / (left.z / left.x)
    #expect(ratio > 1.5)
  }

  /// The same face in the same light is estimated alike whatever the colour of its skin.
  @Test func skinColorDoesNotMatter() throws {
    let light = try Scene(lamp: [-1, 1, 1], albedo: [0.6, 0.42, 0.34]).light().light
    let other = try Scene(lamp: [-1, 1, 1], albedo: [0.12, 0.06, 0.035]).light().light
    for index in 0..<SphericalHarmonics.count {
      let (a, b) = (light.harmonics[index] / light.mean, other.harmonics[index] / other.mean)
      let difference = (a - b).length
      #expect(difference < 0.02)
    }
  }

  @Test func blackFaceHasNoLight() throws {
    let topology = try PoseTestData.geometry.get().topology
    let estimator = LightEstimator(topology)
    let count = SkinPatches(topology).triangles.count
    #expect(count > 200)
    let anchor = FaceAnchor(
      id: 1, landmarks: Array(repeating: .zero, count: 478),
      geometry: FaceGeometry(vertices: topology.neutralVertices, topology: topology),
      transform: Transform(translation: [0, 0, -0.5]))
    for color in [SIMD3<Float>.zero, SIMD3(repeating: .nan)] {
      #expect(estimator.light(on: anchor, colors: Array(repeating: color, count: count)) == nil)
    }
  }
}

@Suite struct SphericalHarmonicsTests {
  @Test func neutralLightReflectsOne() {
    for normal in LightEstimatorTests.directions {
      let difference = SphericalHarmonics.neutral.diffuse(normal.normalized) - SIMD3(repeating: 1)
      let length = difference.length
      #expect(length < 1e-5)
    }
  }

  /// A lamp's reflection is the cosine's, within what degree 2 can hold.
  @Test func lampReflectsCosine() {
    var light = SphericalHarmonics()
    let lamp = SIMD3<Float>(1, 2, 2).normalized
    light.addLamp(toward: lamp, color: [1, 0.5, 0.25])
    for normal in LightEstimatorTests.directions.map(\.normalized) {
      let expected = max(0, normal.dot(lamp))
      let found = light.diffuse(normal)
      let error = abs(found.x - expected)
      let colorError = max(abs(found.y - found.x / 2), abs(found.z - found.x / 4))
      #expect(error < 0.1)
      #expect(colorError < 1e-5)
    }
  }

  /// The functions are orthonormal on the sphere.
  @Test func basisIsOrthonormal() {
    var sums = [[Float]](repeating: [Float](repeating: 0, count: 9), count: 9)
    let count = 4000
    for index in 0..<count {
      // Points on a spiral, each for an equal part of the sphere.
      let z = 1 - (2 * Float(index) + 1) / Float(count)
      let angle = Float(index) * 2.399963
      let radius = (1 - z * z).squareRoot()
      let values = SphericalHarmonics.basis([radius * cos(angle), radius * sin(angle), z])
      for a in 0..<9 { for b in 0..<9 { sums[a][b] += values[a] * values[b] } }
    }
    for a in 0..<9 {
      for b in 0..<9 {
        let product: Float = sums[a][b] * 4 * Float.pi / Float(count)
        let expected: Float = a == b ? 1 : 0
        #expect(abs(product - expected) < 0.01)
      }
    }
  }

  @Test func elementsAreBlocksOfColors() {
    var light = SphericalHarmonics()
    for index in 0..<9 { light[index] = [Float(index), Float(10 + index), Float(20 + index)] }
    let expected = [0, 10, 20].flatMap { first in (0..<9).map { Float(first + $0) } }
    #expect(light.elements == expected)
  }
}

@Suite struct ExposureTests {
  static let white = SIMD3<Float>(repeating: 0.18)

  /// Skin of any colour in a picture of middle grey is in neutral light.
  private static func expect(_ color: SIMD3<Float>, kelvin: Float, within tolerance: Float) {
    let found = ColorTemperature.kelvin(color)
    let error = abs(found - kelvin)
    #expect(error < tolerance, "\(found) K")
  }

  @Test(arguments: [SIMD3<Float>(0.55, 0.35, 0.26), [0.2, 0.11, 0.07]], [Float(0.45), 0.6, 0.8])
  func ordinaryLightIsNeutral(skin: SIMD3<Float>, brightness: Float) {
    let light = Exposure.light(brightness: brightness, color: skin, surroundings: Self.white)
    #expect(abs(light.luma - 1) < 0.1)
    Self.expect(light, kelvin: 6500, within: 500)
  }

  @Test func darkFaceIsInTheDark() {
    let light = Exposure.light(
      brightness: 0.1, color: [0.01, 0.006, 0.004], surroundings: Self.white)
    #expect(light.luma < 0.15)
  }

  @Test func warmAndColdLight() {
    let skin = SIMD3<Float>(0.5, 0.32, 0.24)
    let warm = SIMD3<Float>(1.5, 1, 0.4)
    let cold = SIMD3<Float>(0.7, 1, 1.5)
    let candle = Exposure.light(
      brightness: 0.6, color: skin * warm, surroundings: Self.white * warm)
    let sky = Exposure.light(brightness: 0.6, color: skin * cold, surroundings: Self.white * cold)
    #expect(ColorTemperature.kelvin(candle) < 5200)
    #expect(ColorTemperature.kelvin(sky) > 7200)
  }

  @Test func grayPictureIsNeutralAndSepiaIsNot() {
    let gray = Exposure.light(
      brightness: 0.6, color: SIMD3(repeating: 0.4), surroundings: Self.white)
    Self.expect(gray, kelvin: 6500, within: 60)
    let sepia = SIMD3<Float>(1.3, 1, 0.6)
    let old = Exposure.light(brightness: 0.6, color: sepia * 0.4, surroundings: sepia * 0.2)
    #expect(ColorTemperature.kelvin(old) < 5000)
  }

  @Test func kelvinOfKnownColors() {
    Self.expect([1, 1, 1], kelvin: 6504, within: 10)
    // Illuminant A in linear sRGB.
    Self.expect([1.7766, 0.8632, 0.2744], kelvin: 2856, within: 200)
    #expect(ColorTemperature.kelvin([0, 0, 0]) == 6500)
    #expect(ColorTemperature.kelvin([.nan, 1, 1]) == 6500)
    for color in [SIMD3<Float>(1, 0, 0), [0, 0, 1], [0, 1, 0]] {
      #expect(ColorTemperature.range.contains(ColorTemperature.kelvin(color)))
    }
  }
}

@Suite struct FaceLightTests {
  /// Nine tenths of a change of light are known after a second; a repeated frame changes nothing.
  @Test func changesAreTakenSlowly() {
    let dark = FaceLight(harmonics: .neutral * SIMD3(repeating: 0.2), mean: SIMD3(repeating: 0.2))
    let bright = FaceLight(harmonics: .neutral, mean: SIMD3(repeating: 1))
    var light = dark
    light.approach(bright, step: 1 / 30)
    #expect(light.mean.x < 0.3)
    for _ in 0..<30 { light.approach(bright, step: 1 / 30) }
    #expect(light.mean.x > 0.9 && light.estimate.ambientIntensity > 900)
    let before = light
    light.approach(bright, step: 0)
    #expect(light.harmonics == before.harmonics)
  }
}
