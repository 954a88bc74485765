import Foundation

/// Whether a file is read as a photo or as a video.
public enum MediaKind: Hashable, Sendable {
  case photo
  case video

  /// Judges the file at `url` by its first bytes, whatever its name is.
  ///
  /// A picture of a kind that is not read here counts as a photo: ``PhotoReader`` then says which
  /// kind it is. Animated GIF and WebP are photos with several frames.
  ///
  /// - Throws: `.notFound`, `.permissionDenied`, `.notAFile`, `.empty`, or `.unknownFormat` where
  ///   the bytes are of no kind that is known.
  public static func probe(_ url: URL) throws(MediaError) -> MediaKind {
    let name = url.lastPathComponent
    let bytes = try FileBytes(contentsOf: url, limit: ContentSignature.byteCount)
    switch ContentSignature(bytes.prefix(ContentSignature.byteCount)) {
    case .photo, .otherPicture: return .photo
    case .video: return .video
    case nil:
      throw MediaError(.unknownFormat, "\(name): neither a photo nor a video, by its first bytes")
    }
  }
}

extension FileBytes {
  /// The file at `url`, or its first `limit` bytes.
  ///
  /// - Throws: `.notFound`, `.permissionDenied`, `.notAFile`, `.empty`, `.readFailed`.
  init(contentsOf url: URL, limit: Int) throws(MediaError) {
    let name = url.lastPathComponent
    switch FileSystem.read(url.path, limit: limit) {
    case .success(let bytes):
      guard bytes.count > 0 else { throw MediaError(.empty, "\(name): the file is empty") }
      self = bytes
    case .failure(let error) where error.number == ENODEV:
      throw MediaError(.notAFile, "\(name): not an ordinary file")
    case .failure(let error):
      throw MediaError(errno: error.number, name: name, action: .read)
    }
  }
}
