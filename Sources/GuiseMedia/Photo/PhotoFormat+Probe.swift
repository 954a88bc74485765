import Foundation

extension PhotoFormat {
  /// The format of the photo at `url`, by its first bytes, whatever its name is.
  ///
  /// - Throws: `.notFound`, `.permissionDenied`, `.notAFile`, `.empty`, or `.unknownFormat` where it
  ///   is no photo that is read here.
  public static func probe(_ url: URL) throws(MediaError) -> PhotoFormat {
    let bytes = try FileBytes(contentsOf: url, limit: ContentSignature.byteCount)
    if case .photo(let format) = ContentSignature(bytes.prefix(ContentSignature.byteCount)) {
      return format
    }
    throw MediaError(
      .unknownFormat, "\(url.lastPathComponent): not a photo that is read here, by its first bytes")
  }
}
