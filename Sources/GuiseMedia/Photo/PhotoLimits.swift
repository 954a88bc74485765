/// Bounds on what a photo file may ask for, judged by its header before anything is decoded.
///
/// The defaults take any photo that cameras and phones make today (200 megapixels) and bound memory:
/// decoding needs the decoded bytes, the file, and for a progressive JPEG twice its pixels more.
public struct PhotoLimits: Hashable, Sendable {
  /// Bytes of the file: 1 GiB.
  public var fileByteCount: Int
  /// Pixels of a frame: 2²⁸ = 268 million.
  public var pixelCount: Int
  /// Frames of an animation: 4,096.
  public var frameCount: Int
  /// Bytes of all frames, decoded: 1 GiB.
  public var decodedByteCount: Int

  public init(
    fileByteCount: Int = 1 << 30, pixelCount: Int = 1 << 28, frameCount: Int = 4096,
    decodedByteCount: Int = 1 << 30
  ) {
    self.fileByteCount = fileByteCount
    self.pixelCount = pixelCount
    self.frameCount = frameCount
    self.decodedByteCount = decodedByteCount
  }

  public static let `default` = PhotoLimits()
}
