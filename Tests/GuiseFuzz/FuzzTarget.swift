import Foundation
import GuiseCodecs
import GuiseCore
import GuiseFilters
import GuiseMedia
import GuiseTracking

/// A reader that gets damaged files.
enum FuzzTarget: String, CaseIterable {
  case photo
  case video
  /// `filter.json`, in a folder with what it names.
  case manifest
  /// A filter package as a ZIP file.
  case package
  /// The bundle of face models: what we parse ourselves, without running the models.
  case models

  /// Reads a file as the product would. An error is an answer; anything else is a finding.
  ///
  /// - Returns: "ok", or the error's message.
  func read(_ url: URL) -> String {
    do {
      switch self {
      case .photo:
        _ = try MediaKind.probe(url)
        let photo = try PhotoReader.read(url)
        for frame in photo.frames { touch(frame) }
      case .video:
        _ = try MediaKind.probe(url)
        let reader = try VideoReader(url: url)
        for _ in 0..<90 {
          guard let frame = try reader.nextFrame() else { break }
          touch(frame)
        }
      case .manifest, .package:
        let codecs = FilterCodecs(
          images: VipsImageDecoder(), glyphs: EmojiRasterizer(), archives: ZipArchiveReader())
        _ = try FilterPackage.load(url, codecs: codecs)
      case .models:
        _ = try LandmarkModelBundle(contentsOf: url)
      }
      return "ok"
    } catch {
      return "\(error)"
    }
  }

  /// Reads every sample, so that a plane that is not there is noticed.
  private func touch(_ frame: Frame) {
    for plane in 0..<frame.format.planeCount {
      frame.withPlane(plane) { bytes, _ in
        var copy = [UInt8](repeating: 0, count: bytes.byteCount)
        for offset in copy.indices {
          copy[offset] = unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
        }
      }
    }
  }

  /// Words that mean something in such files.
  var dictionary: [[UInt8]] {
    let words: [String] =
      switch self {
      case .photo:
        [
          "\u{FF}", "IHDR", "IDAT", "PLTE", "tRNS", "iCCP", "acTL", "Exif\0\0", "GIF89a", "RIFF",
          "WEBP", "VP8X", "ANIM", "ANMF", "II*\0", "MM\0*",
        ]
      case .video:
        [
          "ftyp", "moov", "trak", "mdia", "minf", "stbl", "stsd", "stts", "stsz", "stco", "co64",
          "stss", "ctts", "elst", "mdat", "moof", "avc1", "avcC", "mp4a", "esds", "tkhd", "colr",
          "pasp",
        ]
      case .manifest:
        [
          "null", "true", "-1", "1e999", "NaN", "0.0000000000000001", "99999999999999999999",
          "\"\"", "[]", "{}", "[[[[[[[[[[[[[[[[", "{\"a\":{\"a\":{\"a\":", "\"../../etc/passwd\"",
          "\"/etc/passwd\"", "\"\\u0000\"", "\"\\ud800\"", "\"kind\"", "\"emoji\"", "\"mesh\"",
          "\"layers\"", "\"formatVersion\"", "\"id\"", "\"options\"", "\"when\"", ",", ":", "\"",
        ]
      case .package, .models:
        [
          "PK\u{3}\u{4}", "PK\u{1}\u{2}", "PK\u{5}\u{6}", "PK\u{6}\u{6}", "../", "filter.json", "/",
          "\0",
        ]
      }
    return words.map { Array($0.utf8) }
  }
}
