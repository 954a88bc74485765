import Foundation
import GuiseCore
import Testing

@testable import GuiseTracking

@Suite struct StoredZipArchiveTests {
  /// An archive with stored entries.
  static func archive(_ files: [(String, [UInt8])], method: UInt16 = 0) -> [UInt8] {
    func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
      (0..<MemoryLayout<T>.size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for (name, content) in files {
      let size = little(UInt32(content.count))
      let fields =
        little(UInt16(20)) + little(UInt16(0)) + little(method) + little(UInt32(0))
        + little(Checksum.crc32(content[...])) + size + size + little(UInt16(name.utf8.count))
        + little(UInt16(0))
      directory += little(UInt32(0x0201_4b50)) + little(UInt16(20)) + fields
      directory += little(UInt16(0)) + little(UInt16(0)) + little(UInt16(0)) + little(UInt32(0))
      directory += little(UInt32(bytes.count)) + Array(name.utf8)
      bytes += little(UInt32(0x0403_4b50)) + fields + Array(name.utf8) + content
    }
    let start = UInt32(bytes.count)
    let count = little(UInt16(files.count))
    return bytes + directory + little(UInt32(0x0605_4b50)) + [0, 0, 0, 0] + count + count
      + little(UInt32(directory.count)) + little(start) + [0, 0]
  }

  static let files: [(String, [UInt8])] = [("a.tflite", [1, 2, 3]), ("b", []), ("c/d", [9])]

  @Test func readsEntries() throws {
    let archive = try StoredZipArchive(Self.archive(Self.files), name: "x")
    let entries = archive.entries.mapValues { Array($0) }
    #expect(entries == ["a.tflite": [1, 2, 3], "b": [], "c/d": [9]])
  }

  @Test func findsEndBeforeComment() throws {
    let bytes = Self.archive(Self.files) + [UInt8](repeating: 32, count: 70)
    #expect(try StoredZipArchive(bytes, name: "x").entries.count == 3)
  }

  /// A changed model would run and give wrong faces.
  @Test func refusesChangedContent() throws {
    #expect(Checksum.crc32(Array("123456789".utf8)[...]) == 0xCBF4_3926)
    var bytes = Self.archive(Self.files)
    let content = try #require(bytes.indices.first { bytes[$0...].starts(with: [1, 2, 3]) })
    bytes[content + 1] ^= 4
    let error = #expect(throws: TrackingError.self) { try StoredZipArchive(bytes, name: "x") }
    #expect(error?.code == .invalidBundle)
    #expect(error?.message.contains("a.tflite is damaged") == true)
  }

  @Test func refusesCompressedAndDoubled() {
    #expect(throws: TrackingError.self) {
      try StoredZipArchive(Self.archive(Self.files, method: 8), name: "x")
    }
    #expect(throws: TrackingError.self) {
      try StoredZipArchive(Self.archive([("a", [1]), ("a", [2])]), name: "x")
    }
  }

  /// Each byte changed in several ways, and each length: an error or entries, never a crash.
  @Test func survivesDamage() {
    let good = Self.archive(Self.files)
    for length in 0..<good.count {
      _ = try? StoredZipArchive(Array(good[..<length]), name: "x")
    }
    for index in good.indices {
      for value in [0, 1, 0x7f, 0x80, 0xff, good[index] ^ 0x10] as [UInt8] {
        var bytes = good
        bytes[index] = value
        if let archive = try? StoredZipArchive(bytes, name: "x") {
          #expect(archive.entries.values.allSatisfy { $0.endIndex <= bytes.count })
        }
      }
    }
  }
}

@Suite struct LiteRTLibraryTests {
  /// The loader would end the process by a bus error.
  @Test(.enabled(if: Installation.locate("lib/libLiteRt.so") != nil))
  func refusesAFileThatIsCutOff() throws {
    let whole = try #require(Installation.locate("lib/libLiteRt.so"))
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).so")
    defer { try? FileManager.default.removeItem(at: url) }
    let bytes = try Data(contentsOf: whole)
    for count in [0, 10, 64, 4096, bytes.count - 1] {
      try bytes.prefix(count).write(to: url)
      let error = #expect(throws: TrackingError.self) { try LiteRTLibrary(path: url.path) }
      #expect(error?.code == .missingDependency)
      #expect(error?.message.contains(url.path) == true)
    }
  }
}

@Suite struct LandmarkModelBundleTests {
  @Test func namesWhatIsMissing() {
    let bytes = StoredZipArchiveTests.archive([("readme.txt", [65])])
    let error = #expect(throws: TrackingError.self) {
      try LandmarkModelBundle(bytes, name: "wrong.task")
    }
    #expect(error?.code == .invalidBundle)
    #expect(error?.message.contains("wrong.task") == true)
    #expect(error?.message.contains("face_detector.tflite") == true)
    #expect(error?.message.contains("readme.txt") == true)
  }

  @Test func refusesWhatIsNoModel() {
    let names = [
      "face_detector.tflite", "face_landmarks_detector.tflite", "face_blendshapes.tflite",
    ]
    let bytes = StoredZipArchiveTests.archive(names.map { ($0, Array("no model at all".utf8)) })
    let error = #expect(throws: TrackingError.self) {
      try LandmarkModelBundle(bytes, name: "x.task")
    }
    #expect(error?.message.contains("face_detector.tflite in x.task") == true)
  }

  @Test func reportsUnreadableFiles() {
    for path in ["/nonexistent.task", "/tmp", "/dev/null"] {
      let error = #expect(throws: TrackingError.self) {
        try LandmarkModelBundle(contentsOf: URL(fileURLWithPath: path))
      }
      #expect(error?.code == .unreadableFile, "\(path)")
    }
  }

  @Test func missingLibrarySaysWhatToDo() {
    for path in ["/nonexistent/libLiteRt.so", "libc.so.6"] {
      let error = #expect(throws: TrackingError.self) { try LiteRTLibrary(path: path) }
      #expect(error?.code == .missingDependency)
      #expect(error?.message.contains("make setup") == true)
    }
  }

  @Test func optionsAreChecked() {
    var options = TrackingOptions(mode: .streaming, maximumFaceCount: 9)
    #expect(throws: TrackingError.self) { try options.validate() }
    options = TrackingOptions(mode: .photo)
    #expect(options.maximumFaceCount == 64)
    #expect(throws: Never.self) { try options.validate() }
    options.presenceThreshold = .nan
    #expect(throws: TrackingError.self) { try options.validate() }
    options = TrackingOptions(mode: .photo)
    options.inferenceThreadCount = 0
    #expect(throws: TrackingError.self) { try options.validate() }
  }
}

@Suite struct BlendShapeEstimatorTests {
  /// The model's order, as its card has it, is ours shifted by `_neutral`; values are clamped.
  @Test func mapsOutputsByName() {
    let names = [
      "_neutral", "browDownLeft", "browDownRight", "browInnerUp", "browOuterUpLeft",
      "browOuterUpRight", "cheekPuff", "cheekSquintLeft", "cheekSquintRight", "eyeBlinkLeft",
      "eyeBlinkRight", "eyeLookDownLeft", "eyeLookDownRight", "eyeLookInLeft", "eyeLookInRight",
      "eyeLookOutLeft", "eyeLookOutRight", "eyeLookUpLeft", "eyeLookUpRight", "eyeSquintLeft",
      "eyeSquintRight", "eyeWideLeft", "eyeWideRight", "jawForward", "jawLeft", "jawOpen",
      "jawRight", "mouthClose", "mouthDimpleLeft", "mouthDimpleRight", "mouthFrownLeft",
      "mouthFrownRight", "mouthFunnel", "mouthLeft", "mouthLowerDownLeft", "mouthLowerDownRight",
      "mouthPressLeft", "mouthPressRight", "mouthPucker", "mouthRight", "mouthRollLower",
      "mouthRollUpper", "mouthShrugLower", "mouthShrugUpper", "mouthSmileLeft", "mouthSmileRight",
      "mouthStretchLeft", "mouthStretchRight", "mouthUpperUpLeft", "mouthUpperUpRight",
      "noseSneerLeft", "noseSneerRight",
    ]
    let values = names.indices.map { Float($0) / 100 }
    let shapes = BlendShapeEstimator.blendShapes(from: values.span)
    for (index, name) in names.enumerated() {
      guard let location = BlendShapeLocation(name: name) else {
        #expect(name == "_neutral")
        continue
      }
      #expect(shapes[location] == values[index])
    }
    #expect(shapes[.tongueOut] == 0)
    #expect(BlendShapeEstimator.landmarkIndices.count == 146)
    let wild = [Float](repeating: 7, count: 26) + [Float](repeating: -3, count: 26)
    let clamped = BlendShapeEstimator.blendShapes(from: wild.span)
    #expect(clamped[.browDownLeft] == 1 && clamped[.noseSneerRight] == 0)
  }
}
