import Foundation

/// The one camera model of Guise: a pinhole without distortion.
///
/// Camera space is right-handed, metres, the camera at the origin looking down −z, +y up. A point
/// lands in the picture (origin top left, +y down, pixel centres at .5) at
/// `x = principalPoint.x + focalLength.x · X / −Z`, `y = principalPoint.y − focalLength.y · Y / −Z`.
public struct CameraIntrinsics: Hashable, Sendable {
  /// The vertical field of view that is assumed where none is known: 63°, the landmark models' own.
  public static let defaultFieldOfViewRadians: Float = 63 * .pi / 180

  /// Pixels, in x and y; they differ where pixels are not square.
  public var focalLength: SIMD2<Float>
  /// Pixels.
  public var principalPoint: SIMD2<Float>

  public init(focalLength: SIMD2<Float>, principalPoint: SIMD2<Float>) {
    self.focalLength = focalLength
    self.principalPoint = principalPoint
  }

  /// A camera whose axis goes through the picture's centre.
  ///
  /// - Parameters:
  ///   - verticalFieldOfViewRadians: between 0 and π.
  ///   - pixelAspectRatio: width of a pixel over its height.
  public init(
    width: Int, height: Int,
    verticalFieldOfViewRadians: Float = CameraIntrinsics.defaultFieldOfViewRadians,
    pixelAspectRatio: Double = 1
  ) {
    precondition(verticalFieldOfViewRadians > 0 && verticalFieldOfViewRadians < .pi)
    let focal = Float(height) / 2 / tan(verticalFieldOfViewRadians / 2)
    self.init(
      focalLength: [focal / Float(pixelAspectRatio), focal],
      principalPoint: [Float(width) / 2, Float(height) / 2])
  }

  /// Where a point in camera space lands in the picture; nil on or behind the camera's plane.
  public func project(_ point: SIMD3<Float>) -> SIMD2<Float>? {
    guard point.z < 0 else { return nil }
    return principalPoint + focalLength * SIMD2(point.x, -point.y) / -point.z
  }

  /// The point in camera space at `depth` metres before the camera that lands on `pixel`.
  public func unproject(_ pixel: SIMD2<Float>, depth: Float) -> SIMD3<Float> {
    let p = (pixel - principalPoint) / focalLength * depth
    return [p.x, -p.y, -depth]
  }
}
