import Foundation
import GuiseCore
import GuiseFilters
import GuiseRendering
import GuiseScene
import GuiseTracking
import TestSupport
import Testing

/// The filters that ship, worn by the neutral face, on Mesa's software rasteriser.
@Suite struct FilterGoldenTests {
  private let topology: FaceTopology

  init() throws {
    topology = try LandmarkModelBundle.installed().topology
  }

  private func anchor(
    id: Int, at position: SIMD3<Float>, yaw: Float = 0, pitch: Float = 0,
    _ shapes: [BlendShapeLocation: Float] = [:]
  ) -> FaceAnchor {
    var blendShapes = BlendShapes()
    for (location, value) in shapes { blendShapes[location] = value }
    return FaceAnchor(
      id: id, landmarks: [],
      geometry: FaceGeometry(vertices: topology.neutralVertices, topology: topology),
      transform: Transform(translation: position) * Transform(rotation: yaw, axis: [0, 1, 0])
        * Transform(rotation: pitch, axis: [1, 0, 0]),
      blendShapes: blendShapes)
  }

  private func overlay(_ id: String, _ faces: [FaceAnchor], width: Int, height: Int) throws
    -> Image
  {
    let session = FilterSession(
      filter: try ShippedFilters.load(id), topology: topology, codecs: ShippedFilters.codecs)
    var output = FilterOutput()
    let camera = CameraIntrinsics(width: width, height: height, verticalFieldOfViewRadians: 0.3)
    try session.update(
      FilterInput(faces: faces, width: width, height: height, camera: camera), into: &output)
    let overlay = try Renderer(RendererOptions(device: .software)).draw(output.drawList)
    return Scenes.fullPicture(overlay.image, at: overlay.rect, width: width, height: height)
  }

  /// From the front, half turned with one eye closed and the mouth open, and in profile: there the
  /// far eye is hidden by the nose.
  @Test(arguments: ["emoji", "wireframe", "tiger"])
  func threeHeads(id: String) throws {
    let picture = try overlay(
      id,
      [
        anchor(id: 1, at: [-0.25, -0.06, -1.5], yaw: 0.17),
        anchor(id: 2, at: [0, -0.06, -1.5], yaw: 0.8, [.eyeBlinkLeft: 0.6, .jawOpen: 0.5]),
        anchor(id: 3, at: [0.25, -0.06, -1.5], yaw: -1.35, pitch: 0.1),
      ], width: 720, height: 360)
    try Golden.expect(picture, matches: "filter-\(id)")
  }

  @Test(arguments: ShippedFilters.ids)
  func shippedFiltersAreValid(id: String) {
    let report = FilterValidator(codecs: ShippedFilters.codecs)
      .report(ShippedFilters.folder.appendingPathComponent(id))
    #expect(report.errors.isEmpty)
    #expect(report.warnings.isEmpty)
    #expect(report.manifest?.id == id)
    #expect(report.manifest?.license == "CC0-1.0")
  }
}
