import Foundation
import GuiseCore
import Synchronization

/// What is known about a video before its frames: the stream of pictures, and where it came from.
///
/// A reader makes one (``VideoReader/info``) and a writer takes one, so that a file is written like
/// the one that was read. Made by hand, it describes a video from nothing:
///
///     let info = VideoInfo(width: 1280, height: 720, frameRate: Rational(30))
///     let writer = try VideoWriter(url: url, like: info)
public struct VideoInfo: Sendable {
  /// Upright, in pixels.
  public var width: Int
  /// Upright, in pixels.
  public var height: Int
  /// Format of the frames.
  public var format: PixelFormat
  /// Width of an upright pixel over its height.
  public var pixelAspectRatio: Rational
  /// Every field is specified: what the file leaves open is filled in as players guess.
  public var color: ColorDescription
  /// Frames a second; the average one where the rate varies.
  public var frameRate: Rational
  /// Whether frames follow one another unevenly.
  public var isFrameRateVariable: Bool
  /// Seconds in a tick of the time stamps: every frame's time is a whole number of them after the
  /// first frame's.
  public var timeBase: Rational
  /// From the first frame to the end of the last one, as the file claims; nil where it does not.
  public var duration: Duration?
  /// Estimated from the file's claims, for progress; nil where it claims nothing.
  public var frameCount: Int?
  /// FFmpeg's name of the codec; empty for a video from nothing.
  public var codecName: String
  /// Colour volume of the display that an HDR video was graded on.
  public var highDynamicRange: HighDynamicRangeMetadata?
  /// The audio streams of the source.
  public var audio: [AudioStreamInfo]
  /// Whether the frames were deinterlaced.
  public var isDeinterlaced: Bool

  /// Where the source's other streams are found and how they line up; nil for a video from nothing.
  var source: VideoSource?

  /// A video from nothing, with evenly spaced frames.
  public init(
    width: Int, height: Int, frameRate: Rational, format: PixelFormat = .i420,
    pixelAspectRatio: Rational = Rational(1), color: ColorDescription = ColorDescription(),
    frameCount: Int? = nil
  ) {
    precondition(width > 0 && height > 0, "a video has at least one pixel")
    precondition(frameRate.numerator > 0, "a frame rate is positive")
    self.width = width
    self.height = height
    self.format = format
    self.pixelAspectRatio = pixelAspectRatio
    self.color = color.resolved(
      height: VideoInfo.linesForGuess(width: width, height: height), isYUV: format.isYUV)
    self.frameRate = frameRate
    isFrameRateVariable = false
    timeBase = frameRate.reciprocal
    self.frameCount = frameCount
    duration = frameCount.map { frameRate.reciprocal.duration(ofTicks: Int64($0)) }
    codecName = ""
    audio = []
    isDeinterlaced = false
  }

  /// The number of lines that the guess of an untagged video's matrix goes by: wide-screen films have
  /// fewer lines than 720 and are HD all the same.
  static func linesForGuess(width: Int, height: Int) -> Int {
    width >= 1280 ? max(720, height) : height
  }
}

/// Mastering display and light levels of an HDR video (SMPTE ST 2086, CTA-861.3).
public struct HighDynamicRangeMetadata: Hashable, Sendable {
  /// CIE 1931 xy of red, green, blue and white.
  public struct Primaries: Hashable, Sendable {
    public var red: [Rational]
    public var green: [Rational]
    public var blue: [Rational]
    public var white: [Rational]
  }

  public var primaries: Primaries?
  /// Candela a square metre: darkest and brightest.
  public var luminance: [Rational]?
  /// Candela a square metre: the brightest pixel; 0 where unknown.
  public var maximumContentLight: Int
  /// Candela a square metre: the brightest frame's average; 0 where unknown.
  public var maximumAverageLight: Int
}

/// What is known about one audio stream.
public struct AudioStreamInfo: Hashable, Sendable {
  /// FFmpeg's name of the codec.
  public var codecName: String
  /// Samples a second.
  public var sampleRate: Int
  public var channelCount: Int
  /// ISO 639-2 code; nil where the file says nothing.
  public var language: String?
}

/// Where a video came from, for the streams that a writer copies.
struct VideoSource: Sendable {
  var url: URL
  var streamIndex: Int
  /// Source time of the first frame, in ticks of the video's time base.
  var firstStamp: Int64
  /// Source time of the claimed end of the last frame, in the same ticks.
  var endStamp: Int64?
  /// The part that was asked for; nil for the whole.
  var trim: VideoTrim?
  /// Told by the reader when it has come to the end.
  let ending = VideoEnding()
}

/// How a source ended, for a writer that runs on another thread than the reader.
final class VideoEnding: Sendable {
  private let cutOff = Atomic<Bool>(false)

  /// Whether the pictures ended before the file's claimed end.
  var isCutOff: Bool {
    get { cutOff.load(ordering: .relaxed) }
    set { cutOff.store(newValue, ordering: .relaxed) }
  }
}
