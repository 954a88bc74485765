// Makes the sample clip: a portrait that moves, rolls, comes near, leaves and comes back.
//
//   SampleClip PORTRAIT.png CLIP.mp4
//
// An example of writing a video from nothing with GuiseMedia.

import Foundation
import GuiseCodecs
import GuiseCore
import GuiseMedia

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let input = arguments.first, let output = arguments.last else {
  FileHandle.standardError.write(Data("usage: SampleClip PORTRAIT.png CLIP.mp4\n".utf8))
  exit(2)
}

do {
  let data = try Data(contentsOf: URL(fileURLWithPath: input))
  let portrait = try VipsImageDecoder().decodeImage(data, name: input, pixelLimit: 100_000_000)
  let scene = Scene(Print(portrait), width: 1280, height: 720)
  let rate = Rational(30)
  let count = Int(Motion.duration * 30)

  let info = VideoInfo(
    width: scene.width, height: scene.height, frameRate: rate, color: .bt709, frameCount: count)
  let writer = try VideoWriter(
    url: URL(fileURLWithPath: output), like: info, audio: Chord.track(seconds: Motion.duration))
  for index in 0..<count {
    var frame = scene.frame(at: Motion.placement(at: Double(index) / 30))
    frame.time = rate.reciprocal.duration(ofTicks: Int64(index))
    try writer.write(frame)
  }
  try writer.finish()
} catch {
  FileHandle.standardError.write(Data("SampleClip: \(error)\n".utf8))
  exit(1)
}
