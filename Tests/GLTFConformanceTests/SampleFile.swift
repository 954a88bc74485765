import Foundation
import GuiseCodecs
import GuiseGLTF
import TestSupport
import Testing

/// A file of the shared glTF samples.
struct SampleFile: Sendable, CustomTestStringConvertible {
  let url: URL
  /// From the samples' folder.
  let path: String

  var testDescription: String { path }

  static let all: [SampleFile] = {
    let root = SharedData.root.appendingPathComponent("gltf").standardizedFileURL
    guard let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    else { return [] }
    return files.compactMap { $0 as? URL }
      .filter { ["gltf", "glb", "vrm"].contains($0.pathExtension) }
      .map {
        SampleFile(
          url: $0, path: String($0.standardizedFileURL.path.dropFirst(root.path.count + 1)))
      }
      .sorted { $0.path < $1.path }
  }()

  func read() throws -> GLTFDocument {
    try Self.read(
      try Data(contentsOf: url), name: path, in: url.deletingLastPathComponent())
  }

  static func read(_ data: Data, name: String, in folder: URL) throws -> GLTFDocument {
    try GLTFDocument.read(
      data, name: name, resources: GLTFFolder(folder), decompressor: MeshDecompressor())
  }
}
