// Makes the sample clip: a portrait that moves, rolls, comes near, leaves and comes back.
//
//   SampleClip PORTRAIT.png CLIP.mp4
//
// An example of writing a video from nothing with GuiseMedia.

import Foundation
import GuiseCore
import GuiseMedia

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let input = arguments.first, let output = arguments.last else {
  FileHandle.standardError.write(Data("usage: SampleClip PORTRAIT.png CLIP.mp4\n".utf8))
  exit(2)
}

do {
  let portrait = try PhotoReader.read(URL(fileURLWithPath: input))
  let scene = Scene(Print(portrait.frames[0]), width: 1280, height: 720)
  let count = Int(Motion.duration * 30)

  let info = VideoInfo(
    width: scene.width, height: scene.height, frameRate: Rational(30), color: .bt709,
    frameCount: count)
  let writer = try VideoWriter(
    url: URL(fileURLWithPath: output), like: info, audio: Chord.track(seconds: Motion.duration))
  for index in 0..<count {
    var frame = scene.frame(at: Motion.placement(at: Double(index) / 30))
    frame.time = .seconds(index) / 30
    try writer.write(frame)
  }
  try writer.finish()
} catch {
  FileHandle.standardError.write(Data("SampleClip: \(error)\n".utf8))
  exit(1)
}
