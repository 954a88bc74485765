import Foundation
import GuiseCore
import GuiseMedia
import TestSupport
import Testing

@testable import guise

/// `guise apply` and `guise track` from arguments to files.
@Suite(.serialized, .timeLimit(.minutes(3)), .enabled(if: GuiseProcess.isSetUp))
struct ApplyTests {
  private let scratch: GuiseProcess.Scratch

  init() throws {
    scratch = try GuiseProcess.Scratch()
    try scratch.copySample(to: "me.png")
  }

  private func guise(_ arguments: String..., input: Data? = nil) throws -> GuiseProcess.Result {
    try GuiseProcess.run(arguments, in: scratch, input: input)
  }

  private func photo(_ name: String) throws -> Photo {
    try PhotoReader.read(scratch.url.appendingPathComponent(name))
  }

  /// A grey clip without a face.
  private func makeClip(_ name: String, frames: Int, side: Int = 64) throws {
    let info = VideoInfo(width: side, height: side, frameRate: Rational(25))
    let writer = try VideoWriter(url: scratch.url.appendingPathComponent(name), like: info)
    for index in 0..<frames {
      var frame = Frame(
        format: .i420, width: side, height: side, time: .milliseconds(40 * index), color: .bt709)
      for plane in 0..<3 {
        frame.withMutablePlane(plane) { bytes, _ in
          for offset in 0..<bytes.byteCount {
            bytes.storeBytes(
              of: UInt8(truncatingIfNeeded: offset ^ index), toByteOffset: offset, as: UInt8.self)
          }
        }
      }
      try writer.write(frame)
    }
    try writer.finish()
  }

  @Test func aPhotoIsWornBesideItself() throws {
    let result = try guise("apply", "-f", "dot", "me.png")
    #expect(result.status == 0, "\(result.messages)")
    #expect(result.text.hasSuffix("me-worn.png\n"))
    let worn = try photo("me-worn.png")
    #expect(worn.width == 512 && worn.height == 512)
    #expect(scratch.files == ["me-worn.png", "me.png"])
  }

  @Test func throughAPipe() throws {
    let bytes = try Data(contentsOf: scratch.url.appendingPathComponent("me.png"))
    let result = try guise("apply", "-f", "dot", "--format", "jpg", "-", input: bytes)
    #expect(result.status == 0, "\(result.messages)")
    #expect(result.output.starts(with: [0xFF, 0xD8, 0xFF]))
  }

  @Test func jsonTellsWhatWasDone() throws {
    let result = try guise("apply", "-f", "dot", "me.png", "gone.png", "-o", "out/", "--json")
    #expect(result.status == 1)
    let objects = try result.text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["status"] as? String } == ["failed", "written"])
    #expect(objects.last?["faces"] as? Int == 1)
  }

  @Test func emojiCanBeChosen() throws {
    _ = try guise("apply", "-f", "dot", "me.png", "-o", "dot.png")
    _ = try guise("apply", "-f", "dot", "--emoji", "nose=🐽", "me.png", "-o", "pig.png")
    let off = try guise("apply", "-f", "dot", "--emoji", "nose=off", "me.png", "-o", "off.png")
    #expect(off.status == 0, "\(off.messages)")
    let pixels = try ["me.png", "dot.png", "pig.png", "off.png"].map { name in
      try photo(name).frames[0].withPlane(0) { bytes, _ in
        unsafe bytes.withUnsafeBytes { unsafe Array($0) }
      }
    }
    #expect(pixels[0] == pixels[3])
    #expect(pixels[0] != pixels[1] && pixels[1] != pixels[2])
  }

  @Test func aFaceCanHaveItsOwnFilter() throws {
    let own = try guise("apply", "--face", "1=dot", "me.png", "-o", "own.png")
    #expect(own.status == 0, "\(own.messages)")
    _ = try guise("apply", "-f", "dot", "me.png", "-o", "all.png")
    _ = try guise("apply", "--face", "2=dot", "me.png", "-o", "second.png")
    let pixels = try ["own.png", "all.png", "second.png", "me.png"].map { name in
      try photo(name).frames[0].withPlane(0) { bytes, _ in
        unsafe bytes.withUnsafeBytes { unsafe Array($0) }
      }
    }
    #expect(pixels[0] == pixels[1] && pixels[2] == pixels[3] && pixels[0] != pixels[3])
  }

  @Test func withoutAFace() throws {
    var frame = Frame(format: .rgb8, width: 64, height: 64, color: .sRGB)
    frame.withMutablePlane(0) { bytes, _ in
      for index in 0..<bytes.byteCount {
        bytes.storeBytes(of: 90, toByteOffset: index, as: UInt8.self)
      }
    }
    let url = scratch.url.appendingPathComponent("wall.jpg")
    try PhotoWriter.write(Photo(frames: [frame]), to: url)
    let result = try guise("apply", "-f", "dot", "wall.jpg", "-o", "worn.jpg")
    #expect(result.status == 0)
    #expect(result.messages.contains("warning: wall.jpg: there is no face in it"))
    #expect(
      try Data(contentsOf: url)
        == Data(contentsOf: scratch.url.appendingPathComponent("worn.jpg")))
    let strict = try guise(
      "apply", "-f", "dot", "wall.jpg", "-o", "deep/strict.jpg", "--require-face")
    #expect(strict.status == 3)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("deep")))
  }

  @Test func everyFrameOfAVideoReachesTheOutput() throws {
    try makeClip("clip.mp4", frames: 30)
    let result = try guise("apply", "-f", "dot", "clip.mp4", "-o", "worn.mkv", "--mirror")
    #expect(result.status == 0, "\(result.messages)")
    let reader = try VideoReader(url: scratch.url.appendingPathComponent("worn.mkv"))
    var times: [Duration] = []
    while let frame = try reader.nextFrame() { times.append(frame.time) }
    #expect(times == (0..<30).map { .milliseconds(40 * $0) })
    let strict = try guise("apply", "-f", "dot", "clip.mp4", "-o", "no.mp4", "--require-face")
    #expect(strict.status == 3)
    #expect(scratch.files == ["clip.mp4", "me.png", "worn.mkv"])
  }

  @Test(arguments: [SIGINT, SIGTERM]) func anInterruptedExportLeavesNothing(signal: Int32) throws {
    try makeClip("clip.mp4", frames: 1500, side: 256)
    let result = try GuiseProcess.run(
      ["apply", "-f", "dot", "clip.mp4", "-o", "worn.mp4"], in: scratch, signal: signal, delay: 1)
    #expect(result.status == 128 + signal, "\(result.messages)")
    #expect(scratch.files == ["clip.mp4", "me.png"])
  }

  @Test func trackWritesOneLineForEachFrame() throws {
    let json = try guise("track", "me.png")
    #expect(json.status == 0, "\(json.messages)")
    #expect(json.text.split(separator: "\n").count == 1)
    let csv = try guise("track", "me.png", "-o", "me.csv", "--json")
    #expect(csv.status == 0, "\(csv.messages)")
    let lines = try String(contentsOfFile: scratch.path("me.csv"), encoding: .utf8)
      .split(separator: "\n")
    #expect(lines.count == 2)
    let strict = try guise("track", "me.png", "-o", "me.csv")
    #expect(strict.status == 1 && strict.errors.count == 1, "\(strict.messages)")
  }

  @Test func doctorIsContent() throws {
    let result = try guise("doctor", "--json")
    #expect(result.status == 0, "\(result.text)")
    #expect(result.text.split(separator: "\n").count == 7)
  }
}
