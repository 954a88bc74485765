import Foundation

/// Gives the files that a `.gltf` names beside itself: buffers, images, videos.
public protocol GLTFResourceLoading: Sendable {
  /// The whole file at a path relative to the model's folder, with `/`; it has no `..`, no empty
  /// component and no control character.
  ///
  /// - Throws: an error whose description says what is wrong; the reader adds where the file is named.
  func loadResource(_ path: String, byteLimit: Int) throws -> Data
}

/// The files of one folder and the folders in it; links that leave it are refused.
public struct GLTFFolder: GLTFResourceLoading {
  private let folder: URL

  public init(_ folder: URL) {
    self.folder = folder.resolvingSymlinksInPath()
  }

  public func loadResource(_ path: String, byteLimit: Int) throws -> Data {
    let url = folder.appendingPathComponent(path).resolvingSymlinksInPath()
    let base = folder.path.hasSuffix("/") ? folder.path : folder.path + "/"
    guard url.path.hasPrefix(base) else {
      throw GLTFError(.unsafePath, "the file \"\(path)\" is a link that leaves the folder")
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    guard let attributes, attributes[.type] as? FileAttributeType == .typeRegular else {
      throw GLTFError(.missingResource, "there is no file \"\(path)\"")
    }
    let byteCount = (attributes[.size] as? NSNumber)?.intValue ?? 0
    guard byteCount <= byteLimit else {
      throw GLTFError(
        .overLimit, "the file \"\(path)\" has \(byteCount) bytes; \(byteLimit) may still be read")
    }
    do {
      return try Data(contentsOf: url)
    } catch {
      throw GLTFError(.missingResource, "the file \"\(path)\" can't be read")
    }
  }
}

/// No files: for models that hold everything themselves.
public struct GLTFNoResources: GLTFResourceLoading {
  public init() {}

  public func loadResource(_ path: String, byteLimit: Int) throws -> Data {
    throw GLTFError(.missingResource, "the file \"\(path)\" can't be had: the model came alone")
  }
}
