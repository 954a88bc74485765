/// How a video is written.
///
/// The defaults give a file that looks like its source and plays on phones, in browsers and on
/// televisions.
public struct VideoWritingOptions: Sendable {
  /// Whether compression may lose anything.
  public enum Compression: Hashable, Sendable {
    case lossy
    /// The decoded file equals the frames bit for bit. Large, and few players take it.
    case lossless
  }

  /// What becomes of 4:2:2 and 4:4:4 video.
  public enum ChromaSubsampling: Hashable, Sendable {
    /// The source's in Matroska; 4:2:0 elsewhere, where most players take nothing else.
    case automatic
    /// The source's.
    case source
    /// 4:2:0.
    case yuv420
  }

  /// How much time the encoder spends to make the file smaller.
  public enum Effort: Hashable, Sendable {
    case fast
    case balanced
    case thorough
  }

  /// 1…100; nil for ``defaultQuality``, which the eye can't tell from its source.
  ///
  /// x264's rate factor is 18 + 0.3 × (80 − quality): 80 → 18, 60 → 24, 100 → 12. x265's is 3 more,
  /// which looks the same. VP9's is 24 + 0.5 × (80 − quality).
  public var quality: Int?
  public var compression: Compression
  public var chromaSubsampling: ChromaSubsampling
  public var effort: Effort
  /// Threads that the encoder may use; 0 for as many as it likes.
  public var encoderThreadCount: Int
  /// Leaves out title, creation time, place, chapters and whatever else is no picture or sound.
  /// Languages stay.
  public var stripMetadata: Bool

  public static let defaultQuality = 80

  public init(
    quality: Int? = nil, compression: Compression = .lossy,
    chromaSubsampling: ChromaSubsampling = .automatic, effort: Effort = .fast,
    encoderThreadCount: Int = 0, stripMetadata: Bool = false
  ) {
    precondition(quality.map { (1...100).contains($0) } ?? true, "quality is 1…100")
    self.quality = quality
    self.compression = compression
    self.chromaSubsampling = chromaSubsampling
    self.effort = effort
    self.encoderThreadCount = encoderThreadCount
    self.stripMetadata = stripMetadata
  }
}
