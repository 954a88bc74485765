internal import CFFmpeg
import Foundation
import GuiseCore

/// Reads a video file as upright frames, in order of showing.
///
/// Frames keep the file's own samples: its subsampling, its 8, 10 or 12 bits, its range. Rotation and
/// mirroring are applied, interlaced pictures are made progressive, and everything that is not
/// planar YUV (RGB, palettes, 4:1:1 and the like) is converted to the nearest kind that is. Time
/// stamps are the file's: a frame's time is exactly its stamp less the first one's.
///
/// Nothing but the file itself is opened: playlists and files that name others are refused. A file
/// that is cut off or damaged gives the frames that can be decoded, and a warning.
///
/// For one thread at a time.
///
///     let reader = try VideoReader(url: url)
///     while let frame = try reader.nextFrame() { … }
///     for warning in reader.warnings { … }
public final class VideoReader {
  /// What is known about the video; complete before the first frame is asked for.
  public let info: VideoInfo

  /// What was found wrong and lived with, each kind once. Complete after the last frame.
  public private(set) var warnings: [String] = []

  /// Frames given so far.
  public private(set) var frameCount = 0

  private let name: String
  private let source: FFmpegPictureSource
  private let importer: FFmpegFrameImporter
  private let picture = FFmpegFrame()
  private let firstStamp: Int64
  private var isAtEnd = false

  /// Opens a video and decodes its first frame.
  ///
  /// - Parameter url: an ordinary file.
  /// - Throws: `.notFound`, `.permissionDenied`, `.notAFile`, `.empty`, `.unknownFormat`, `.damaged`,
  ///   `.unsupported` (no decoder), `.noPicture`, `.tooLarge`.
  public init(url: URL, options: VideoReadingOptions = VideoReadingOptions()) throws(MediaError) {
    name = url.lastPathComponent
    let demuxer = try FFmpegDemuxer(url: url, pixelLimit: options.pixelLimit)
    let index = try demuxer.bestVideoStream()
    demuxer.useStreams { $0 == index }
    let source = try FFmpegPictureSource(demuxer: demuxer, streamIndex: index, options: options)
    self.source = source
    let stream = source.stream
    let first = source.first
    firstStamp = first.stamp
    let importer = FFmpegFrameImporter(
      like: first, codec: stream.codecID, orientation: stream.orientation,
      pool: options.pool ?? FramePool())
    self.importer = importer

    let declaredEnd = stream.duration.map { (stream.start ?? 0) + $0 }
    let end = [declaredEnd, source.end].compactMap(\.self).min()
    let tag = unsafe Rational(
      demuxer.stream(index).pointee.sample_aspect_ratio)
    let ratio = tag ?? first.pixelAspectRatio ?? Rational(1)
    var info = VideoInfo(
      width: importer.width, height: importer.height, frameRate: stream.frameRate,
      format: importer.format,
      pixelAspectRatio: stream.orientation.swapsAxes ? ratio.reciprocal : ratio,
      color: importer.color)
    info.isFrameRateVariable = stream.isFrameRateVariable
    info.timeBase = stream.timeBase
    info.duration = end.flatMap { $0 > first.stamp ? $0 - first.stamp : nil }
      .map { stream.timeBase.duration(ofTicks: $0) }
    if options.trim == nil, let count = stream.frameCount {
      info.frameCount = count
    } else {
      info.frameCount = info.duration.map {
        max(1, Int(($0 / .seconds(1)) * stream.frameRate.value))
      }
    }
    info.codecName = stream.codecName
    info.highDynamicRange = HighDynamicRangeMetadata(first)
    info.audio = AudioStreamInfo.all(of: demuxer)
    info.isDeinterlaced = source.isDeinterlacing
    info.source = VideoSource(
      url: url, streamIndex: index, firstStamp: first.stamp, endStamp: end, trim: options.trim)
    self.info = info

    if stream.isOrientationApproximate {
      warnings.append("\(name): its rotation is not a quarter turn; the nearest one is applied")
    }
    if FFmpegPicture.hasAlpha(first.format) {
      warnings.append("\(name): its transparency is not kept")
    }
  }

  /// The next frame; nil after the last one.
  ///
  /// - Throws: `.damaged` where decoding can't go on, `.tooLarge`.
  public func nextFrame() throws(MediaError) -> Frame? {
    guard !isAtEnd else { return nil }
    guard try source.next(into: picture) else {
      isAtEnd = true
      addClosingWarnings()
      return nil
    }
    var frame = try importer.frame(from: picture)
    frame.time = info.timeBase.duration(ofTicks: picture.stamp - firstStamp)
    frame.pixelAspectRatio = info.pixelAspectRatio.value
    picture.clear()
    frameCount += 1
    return frame
  }

  private func addClosingWarnings() {
    if source.damageCount > 0 {
      warnings.append(
        "\(name): damaged in \(source.damageCount) "
          + (source.damageCount == 1 ? "place" : "places") + "; those pictures may look wrong")
    }
    if source.reshapedCount > 0 {
      warnings.append("\(name): pictures change in size or kind; all are made like the first one")
    }
    if source.correctedStampCount > 0 {
      warnings.append(
        "\(name): \(source.correctedStampCount) time stamps were missing or out of order")
    }
    let stream = source.stream
    let end = source.lastStamp + max(source.lastDuration, stream.nominalDuration)
    if !source.hasReachedEnd, let duration = stream.duration {
      let declared = (stream.start ?? 0) + duration
      let missing = stream.timeBase.duration(ofTicks: max(0, declared - end))
      if missing > .milliseconds(500), declared - end > 3 * stream.nominalDuration {
        info.source?.ending.isCutOff = true
        let shown = stream.timeBase.duration(ofTicks: max(0, end - (stream.start ?? 0)))
        let whole = stream.timeBase.duration(ofTicks: duration)
        warnings.append(
          "\(name): ends early, at \(Self.text(shown)) of \(Self.text(whole)); it is cut off")
        return
      }
    }
    if let status = source.readFailure {
      warnings.append("\(name): reading ended early (\(FFmpeg.text(status)))")
    }
  }

  private static func text(_ duration: Duration) -> String {
    "\(((duration / .seconds(1)) * 100).rounded() / 100) s"
  }
}
