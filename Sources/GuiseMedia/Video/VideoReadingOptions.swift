import GuiseCore

/// The part of a video to read, in time since its start.
public struct VideoTrim: Hashable, Sendable {
  /// The first frame read is the one that is shown at this time.
  public var start: Duration
  /// Frames from this time on are not read; nil reads to the end.
  public var end: Duration?

  /// - Parameters:
  ///   - start: not negative.
  ///   - end: after `start`.
  public init(start: Duration = .zero, end: Duration? = nil) {
    precondition(start >= .zero, "a trim starts at 0 or later")
    precondition(end.map { $0 > start } ?? true, "a trim ends after its start")
    self.start = start
    self.end = end
  }
}

/// How a video is read.
public struct VideoReadingOptions: Sendable {
  /// Threads that the decoder may use; 0 for one a core, 8 at most.
  public var decoderThreadCount: Int
  /// Nil reads the whole video.
  public var trim: VideoTrim?
  /// Videos whose pictures have more pixels are refused before they are decoded.
  public var pixelLimit: Int
  /// Where the frames come from; nil for a pool of the reader's own.
  public var pool: FramePool?

  public init(
    decoderThreadCount: Int = 0, trim: VideoTrim? = nil, pixelLimit: Int = 8192 * 8192,
    pool: FramePool? = nil
  ) {
    self.decoderThreadCount = decoderThreadCount
    self.trim = trim
    self.pixelLimit = pixelLimit
    self.pool = pool
  }
}
