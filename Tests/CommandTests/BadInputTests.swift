import Foundation
import GuiseCore
import GuiseMedia
import TestSupport
import Testing

@testable import guise

/// What users get wrong, and what breaks: one clear message, the right status, nothing left behind.
@Suite(.serialized, .timeLimit(.minutes(3)), .enabled(if: GuiseProcess.isSetUp))
struct BadInputTests {
  private let scratch: GuiseProcess.Scratch

  init() throws {
    scratch = try GuiseProcess.Scratch()
  }

  private func apply(
    _ arguments: [String], environment: [String: String] = [:], shellLimit: String? = nil
  ) throws -> GuiseProcess.Result {
    try GuiseProcess.run(
      ["apply", "-f", "dot"] + arguments, in: scratch, environment: environment,
      shellLimit: shellLimit)
  }

  /// Expects one error that contains `text`, status 1, and no file but `in.*`.
  private func expectFailure(
    _ result: GuiseProcess.Result, _ text: String, status: Int32 = 1,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(result.status == status, "\(result.messages)", sourceLocation: location)
    #expect(result.errors.count == 1, "\(result.messages)", sourceLocation: location)
    #expect(
      result.errors.first?.localizedCaseInsensitiveContains(text) == true, "\(result.messages)",
      sourceLocation: location)
    #expect(result.output.isEmpty, sourceLocation: location)
    #expect(scratch.files.allSatisfy { $0.hasPrefix("in.") }, sourceLocation: location)
  }

  /// A JPEG of noise.
  private func jpeg() throws -> Data {
    var frame = Frame(format: .rgb8, width: 200, height: 200, color: .sRGB)
    frame.withMutablePlane(0) { bytes, _ in
      for index in 0..<bytes.byteCount {
        bytes.storeBytes(
          of: UInt8(truncatingIfNeeded: index &* 2_654_435_761 >> 7), toByteOffset: index,
          as: UInt8.self)
      }
    }
    let url = scratch.url.appendingPathComponent("in.made.jpg")
    try PhotoWriter.write(Photo(frames: [frame]), to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try Data(contentsOf: url)
  }

  @Test func notAnImage() throws {
    try scratch.write("in.jpg", "This is no picture, whatever its name says.\n")
    expectFailure(try apply(["in.jpg", "-o", "out.jpg"]), "in.jpg: neither a photo nor a video")
  }

  @Test func zeroBytes() throws {
    try scratch.write("in.png", Data())
    expectFailure(try apply(["in.png", "-o", "out.png"]), "empty")
  }

  @Test(arguments: [20, 300, 5000]) func truncatedJPEG(count: Int) throws {
    try scratch.write("in.jpg", try jpeg().prefix(count))
    expectFailure(try apply(["in.jpg", "-o", "out.jpg"]), "in.jpg")
  }

  @Test func missingFile() throws {
    expectFailure(try apply(["none.jpg"]), "none.jpg: there is no such file")
  }

  @Test func anEmptyFolder() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path("folder"), withIntermediateDirectories: true)
    expectFailure(try apply(["folder", "-o", "out/"]), "no photo or video")
  }

  @Test func noPermission() throws {
    try scratch.copySample(to: "in.png")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: scratch.path("in.png"))
    // Root may read everything.
    guard geteuid() != 0 else { return }
    expectFailure(try apply(["in.png", "-o", "out.png"]), "permission")
  }

  @Test func anOutputFolderThatIsAFile() throws {
    try scratch.copySample(to: "in.png")
    try scratch.write("in.file", "x")
    expectFailure(try apply(["in.png", "-o", "in.file/out.png"]), "in.png")
  }

  @Test func aFullDisk() throws {
    try scratch.copySample(to: "in.png")
    let result = try apply(["in.png", "-o", "out.png"], shellLimit: "-f 16")
    #expect(result.status == 1, "\(result.messages)")
    #expect(result.errors.count == 1 && !result.messages.contains(".guise"), "\(result.messages)")
    #expect(scratch.files == ["in.png"])
  }

  @Test func aHugePictureInAHeader() throws {
    var png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
    png += Data("IHDR".utf8) + Data([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0])
    png += Data([0xB5, 0x14, 0xB8, 0x33])
    try scratch.write("in.png", png)
    expectFailure(try apply(["in.png", "-o", "out.png"]), "in.png")
  }

  @Test func noModels() throws {
    try scratch.copySample(to: "in.png")
    let nowhere = [
      "GUISE_HOME": scratch.path("nowhere"), "HOME": "/nonexistent", "XDG_DATA_HOME": "",
    ]
    let result = try apply(["in.png", "-o", "out.png"], environment: nowhere)
    expectFailure(result, "face_landmarker_v2.task", status: 4)
    #expect(result.messages.contains("guise doctor"))
    let doctor = try GuiseProcess.run(["doctor"], in: scratch, environment: nowhere)
    #expect(doctor.status == 4)
    #expect(doctor.text.contains("make setup"))
  }

  @Test func wrongModels() throws {
    try scratch.copySample(to: "in.png")
    try scratch.write("home/models/face_landmarker_v2.task", "no bundle")
    let result = try apply(
      ["in.png", "-o", "out.png"], environment: ["GUISE_HOME": scratch.path("home")])
    #expect(result.status == 4, "\(result.messages)")
    #expect(result.errors.count == 1)
  }

  @Test func brokenFilter() throws {
    try scratch.copySample(to: "in.png")
    try scratch.write("filters/bad/filter.json", #"{"formatVersion": 1, "id": "bad", "layers": 5}"#)
    let result = try GuiseProcess.run(["apply", "-f", "bad", "in.png"], in: scratch)
    expectFailure(result, "filter.json")
    let validation = try GuiseProcess.run(["filters", "validate", "bad", "dot"], in: scratch)
    #expect(validation.status == 1)
    #expect(validation.text == "bad\tnot valid\ndot\tvalid\n")
  }

  @Test(arguments: [
    (["-f", "dto", "in.png"], "did you mean dot?"),
    (["in.png"], "a filter is missing"),
    (["-f", "dot"], "IN is missing"),
    (["-f", "dot", "in.png", "--faces", "0"], "--faces"),
    (["-f", "dot", "in.png", "--mirrror"], "did you mean --mirror?"),
    (["-f", "dot", "in.png", "-o", "{nmae}.png"], "{nmae}"),
    (["-f", "dot", "in.png", "in.other.png", "-o", "one.png"], "folder or a template"),
    (["-f", "dot", "in.png", "in.png", "-o", "out/"], "both be written"),
    (
      ["-f", "dot", "in.png", "in.other.png", "-o", "{name}.other.png", "--overwrite"],
      "replace the input"
    ),
    (["-f", "dot", "--emoji", "nsoe=🐽", "in.png"], "did you mean nose?"),
    (["-f", "dot", "--emoji", "nose=xyz", "in.png"], "--emoji"),
    (["-f", "dot", "-", "-"], "only once"),
    (["-f", "dot", "in.png", "-o", "-", "--json"], "--json"),
  ]) func usage(arguments: [String], text: String) throws {
    try scratch.copySample(to: "in.png")
    try scratch.copySample(to: "in.other.png")
    let result = try GuiseProcess.run(["apply"] + arguments, in: scratch)
    expectFailure(result, text, status: 2)
  }

  @Test func nothingIsReplacedUnasked() throws {
    try scratch.copySample(to: "in.png")
    try scratch.write("in.worn.png", "precious")
    expectFailure(try apply(["in.png", "-o", "in.worn.png"]), "--overwrite")
    #expect(try String(contentsOfFile: scratch.path("in.worn.png"), encoding: .utf8) == "precious")
    expectFailure(try apply(["in.png", "-o", "in.png"]), "the input itself")
    let replaced = try apply(["in.png", "-o", "in.worn.png", "--overwrite"])
    #expect(replaced.status == 0, "\(replaced.messages)")
  }

  @Test func oneBadFileDoesNotStopTheOthers() throws {
    try scratch.copySample(to: "photos/a.png")
    try scratch.write("photos/b.jpg", "no picture")
    try scratch.copySample(to: "photos/sub/c.png")
    let result = try apply(["photos", "gone.jpg", "-o", "out", "--jobs", "2"])
    #expect(result.status == 1)
    #expect(Set(result.text.split(separator: "\n")) == ["out/a.png", "out/sub/c.png"])
    #expect(result.messages.contains("2 of 4 inputs failed"))
    #expect(scratch.files.filter { $0.hasPrefix("out/") } == ["out/a.png", "out/sub/c.png"])
  }

  @Test(.enabled(if: SharedData.isPresent)) func brokenVideos() throws {
    for (name, text) in [
      ("video/derived/audio_only.mp4", ""), ("video/derived/broken_truncated_60pct.mp4", ""),
      ("video/derived/broken_zero_bytes.mp4", "empty"),
      ("faces/derived/broken_portrait_truncated.jpg", ""),
      ("faces/derived/broken_bomb_40000x40000.png", ""),
    ] {
      let url = try SharedData.url(name)
      expectFailure(
        try apply([url.path, "-o", "out.\(url.pathExtension)"]),
        text.isEmpty ? url.lastPathComponent : text)
    }
  }
}
