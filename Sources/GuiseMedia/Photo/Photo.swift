import GuiseCore

/// A photo in memory: its frames, upright and in RGB, and what is needed to write it as it was.
///
/// Most photos have one frame; animated GIF and WebP have several. Metadata that stays true when
/// pixels change (camera, date, place, captions) travels along and is written again.
///
///     var photo = try PhotoReader.read(url)
///     photo.frames[0] = worn
///     try PhotoWriter.write(photo, to: output)
public struct Photo: Sendable {
  /// RGB or RGBA (straight alpha) with 8 or 16 bits, upright, all of one size and format; at least
  /// one. `time` counts from the first.
  public var frames: [Frame]
  /// How long each frame is shown; zero for a still.
  public var frameDurations: [Duration]
  /// How often an animation plays; 0 is for ever.
  public var loopCount: Int
  /// The format it came in.
  public var format: PhotoFormat
  /// What could not be kept as it was, one sentence each.
  public var warnings: [String]
  var metadata = PhotoMetadata()
  var sourceEncoding = SourceEncoding()

  /// A photo made of frames, without metadata.
  ///
  /// - Parameters:
  ///   - frameDurations: one for each frame; nil means a still, or 100 ms each for several.
  public init(
    frames: [Frame], frameDurations: [Duration]? = nil, loopCount: Int = 0,
    format: PhotoFormat = .png
  ) {
    precondition(!frames.isEmpty, "a photo has at least one frame")
    let durations =
      frameDurations
      ?? [Duration](repeating: frames.count > 1 ? .milliseconds(100) : .zero, count: frames.count)
    precondition(durations.count == frames.count, "one duration for each frame")
    self.frames = frames
    self.frameDurations = durations
    self.loopCount = loopCount
    self.format = format
    warnings = []
  }

  /// Pixels.
  public var width: Int { frames[0].width }
  /// Pixels.
  public var height: Int { frames[0].height }
}

/// How a photo's file was encoded, so that its output can be as good.
struct SourceEncoding: Hashable, Sendable {
  /// The JPEG or WebP quality, 1…100, that comes closest; nil where it is not known.
  var quality: Int?
  /// Whether chroma has half the resolution in both directions.
  var hasHalvedChroma = false
  var isProgressive = false
  var isLossless = false
  var tiffCompression: TIFFCompression?
}

/// The compressions of TIFF files that are kept.
enum TIFFCompression: String, Hashable, Sendable {
  case none
  case lzw
  case deflate
}
