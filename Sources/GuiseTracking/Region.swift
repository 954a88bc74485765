import Foundation

/// A rotated rectangle of a picture.
///
/// Its space is the picture as it is displayed: pixels of the picture's rows, x stretched by the
/// pixel aspect ratio. A square region is square to the eye, and angles are true.
struct Region: Hashable, Sendable {
  var center: SIMD2<Float>
  var size: SIMD2<Float>
  /// Radians; positive turns +x toward +y, clockwise as seen.
  var rotation: Float = 0

  /// The place of a point that is given as a fraction of width and height.
  func place(_ fraction: SIMD2<Float>) -> SIMD2<Float> {
    let (c, s) = (cos(rotation), sin(rotation))
    let p = (fraction - 0.5) * size
    return center + SIMD2(p.x * c - p.y * s, p.x * s + p.y * c)
  }

  /// The square that holds a whole picture, centred.
  static func whole(_ size: SIMD2<Float>) -> Region {
    Region(center: size / 2, size: SIMD2(repeating: size.max()))
  }

  /// The angle by which a face is turned whose eyes, or two other points that are level in an upright
  /// face, lie at `a` and `b`; -π ..< π.
  static func rotation(from a: SIMD2<Float>, to b: SIMD2<Float>) -> Float {
    let angle = -atan2(-(b.y - a.y), b.x - a.x)
    return angle - 2 * .pi * ((angle + .pi) / (2 * .pi)).rounded(.down)
  }

  /// The bounds, rotation left aside.
  var bounds: Bounds { Bounds(min: center - size / 2, max: center + size / 2) }
}

/// An upright rectangle in the space of ``Region``.
struct Bounds: Hashable, Sendable {
  var min: SIMD2<Float>
  var max: SIMD2<Float>

  /// The smallest that holds all points; they are at least one.
  init(of points: some Sequence<SIMD2<Float>>) {
    var low = SIMD2<Float>(repeating: .infinity)
    var high = SIMD2<Float>(repeating: -.infinity)
    for point in points {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    self.init(min: low, max: high)
  }

  init(min: SIMD2<Float>, max: SIMD2<Float>) {
    self.min = min
    self.max = max
  }

  var center: SIMD2<Float> { (min + max) / 2 }
  var size: SIMD2<Float> { max - min }
  var area: Float { Swift.max(size.x, 0) * Swift.max(size.y, 0) }

  func contains(_ point: SIMD2<Float>) -> Bool {
    point.x >= min.x && point.y >= min.y && point.x <= max.x && point.y <= max.y
  }

  /// The area of the intersection.
  func overlap(_ other: Bounds) -> Float {
    Bounds(min: pointwiseMax(min, other.min), max: pointwiseMin(max, other.max)).area
  }

  /// Intersection over union, 0…1.
  func intersectionOverUnion(_ other: Bounds) -> Float {
    let shared = overlap(other)
    let union = area + other.area - shared
    return union > 0 ? shared / union : 0
  }

  /// Intersection over the smaller one, 0…1.
  func intersectionOverSmaller(_ other: Bounds) -> Float {
    let smaller = Swift.min(area, other.area)
    return smaller > 0 ? overlap(other) / smaller : 0
  }
}
