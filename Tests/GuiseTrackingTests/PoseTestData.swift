import Foundation
import GuiseCore
import TestSupport
import Testing

@testable import GuiseTracking

/// What the pose tests read: the face geometry of the installed landmark model bundle, and results
/// of the reference on shared pictures.
enum PoseTestData {
  /// Why tests that need the shared data are skipped.
  static let absence: Comment = "no shared test data beside the checkout"

  /// The bytes of the geometry metadata in the installed bundle.
  static func metadataBytes() throws -> [UInt8] {
    let url = try #require(
      Installation.locate("models/face_landmarker_v2.task"),
      "the landmark model bundle is not installed: run `make setup`")
    let archive = try StoredZipArchive([UInt8](Data(contentsOf: url)), name: url.lastPathComponent)
    return try [UInt8](
      #require(archive.entries["geometry_pipeline_metadata_landmarks.binarypb"]))
  }

  /// Parsed once.
  static let geometry = Result { try GeometryMetadata(parsing: metadataBytes()) }

  /// The reference's results on all shared stills in which it found a face, by the picture's name.
  static func stills() throws -> [(name: String, result: ReferenceResult)] {
    let folder = SharedData.root.appendingPathComponent("faces")
    let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let files = try #require(enumerator).compactMap { $0 as? URL }
      .filter { $0.lastPathComponent.hasSuffix(".mp.json") }
    return try files.sorted { $0.path < $1.path }
      .map { (String($0.lastPathComponent.dropLast(8)), try ReferenceResult($0)) }
      .filter { !$0.result.frames[0].faces.isEmpty }
  }
}

extension ReferenceResult.Face {
  /// The landmarks as our trackers give them.
  func pixels(width: Int, height: Int) -> [SIMD3<Float>] {
    landmarks.map { $0 * SIMD3(Float(width), Float(height), Float(width)) }
  }

  /// Face → camera.
  var rotation: Rotation { Rotation(x: column(0), y: column(1), z: column(2)) }

  /// Metres.
  var translation: SIMD3<Double> { column(3) / 100 }

  private func column(_ index: Int) -> SIMD3<Double> {
    SIMD3(Double(matrix[index]), Double(matrix[4 + index]), Double(matrix[8 + index]))
  }
}
