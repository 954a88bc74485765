import Foundation
import GuiseCore
import GuiseMedia

/// Whole files to damage, small ones, made here or taken from what is installed or checked out.
struct Seeds {
  struct File {
    var name: String
    var bytes: [UInt8]
  }

  /// Where temporary files go.
  let folder: URL
  let root: URL

  func files(for target: FuzzTarget) throws -> [File] {
    switch target {
    case .photo: try photos() + shared("faces/formats", "faces/derived", limit: 120_000)
    case .video: try videos() + shared("video/derived", "video/codecs", limit: 150_000)
    case .manifest: try manifests()
    case .package: try packages() + shared("stickers/CainCamera", limit: 120_000)
    case .models: try models()
    }
  }

  private func photos() throws -> [File] {
    var files: [File] = []
    for format in [PixelFormat.rgb8, .rgba8, PixelFormat(.rgb, bitDepth: 16)] {
      let photo = Photo(frames: [picture(format, width: 61, height: 47, seed: 1)])
      for type in ["jpg", "png", "webp", "gif", "tiff"] {
        let url = folder.appendingPathComponent("seed.\(type)")
        // Not every format goes into every type.
        guard (try? PhotoWriter.write(photo, to: url)) != nil else { continue }
        files.append(File(name: "seed.\(type)", bytes: try Array(Data(contentsOf: url))))
      }
    }
    return files
  }

  private func videos() throws -> [File] {
    try ["mp4", "mkv", "webm", "mov"].map { type in
      let url = folder.appendingPathComponent("seed.\(type)")
      let samples = (0..<12_000).map { Float($0 % 100) / 200 }
      let writer = try VideoWriter(
        url: url, like: VideoInfo(width: 64, height: 48, frameRate: Rational(25)),
        audio: AudioTrack(sampleRate: 24_000, channelCount: 1, samples: samples))
      for index in 0..<12 {
        var frame = picture(.i420, width: 64, height: 48, seed: index)
        frame.time = .milliseconds(40 * index)
        try writer.write(frame)
      }
      try writer.finish()
      return File(name: "seed.\(type)", bytes: try Array(Data(contentsOf: url)))
    }
  }

  private func manifests() throws -> [File] {
    let filters = root.appendingPathComponent("Filters")
    let folders = try FileManager.default.contentsOfDirectory(
      at: filters, includingPropertiesForKeys: nil)
    let shipped = folders.compactMap {
      try? Data(contentsOf: $0.appendingPathComponent("filter.json"))
    }
    return [File(name: "filter.json", bytes: Array(Self.manifest.utf8))]
      + shipped.map { File(name: "filter.json", bytes: Array($0)) }
  }

  private func packages() -> [File] {
    let manifest = Array(Self.manifest.utf8)
    let zeros = Array(repeating: UInt8(0), count: 4096)
    return [
      ZipFile.archive([("filter.json", manifest, .stored), ("paint.png", Self.png, .stored)]),
      ZipFile.archive([("filter.json", manifest, .deflated), ("paint.png", Self.png, .deflated)]),
      ZipFile.archive([
        ("filter.json", manifest, .deflated), ("zeros", zeros, .zeros(count: 1 << 24)),
      ]),
      ZipFile.archive([("a/filter.json", manifest, .stored), ("a/paint.png", Self.png, .stored)]),
    ].map { File(name: "seed.guise", bytes: $0) }
  }

  private func models() throws -> [File] {
    guard let url = Installation.locate("models/face_landmarker_v2.task") else { return [] }
    return [File(name: "seed.task", bytes: try Array(Data(contentsOf: url)))]
  }

  /// Files of the shared test data, where they are checked out beside this repository.
  private func shared(_ folders: String..., limit: Int) throws -> [File] {
    let data = root.appendingPathComponent("../shared/data").standardizedFileURL
    return folders.flatMap { folder in
      let names =
        (try? FileManager.default.contentsOfDirectory(
          atPath: data.appendingPathComponent(folder).path)) ?? []
      return names.sorted().compactMap { name -> File? in
        let url = data.appendingPathComponent(folder).appendingPathComponent(name)
        guard !name.contains(".json"), let bytes = try? Data(contentsOf: url),
          (1...limit).contains(bytes.count)
        else { return nil }
        return File(name: name, bytes: Array(bytes))
      }
    }
  }

  /// Noise over a ramp: compresses neither to nothing nor not at all.
  private func picture(_ format: PixelFormat, width: Int, height: Int, seed: Int) -> Frame {
    var random = SplitMix64(seed: UInt64(seed))
    var frame = Frame(format: format, width: width, height: height)
    for plane in 0..<format.planeCount {
      frame.withMutablePlane(plane) { bytes, layout in
        for offset in 0..<bytes.byteCount {
          let value = offset % layout.rowBytes + Int.random(in: 0..<32, using: &random)
          bytes.storeBytes(
            of: UInt8(truncatingIfNeeded: value), toByteOffset: offset, as: UInt8.self)
        }
      }
    }
    return frame
  }

  /// Uses what the format has.
  static let manifest = """
    { "formatVersion": 1, "id": "seed", "title": "Seed", "authors": ["A"], "license": "CC0-1.0",
      "description": "d", "keywords": ["k"], "category": "Face Filters",
      "layers": [
        { "kind": "emoji", "feature": "nose", "options": ["👃", "🐽", "off"], "size": 0.06,
          "when": "mouthOpen", "opacity": 0.5 },
        { "kind": "emoji", "feature": "leftEye", "options": ["👁️", "👩🏽‍🚀", "🇫🇷"] },
        { "kind": "mesh", "style": "wireframe" },
        { "kind": "mesh", "style": "texture", "source": "paint.png" } ] }
    """

  /// One red pixel.
  static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1,
    0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xDE, 0, 0, 0, 12, 0x49, 0x44, 0x41, 0x54, 0x08,
    0xD7, 0x63, 0xF8, 0xCF, 0xC0, 0, 0, 0x03, 0x01, 0x01, 0, 0x18, 0xDD, 0x8D, 0xB0, 0, 0, 0, 0,
    0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]
}
