import Foundation
import GuiseCore
import Testing

@testable import GuiseTracking

/// What the pose tests read: the face geometry of the installed landmark model bundle, and results
/// of the reference on shared pictures.
enum PoseTestData {
  /// The bytes of the geometry metadata in the installed bundle.
  static func metadataBytes() throws -> [UInt8] {
    let url = try #require(
      Installation.locate("models/face_landmarker_v2.task"),
      "the landmark model bundle is not installed: run `make setup`")
    let bundle = try [UInt8](Data(contentsOf: url))
    let name = Array("geometry_pipeline_metadata_landmarks.binarypb".utf8)
    let at = try #require(bundle.firstRange(of: name)?.lowerBound)
    // A local file header of ZIP: size at 18, name length at 26, extra length at 28, name at 30.
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bundle[at - 30 + offset + $1]) << (8 * $1) }
    }
    let start = at + number(26, 2) + number(28, 2)
    return Array(bundle[start..<start + number(18, 4)])
  }

  /// Parsed once.
  static let geometry = Result { try GeometryMetadata(parsing: metadataBytes()) }

  /// The folder of shared test data; nil where this checkout has none.
  static let sharedFolder: URL? = {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.deletingLastPathComponent().appendingPathComponent("shared/data")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static var hasSharedFolder: Bool { sharedFolder != nil }

  /// A face as the reference found it in a picture.
  struct ReferenceFace: Decodable {
    /// 478 points, normalised to the picture's width and height, z to its width.
    var landmarks: [[Double]]
    var blendshapes: [String: Double]
    /// 4×4, row-major, centimetres.
    var matrix: [[Double]]
  }

  struct ReferenceFrame: Decodable {
    var faces: [ReferenceFace]
  }

  struct ReferencePicture: Decodable {
    var file: String?
    var width = 0
    var height = 0
    var faces: [ReferenceFace]?
    var frames: [ReferenceFrame]?

    private enum CodingKeys: CodingKey { case file, width, height, faces, frames }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      file = try container.decodeIfPresent(String.self, forKey: .file)
      // Files that the reference could not read have no size and no faces.
      width = try container.decodeIfPresent(Int.self, forKey: .width) ?? 0
      height = try container.decodeIfPresent(Int.self, forKey: .height) ?? 0
      faces = try container.decodeIfPresent([ReferenceFace].self, forKey: .faces)
      // In results of stills, this is a count.
      frames = try? container.decodeIfPresent([ReferenceFrame].self, forKey: .frames)
    }
  }

  /// The reference's results on all shared stills in which it found a face.
  static func stills() throws -> [ReferencePicture] {
    let folder = try #require(sharedFolder).appendingPathComponent("faces")
    let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let files = try #require(enumerator).compactMap { $0 as? URL }
      .filter { $0.lastPathComponent.hasSuffix(".mp.json") }
    return try files.sorted { $0.path < $1.path }.map {
      try JSONDecoder().decode(ReferencePicture.self, from: Data(contentsOf: $0))
    }.filter { $0.faces?.isEmpty == false }
  }

  /// The reference's results on a shared video.
  static func video(_ name: String) throws -> ReferencePicture {
    let url = try #require(sharedFolder).appendingPathComponent("video/\(name).mp.json.gz")
    let gunzip = Process()
    gunzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gunzip.arguments = ["gzip", "-dc", url.path]
    let pipe = Pipe()
    gunzip.standardOutput = pipe
    try gunzip.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    gunzip.waitUntilExit()
    return try JSONDecoder().decode(ReferencePicture.self, from: data)
  }
}

extension PoseTestData.ReferenceFace {
  /// The landmarks as our trackers give them.
  func pixels(width: Int, height: Int) -> [SIMD3<Float>] {
    landmarks.map {
      SIMD3(
        Float($0[0] * Double(width)), Float($0[1] * Double(height)), Float($0[2] * Double(width)))
    }
  }
}
