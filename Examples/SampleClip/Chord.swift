import Foundation
import GuiseMedia

/// A soft chord that swells and fades, so that the clip has sound to keep.
enum Chord {
  private static let sampleRate = 48_000
  /// Hz: A major, spread wide. Left and right beat slowly against each other.
  private static let notes = [110.0, 220.0, 277.18, 329.63]
  private static let detune = 0.25

  static func track(seconds: Double) -> AudioTrack {
    let count = Int(seconds * Double(sampleRate))
    var samples = [Float](repeating: 0, count: 2 * count)
    for index in 0..<count {
      let time = Double(index) / Double(sampleRate)
      let swell = 0.5 - 0.5 * cos(2 * .pi * time / seconds * 2)
      for channel in 0...1 {
        let shift = channel == 0 ? -detune : detune
        let sum = notes.reduce(0) { $0 + sin(2 * .pi * ($1 + shift) * time) }
        samples[2 * index + channel] = Float(0.03 * swell * sum)
      }
    }
    return AudioTrack(sampleRate: sampleRate, channelCount: 2, samples: samples)
  }
}
