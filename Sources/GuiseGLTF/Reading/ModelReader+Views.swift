import Foundation
import GuiseScene

/// Cameras and lights.
extension ModelReader {
  mutating func readCameras() throws(GLTFError) {
    for object in try root.objects("cameras") {
      guard
        let isPerspective = try object.word("type", ["perspective": true, "orthographic": false])
      else { throw object.missing("type") }
      let key = isPerspective ? "perspective" : "orthographic"
      guard let lens = try object.object(key) else { throw object.missing(key) }
      contents.cameras.append(
        Model.Camera(
          name: try name(of: object),
          projection: isPerspective
            ? try Self.readPerspective(lens) : try Self.readOrthographic(lens)))
    }
  }

  private static func readPerspective(
    _ lens: GLTFObject
  ) throws(GLTFError) -> Model.Camera.Projection {
    guard let angle = try lens.number("yfov", in: .positive) else { throw lens.missing("yfov") }
    guard angle < .pi else {
      throw lens.path.key("yfov").error(
        .invalidField, "expected a field of view below π radians, found \(angle)")
    }
    guard let near = try lens.number("znear", in: .positive) else { throw lens.missing("znear") }
    let far = try lens.number("zfar", in: .positive)
    if let far, far <= near { throw beyond(lens, near, far) }
    return .perspective(
      verticalFieldOfViewRadians: angle, aspectRatio: try lens.number("aspectRatio", in: .positive),
      near: near, far: far)
  }

  private static func readOrthographic(
    _ lens: GLTFObject
  ) throws(GLTFError) -> Model.Camera.Projection {
    guard let width = try lens.number("xmag") else { throw lens.missing("xmag") }
    guard let height = try lens.number("ymag") else { throw lens.missing("ymag") }
    guard width != 0, height != 0 else {
      throw lens.path.error(.invalidField, "expected an xmag and a ymag other than 0")
    }
    guard let near = try lens.number("znear", in: .notNegative) else { throw lens.missing("znear") }
    guard let far = try lens.number("zfar", in: .positive) else { throw lens.missing("zfar") }
    if far <= near { throw beyond(lens, near, far) }
    return .orthographic(halfWidth: width, halfHeight: height, near: near, far: far)
  }

  private static func beyond(_ lens: GLTFObject, _ near: Float, _ far: Float) -> GLTFError {
    lens.path.key("zfar").error(.invalidField, "expected more than znear, \(near), found \(far)")
  }

  mutating func readLights() throws(GLTFError) {
    for object in try root.extension("KHR_lights_punctual")?.objects("lights") ?? [] {
      guard
        let type = try object.word("type", ["directional": 0, "point": 1, "spot": 2])
      else { throw object.missing("type") }
      let kind: Model.Light.Kind =
        switch type {
        case 0: .directional
        case 1: .point
        default: try Self.readSpot(object)
        }
      contents.lights.append(
        Model.Light(
          name: try name(of: object), kind: kind,
          color: try object.vector3("color", in: .unit) ?? SIMD3(repeating: 1),
          intensity: try object.number("intensity", in: .notNegative) ?? 1,
          range: try object.number("range", in: .positive)))
    }
  }

  private static func readSpot(_ object: GLTFObject) throws(GLTFError) -> Model.Light.Kind {
    guard let spot = try object.object("spot") else { throw object.missing("spot") }
    let inner = try spot.number("innerConeAngle", in: 0...Float.pi / 2) ?? 0
    // A double's π/2 is a float above its own.
    let outer = try spot.number("outerConeAngle", in: 0...Float.pi / 2 + 1e-6) ?? .pi / 4
    guard inner < outer else {
      throw spot.path.error(
        .invalidField,
        "expected an innerConeAngle below the outerConeAngle, \(outer), found \(inner)"
      )
    }
    return .spot(innerConeRadians: inner, outerConeRadians: outer)
  }
}
