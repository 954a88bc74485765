import Foundation
import GuiseCodecs
import GuiseCore

/// What a caller decides about an output photo.
public struct PhotoWritingOptions: Hashable, Sendable {
  /// 1…100 for JPEG, WebP, HEIC and AVIF; nil keeps the input's, or 92 where it has none.
  public var quality: Int?
  /// Leaves out all metadata but the colour profile, which the pixels need.
  public var stripMetadata: Bool

  public init(quality: Int? = nil, stripMetadata: Bool = false) {
    self.quality = quality
    self.stripMetadata = stripMetadata
  }
}

/// Writes photos, in the format that the file name asks for.
///
///     try PhotoWriter.write(photo, to: file.temporaryURL)
public enum PhotoWriter {
  /// Quality where neither the caller nor the input says one.
  private static let defaultQuality = 92

  /// Encodes `photo` and writes it to exactly `url`, replacing what is there. For a file that appears
  /// whole or not at all, `url` is the temporary one of an ``AtomicFile``.
  ///
  /// - Returns: what could not be kept, one sentence each.
  /// - Throws: `.unsupported` (an extension that is none of ``PhotoFormat``'s, a size the format
  ///   can't have), `.writeFailed`, `.diskFull`, `.permissionDenied`, `.notFound`.
  @discardableResult
  public static func write(
    _ photo: Photo, to url: URL, options: PhotoWritingOptions = .init()
  ) throws(MediaError) -> [String] {
    let name = url.lastPathComponent
    guard let format = PhotoFormat(pathExtension: url.pathExtension) else {
      let known = PhotoFormat.allCases.map(\.pathExtension).joined(separator: ", ")
      throw MediaError(
        .unsupported,
        "\(name): no photo can be written with the extension \"\(url.pathExtension)\"; "
          + "known ones: \(known)")
    }
    let encoded = try encode(photo, as: format, options: options, name: name)
    let status = FileSystem.write(encoded.parts, to: url.path)
    guard status == 0 else { throw MediaError(errno: status, name: name, action: .write) }
    return encoded.warnings
  }

  /// Encodes `photo` in memory, for a pipe.
  ///
  /// - Parameter name: what messages call it.
  public static func encode(
    _ photo: Photo, as format: PhotoFormat, options: PhotoWritingOptions = .init(), name: String
  ) throws(MediaError) -> (parts: [[UInt8]], warnings: [String]) {
    do {
      var encoding = PhotoEncoding(photo, format: format, options: options, name: name)
      return try encoding.run()
    } catch let error as CodecError {
      throw MediaError(error, name: name, format: format)
    } catch {
      throw MediaError(.writeFailed, "\(name): \(error)")
    }
  }

  /// One encoding, and what it could not keep.
  private struct PhotoEncoding {
    let photo: Photo
    let format: PhotoFormat
    let options: PhotoWritingOptions
    let name: String
    private var warnings: [String] = []

    init(_ photo: Photo, format: PhotoFormat, options: PhotoWritingOptions, name: String) {
      self.photo = photo
      self.format = format
      self.options = options
      self.name = name
    }

    mutating func run() throws -> (parts: [[UInt8]], warnings: [String]) {
      let metadata = metadata()
      let profile = photo.frames[0].iccProfile
      let picture = try picture(metadata)
      if format != .jpeg, format != .webP, let profile { picture.set("icc-profile-data", profile) }
      if format == .tiff || format == .heic || format == .avif {
        if let xmp = metadata.xmp { picture.set("xmp-data", xmp) }
      }
      if format == .heic || format == .avif, let exif = metadata.exif {
        picture.set("exif-data", Array("Exif\0\0".utf8) + exif)
      }
      if format == .tiff, let photoshop = metadata.photoshop {
        picture.set("photoshop-data", photoshop)
      }
      let file = try picture.encode(as: suffix, name: name)
      return (parts(file, metadata: metadata, profile: profile), warnings)
    }

    private mutating func metadata() -> PhotoMetadata {
      guard !options.stripMetadata else {
        return PhotoMetadata(resolution: photo.metadata.resolution)
      }
      let (metadata, dropped) = photo.metadata.madeTrue(width: photo.width, height: photo.height)
      warnDropped(dropped, "damaged")
      let unsupported: [String] =
        switch format {
        case .jpeg: []
        case .png, .webP, .heic, .avif: metadata.photoshop == nil ? [] : ["IPTC"]
        case .tiff: metadata.exif == nil ? [] : ["EXIF"]
        case .gif:
          [
            metadata.exif.map { _ in "EXIF" }, metadata.xmp.map { _ in "XMP" },
            metadata.photoshop.map { _ in "IPTC" },
          ].compactMap(\.self)
        }
      warnDropped(unsupported, "not written to \(format) files")
      return metadata
    }

    private mutating func warnDropped(_ blocks: [String], _ reason: String) {
      guard !blocks.isEmpty else { return }
      warnings.append("\(blocks.joined(separator: ", ")) metadata left out: \(reason)")
    }

    /// The frames as the format can hold them.
    private mutating func picture(_ metadata: PhotoMetadata) throws -> VipsPicture {
      var frames = photo.frames
      if frames.count > 1, !format.holdsAnimation {
        warnings.append("\(format) holds one picture here: only the first frame is written")
        frames.removeLast(frames.count - 1)
      }
      var picture = try VipsPicture(frames: frames)
      if !format.holds16Bits, picture.sampleFormat == .uint16 {
        warnings.append("16 bits a channel reduced to 8: \(format) holds no more here")
        picture = try picture.reducedTo8Bits()
      }
      if !format.holdsAlpha, picture.hasAlpha {
        if frames[0].hasTransparency {
          warnings.append("transparency filled with white: \(format) has none")
        }
        picture = try picture.flattenedOverWhite()
      }
      if let resolution = metadata.resolution {
        picture.setResolution(x: resolution.x, y: resolution.y)
      }
      if frames.count > 1 {
        picture.set("delay", photo.frameDurations.map { Int(($0 / .milliseconds(1)).rounded()) })
        picture.set("loop", photo.loopCount)
      }
      return picture
    }

    /// vips' saver and its options.
    private var suffix: String {
      let source = photo.sourceEncoding
      let quality = min(
        max(options.quality ?? source.quality ?? PhotoWriter.defaultQuality, 1), 100)
      switch format {
      case .jpeg:
        let chroma = source.hasHalvedChroma && photo.format == .jpeg ? "on" : "off"
        let progressive = source.isProgressive && photo.format == .jpeg
        return ".jpg[Q=\(quality),subsample_mode=\(chroma),interlace=\(progressive),strip]"
      case .png:
        // Level 6 takes 2.7 times as long for 6 % fewer bytes.
        return ".png[compression=4,filter=all]"
      case .webP:
        let isLossless = options.quality == nil && source.isLossless
        return ".webp[Q=\(quality),lossless=\(isLossless)]"
      case .gif:
        return ".gif[effort=7]"
      case .tiff:
        let compression = source.tiffCompression ?? .deflate
        let predictor = compression == .none ? "none" : "horizontal"
        return ".tif[compression=\(compression.rawValue),predictor=\(predictor)]"
      case .heic:
        return ".heic[Q=\(quality),compression=hevc]"
      case .avif:
        return ".avif[Q=\(quality),effort=4]"
      }
    }

    /// The encoded file with the metadata that vips does not write, or would not write unchanged.
    private mutating func parts(
      _ file: [UInt8], metadata: PhotoMetadata, profile: [UInt8]?
    ) -> [[UInt8]] {
      switch format {
      case .jpeg:
        let (parts, dropped) = JPEGSegments.inserting(
          metadata, iccProfile: profile, into: file)
        warnDropped(dropped, "too long for a JPEG segment")
        return parts
      case .png:
        if profile != nil, !PNGChunks.hasProfile(file) {
          warnings.append("the colour profile is left out: libpng finds it malformed")
        }
        return PNGChunks.inserting(metadata, into: file)
      case .webP:
        return [
          WebPChunks.replacing(
            metadata, iccProfile: profile, width: photo.width, height: photo.height, in: file)
        ]
      case .gif, .tiff, .heic, .avif:
        return [file]
      }
    }
  }
}
