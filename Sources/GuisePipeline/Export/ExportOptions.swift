import GuiseMedia

/// How photos and videos are exported.
public struct ExportOptions: Sendable {
  /// At most this many faces wear something; nil for 64 in photos and 4 in videos, where 8 is the
  /// most.
  public var maximumFaceCount: Int?
  /// Of the camera that took the picture; nil for 63°. More gives flatter faces.
  public var verticalFieldOfViewRadians: Float?
  /// Whether outputs are turned into what a mirror shows: the whole finished picture, with what is
  /// worn. Tracking sees the picture as it is.
  public var isMirrored = false
  /// Whether an input without any face is an error; nothing is written then.
  public var requiresFace = false
  /// 1…100; nil for as good as the input.
  public var quality: Int?
  /// Whether metadata that no picture needs is left out.
  public var stripsMetadata = false
  /// The part of a video to export; nil for all. Photos have none.
  public var trim: VideoTrim?
  /// Whether a file at the output's place is replaced.
  public var replacesOutput = false
  /// Threads that run the face models; nil for what suits the machine.
  public var inferenceThreadCount: Int?

  public init() {}
}
