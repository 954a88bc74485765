import Foundation
import GuiseCore
import GuiseMedia
import GuiseTracking
import TestSupport
import Testing

/// The pose of a real face, wherever in the picture it is seen (K6).
///
/// A camera that turns about its centre changes a picture by a homography, and the pose of what it
/// sees by its own rotation, exactly. So a photograph is laid into larger pictures as a turned
/// camera would see it and tracked there, and the pose is compared with the one at the centre.
@Suite struct PoseTurnedPictureTests {
  private let camera = CameraIntrinsics(width: 640, height: 360)

  /// The reference's rule is off by 14° at half the way to the side, and by 29° in the corners.
  @Test func poseTurnsWithTheCamera() throws {
    let url = try #require(
      Installation.locate("samples/astronaut.png"),
      "the sample photo is not installed: run `make setup`")
    let photo = try PhotoReader.read(url).frames[0]
    let tracker = try FaceTracker(
      bundle: .installed(), options: TrackingOptions(mode: .photo, maximumFaceCount: 1))
    let inPhoto = try #require(try tracker.track(photo).first, "no face in the sample photo")
    let points = inPhoto.landmarks.map(\.xy)
    let low = points.reduce(points[0]) { pointwiseMin($0, $1) }
    let high = points.reduce(points[0]) { pointwiseMax($0, $1) }
    // 100 pixels high in the turned pictures.
    let view = PhotoView(photo: photo, center: (low + high) / 2, scale: (high.y - low.y) / 100)

    let upright = try #require(
      try tracker.track(view.picture(camera: camera, turn: .identity)).first
    ).transform
    for pixel: SIMD2<Float> in [
      [160, 180], [575, 180], [320, 65], [320, 295], [65, 65], [575, 65], [65, 295],
    ] {
      let turn = Self.turn(to: pixel, camera)
      let anchor = try #require(
        try tracker.track(view.picture(camera: camera, turn: turn)).first, "no face at \(pixel)")
      let expected = turn * upright
      let degrees = Self.angle(anchor.transform, expected) * 180 / .pi
      let distance =
        (anchor.transform.translation - expected.translation).length
        / expected.translation.length
      #expect(degrees < 5, "at \(pixel)")
      #expect(distance < 0.035, "at \(pixel)")
      // The mesh stays on the landmarks.
      let vertices = try #require(anchor.geometry).vertices
      for (vertex, landmark) in zip(vertices, anchor.landmarks) {
        let seen = try #require(camera.project(anchor.transform.point(vertex)))
        #expect((seen - landmark.xy).length < 0.01)
      }
    }
  }

  /// The shortest turn of the camera that takes its axis to `pixel`.
  private static func turn(to pixel: SIMD2<Float>, _ camera: CameraIntrinsics) -> Transform {
    let ray = camera.unproject(pixel, depth: 1).normalized
    let axis = SIMD3<Float>(0, 0, -1).cross(ray)
    return Transform(rotation: asin(axis.length), axis: axis)
  }

  /// The angle of the rotation between two poses, radians.
  private static func angle(_ a: Transform, _ b: Transform) -> Float {
    let trace =
      a.columns.0.xyz.dot(b.columns.0.xyz) + a.columns.1.xyz.dot(b.columns.1.xyz)
      + a.columns.2.xyz.dot(b.columns.2.xyz)
    return acos(min(max((trace - 1) / 2, -1), 1))
  }
}

/// A photograph as a flat thing at infinity that a turning camera looks at.
private struct PhotoView {
  var photo: Frame
  /// The pixel of the photograph that is straight ahead.
  var center: SIMD2<Float>
  /// Pixels of the photograph for one of the picture, straight ahead.
  var scale: Float

  /// What the camera sees after a turn; grey around the photograph.
  func picture(camera: CameraIntrinsics, turn: Transform) -> Frame {
    var frame = Frame(format: .rgb8, width: 640, height: 360, color: .sRGB)
    let back = turn.affineInverse ?? .identity
    photo.withPlane(0) { source, sourceLayout in
      frame.withMutablePlane(0) { target, layout in
        for offset in 0..<layout.rowBytes * layout.height {
          target.storeBytes(of: 40, toByteOffset: offset, as: UInt8.self)
        }
        for y in 0..<layout.height {
          for x in 0..<layout.width {
            let ray = back.direction(
              camera.unproject(SIMD2(Float(x) + 0.5, Float(y) + 0.5), depth: 1))
            guard let seen = camera.project(ray) else { continue }
            let place = center + (seen - camera.principalPoint) * scale - 0.5
            guard place.x >= 0, place.y >= 0, place.x < Float(photo.width - 1),
              place.y < Float(photo.height - 1)
            else { continue }
            let (column, row) = (Int(place.x), Int(place.y))
            let fraction = place - SIMD2(Float(column), Float(row))
            for channel in 0..<3 {
              func sample(_ dx: Int, _ dy: Int) -> Float {
                let offset = (row + dy) * sourceLayout.rowBytes + (column + dx) * 3 + channel
                return Float(unsafe source.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
              }
              let top = sample(0, 0) * (1 - fraction.x) + sample(1, 0) * fraction.x
              let bottom = sample(0, 1) * (1 - fraction.x) + sample(1, 1) * fraction.x
              let value = top * (1 - fraction.y) + bottom * fraction.y
              target.storeBytes(
                of: UInt8(value + 0.5), toByteOffset: y * layout.rowBytes + x * 3 + channel,
                as: UInt8.self)
            }
          }
        }
      }
    }
    return frame
  }
}
