import Foundation

/// Where the print lies in the picture.
struct Placement {
  /// Of its centre, as a part of the picture's width and height.
  var x: Double
  var y: Double
  /// Its height as a part of the picture's.
  var size: Double
  /// Degrees, counterclockwise.
  var roll: Double
}

/// The way of the print through the clip: it stops at each place for a blink, and glides between.
enum Motion {
  private static let way: [(time: Double, at: Placement)] = [
    (0.0, Placement(x: 0.50, y: 0.50, size: 0.86, roll: 0)),
    (1.2, Placement(x: 0.40, y: 0.48, size: 0.90, roll: 12)),
    (2.4, Placement(x: 0.60, y: 0.52, size: 1.00, roll: -16)),
    (3.6, Placement(x: 0.50, y: 0.62, size: 1.45, roll: -4)),
    (4.6, Placement(x: 0.55, y: 0.50, size: 0.80, roll: 8)),
    (6.0, Placement(x: 1.30, y: 0.46, size: 0.86, roll: -8)),
    (6.5, Placement(x: 1.30, y: 0.46, size: 0.86, roll: -8)),
    // Unseen, it has gone round to the other side.
    (6.5, Placement(x: -0.30, y: 0.48, size: 0.86, roll: 8)),
    (7.9, Placement(x: 0.48, y: 0.50, size: 0.84, roll: -3)),
    (9.0, Placement(x: 0.50, y: 0.50, size: 0.86, roll: 0)),
  ]

  /// Seconds.
  static var duration: Double { way.last?.time ?? 0 }

  static func placement(at time: Double) -> Placement {
    guard let next = way.firstIndex(where: { $0.time > time }), next > 0 else {
      return way[time <= 0 ? 0 : way.count - 1].at
    }
    let (from, to) = (way[next - 1], way[next])
    let t = (time - from.time) / max(to.time - from.time, 1e-9)
    // Starts and ends at rest.
    let s = t * t * (3 - 2 * t)
    func mix(_ value: (Placement) -> Double) -> Double {
      value(from.at) + s * (value(to.at) - value(from.at))
    }
    return Placement(x: mix(\.x), y: mix(\.y), size: mix(\.size), roll: mix(\.roll))
  }
}
