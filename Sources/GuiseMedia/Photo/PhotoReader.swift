import Foundation
import GuiseCodecs
import GuiseCore

/// Reads photos: JPEG, PNG, WebP, GIF, TIFF, HEIC and AVIF, judged by content, not by name.
///
///     let photo = try PhotoReader.read(url)
///     photo.frames[0].width
public enum PhotoReader {
  /// Reads the photo at `url`, upright and in RGB(A).
  ///
  /// The file is read once, into memory; one that changes meanwhile gives the old picture or an
  /// error, never a mixture that goes unnoticed by its checks.
  ///
  /// - Throws: `.notFound`, `.permissionDenied`, `.notAFile`, `.empty`, `.unknownFormat`,
  ///   `.unsupported`, `.tooLarge`, `.damaged`, `.readFailed`.
  public static func read(
    _ url: URL, limits: PhotoLimits = .default
  ) throws(MediaError) -> Photo {
    let name = url.lastPathComponent
    let bytes = try FileBytes(contentsOf: url, limit: limits.fileByteCount + 1)
    guard bytes.count <= limits.fileByteCount else {
      throw MediaError(
        .tooLarge,
        "\(name): the file has \(bytes.fileByteCount) bytes, "
          + "more than the limit of \(limits.fileByteCount)")
    }
    return try read(bytes, name: name, limits: limits)
  }

  /// Reads a photo from bytes that came through a pipe, or from a fuzzer.
  ///
  /// - Parameter name: what messages call it.
  /// - Throws: as ``read(_:limits:)``.
  public static func read(
    bytes: some Collection<UInt8>, name: String, limits: PhotoLimits = .default
  ) throws(MediaError) -> Photo {
    guard !bytes.isEmpty else { throw MediaError(.empty, "\(name): there are no bytes") }
    return try read(FileBytes(bytes), name: name, limits: limits)
  }

  static func read(
    _ bytes: FileBytes, name: String, limits: PhotoLimits
  ) throws(MediaError) -> Photo {
    let format = try format(of: bytes, name: name)
    do {
      return try decode(bytes, format: format, failOn: "warning", name: name, limits: limits)
    } catch  where format == .jpeg && error.message.contains("extraneous bytes") {
      // Stray bytes between segments, which some cameras write, harm nothing.
      var photo = try decode(
        bytes, format: format, failOn: "truncated", name: name, limits: limits)
      photo.warnings.append("the JPEG has stray bytes between its segments, which were skipped")
      return photo
    }
  }

  /// - Parameter failOn: what makes vips' loaders give up, with all that is worse.
  private static func decode(
    _ bytes: FileBytes, format: PhotoFormat, failOn: String, name: String, limits: PhotoLimits
  ) throws(MediaError) -> Photo {
    // Row by row, and all frames of an animation.
    var options = "access=sequential,fail_on=\(failOn)"
    if format.holdsAnimation { options += ",n=-1" }
    do {
      let picture = try VipsPicture(
        bytes: bytes.storage, count: bytes.count, options: options, name: name)
      return try read(picture, bytes, format: format, name: name, limits: limits)
    } catch let error as CodecError {
      throw MediaError(error, name: name, format: format)
    } catch let error as MediaError {
      throw error
    } catch {
      throw MediaError(.readFailed, "\(name): \(error)")
    }
  }

  private static func format(of bytes: FileBytes, name: String) throws(MediaError) -> PhotoFormat {
    switch ContentSignature(bytes.prefix(ContentSignature.byteCount)) {
    case .photo(let format):
      return format
    case .otherPicture(let kind):
      let known = PhotoFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw MediaError(.unsupported, "\(name): \(kind) cannot be read, only \(known)")
    case .video:
      throw MediaError(.unsupported, "\(name): a video where a photo was expected")
    case nil:
      throw MediaError(.unknownFormat, "\(name): not a photo, by its first bytes")
    }
  }

  private static func read(
    _ picture: VipsPicture, _ bytes: FileBytes, format: PhotoFormat, name: String,
    limits: PhotoLimits
  ) throws -> Photo {
    let pageHeight = picture.pageHeight
    let frameCount = picture.height / pageHeight
    try check(picture, frameCount: frameCount, name: name, limits: limits)
    if format == .tiff, TIFFHeader(bytes)?.isReducedPreview == true {
      throw MediaError(.unsupported, "\(name): a camera's raw file cannot be read")
    }

    let (normalized, iccProfile, convertedFrom) = try {
      let result = try picture.normalized(name: name)
      return (result.picture, result.iccProfile, result.convertedFrom)
    }()
    let orientation = picture.integer("orientation") ?? 1
    let isTurned = (5...8).contains(orientation)
    let pixelFormat = normalized.pixelFormat
    let frames = (0..<frameCount).map { _ in
      Frame(
        format: pixelFormat, width: isTurned ? pageHeight : picture.width,
        height: isTurned ? picture.width : pageHeight, color: .sRGB, iccProfile: iccProfile)
    }
    try normalized.decode(into: frames, orientation: orientation, name: name)

    let durations = frameDurations(of: picture, count: frameCount)
    var photo = Photo(
      frames: timed(frames, durations), frameDurations: durations,
      loopCount: picture.integer("loop") ?? 0, format: format)
    photo.metadata = metadata(of: picture, isTurned: isTurned)
    photo.sourceEncoding = sourceEncoding(of: bytes, format: format)
    photo.warnings = warnings(
      bytes, picture: picture, format: format, convertedFrom: convertedFrom)
    return photo
  }

  private static func check(
    _ picture: VipsPicture, frameCount: Int, name: String, limits: PhotoLimits
  ) throws(MediaError) {
    let width = picture.width
    let height = picture.pageHeight
    guard width <= limits.pixelCount / height else {
      throw MediaError(
        .tooLarge,
        "\(name): \(width) × \(height) pixels are more than the limit of \(limits.pixelCount)")
    }
    guard frameCount <= limits.frameCount else {
      throw MediaError(
        .tooLarge, "\(name): \(frameCount) frames are more than the limit of \(limits.frameCount)")
    }
    let sampleBytes = picture.sampleFormat == .uint8 ? 1 : 2
    let byteCount = width * height * max(3, picture.bandCount) * sampleBytes * frameCount
    guard byteCount <= limits.decodedByteCount else {
      throw MediaError(
        .tooLarge,
        "\(name): \(frameCount) frame(s) of \(width) × \(height) pixels need \(byteCount) bytes, "
          + "more than the limit of \(limits.decodedByteCount)")
    }
  }

  /// How long each frame is shown; as browsers do, a delay of 10 ms or less is taken as 100 ms.
  private static func frameDurations(of picture: VipsPicture, count: Int) -> [Duration] {
    guard count > 1 else { return [.zero] }
    let delays = picture.integers("delay")
    return (0..<count).map { index in
      let delay = index < delays.count ? delays[index] : 100
      return .milliseconds(delay <= 10 ? 100 : delay)
    }
  }

  private static func timed(_ frames: [Frame], _ durations: [Duration]) -> [Frame] {
    var time = Duration.zero
    return zip(frames, durations).map { frame, duration in
      var frame = frame
      frame.time = time
      time += duration
      return frame
    }
  }

  private static func metadata(of picture: VipsPicture, isTurned: Bool) -> PhotoMetadata {
    let resolution = picture.resolution
    let isKnown = resolution.x > 0 && resolution.y > 0 && (resolution.x, resolution.y) != (1, 1)
    return PhotoMetadata(
      exif: picture.blob("exif-data"), xmp: picture.blob("xmp-data"),
      photoshop: picture.blob("iptc-data"),
      resolution: isKnown
        ? .init(
          x: isTurned ? resolution.y : resolution.x, y: isTurned ? resolution.x : resolution.y)
        : nil)
  }

  private static func sourceEncoding(of bytes: FileBytes, format: PhotoFormat) -> SourceEncoding {
    var encoding = SourceEncoding()
    switch format {
    case .jpeg:
      let header = bytes.withBytes { JPEGHeader($0) }
      encoding.quality = header.quality
      encoding.hasHalvedChroma = header.hasHalvedChroma
      encoding.isProgressive = header.isProgressive
    case .webP:
      let header = bytes.withBytes { WebPHeader($0) }
      encoding.quality = header.quality
      encoding.isLossless = header.isLossless
    case .tiff:
      encoding.tiffCompression = TIFFHeader(bytes)?.compression
    case .png, .gif, .heic, .avif:
      break
    }
    return encoding
  }

  private static func warnings(
    _ bytes: FileBytes, picture: VipsPicture, format: PhotoFormat,
    convertedFrom: VipsPicture.Space?
  ) -> [String] {
    var warnings: [String] = []
    switch convertedFrom {
    case .cmyk: warnings.append("CMYK colours were converted to sRGB")
    case .some: warnings.append("colours were converted to sRGB")
    case nil: break
    }
    if format == .png, PNGChunks.hasAnimation(bytes) {
      warnings.append("an animated PNG is read as a still: its default picture")
    }
    if format == .tiff, let pages = picture.integer("n-pages"), pages > 1 {
      warnings.append("only the first of \(pages) pages is read")
    }
    return warnings
  }
}

extension MediaError {
  /// An error of a codec's, as one of media's.
  init(_ error: CodecError, name: String, format: PhotoFormat) {
    let code: Code =
      switch error.code {
      case .damaged, .unreadable: .damaged
      case .unsupported, .unavailable, .forbidden, .noGlyph: .unsupported
      case .tooLarge: .tooLarge
      case .encodingFailed: .writeFailed
      }
    let prefix = "\(name): "
    let reason =
      error.message.hasPrefix(prefix)
      ? String(error.message.dropFirst(prefix.count)) : error.message
    self.init(code, "\(prefix)\(code == .damaged ? "a damaged \(format): " : "")\(reason)")
  }
}
