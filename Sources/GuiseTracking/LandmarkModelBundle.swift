import Foundation
import GuiseCore

/// The face models: detector, landmarks, blend shapes and the canonical face, as MediaPipe's Face
/// Landmarker packs them (`face_landmarker_v2.task`).
///
///     let bundle = try LandmarkModelBundle.installed()
///     let tracker = try FaceTracker(bundle: bundle, options: TrackingOptions(mode: .photo))
public struct LandmarkModelBundle: Sendable {
  /// The canonical face: triangles, texture coordinates and the neutral shape.
  public let topology: FaceTopology

  let detector: AlignedBytes
  let landmarks: AlignedBytes
  let blendShapes: AlignedBytes
  let geometry: GeometryMetadata

  /// Files that are larger are refused; the real bundle has 3.8 MB.
  private static let byteLimit = 64 << 20

  /// Reads a bundle. Its models are checked when a tracker compiles them.
  ///
  /// - Throws: ``TrackingError/Code/unreadableFile``, or ``TrackingError/Code/invalidBundle`` where
  ///   it is no archive of stored entries, or a part is missing or damaged.
  public init(contentsOf url: URL) throws(TrackingError) {
    let name = url.lastPathComponent
    let bytes: [UInt8]
    do {
      let values = try url.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
      guard values.isRegularFile == true else {
        throw TrackingError(.unreadableFile, "\(url.path) is not a file")
      }
      guard let size = values.fileSize, size <= Self.byteLimit else {
        throw TrackingError(
          .invalidBundle, "\(name) is not a landmark model bundle: it is larger than 64 MiB")
      }
      bytes = try [UInt8](Data(contentsOf: url))
    } catch let error as TrackingError {
      throw error
    } catch {
      throw TrackingError(
        .unreadableFile, "\(url.path) can't be read: \(error.localizedDescription)")
    }
    try self.init(bytes, name: name)
  }

  /// - Parameter name: what messages call the bundle.
  init(_ bytes: [UInt8], name: String) throws(TrackingError) {
    let archive = try StoredZipArchive(bytes, name: name)
    func part(_ file: String) throws(TrackingError) -> ArraySlice<UInt8> {
      guard let content = archive.entries[file] else {
        throw TrackingError(
          .invalidBundle,
          "\(name) is not a landmark model bundle: it has no \(file), "
            + "only \(archive.entries.keys.sorted().joined(separator: ", "))")
      }
      return content
    }
    func model(_ file: String) throws(TrackingError) -> AlignedBytes {
      let content = try part(file)
      // A TensorFlow Lite flatbuffer names its kind in bytes 4..<8.
      guard content.dropFirst(4).starts(with: Array("TFL3".utf8)) else {
        throw TrackingError(
          .invalidBundle, "\(file) in \(name) is not a TensorFlow Lite model (TFL3)")
      }
      return AlignedBytes(content)
    }
    detector = try model("face_detector.tflite")
    landmarks = try model("face_landmarks_detector.tflite")
    blendShapes = try model("face_blendshapes.tflite")
    geometry = try GeometryMetadata(
      parsing: [UInt8](part("geometry_pipeline_metadata_landmarks.binarypb")))
    topology = geometry.topology
  }

  /// The bundle that setup installed.
  ///
  /// - Throws: ``TrackingError/Code/missingDependency`` where there is none, with what to do.
  public static func installed() throws(TrackingError) -> LandmarkModelBundle {
    let path = "models/face_landmarker_v2.task"
    guard let url = Installation.locate(path) else {
      throw TrackingError(
        .missingDependency,
        "the face models (\(path)) are not installed. Run `make setup` to install them.")
    }
    return try LandmarkModelBundle(contentsOf: url)
  }
}
