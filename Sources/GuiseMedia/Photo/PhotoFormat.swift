import Foundation
import GuiseCore

/// A kind of photo file.
public enum PhotoFormat: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  case jpeg = "JPEG"
  case png = "PNG"
  case webP = "WebP"
  case gif = "GIF"
  case tiff = "TIFF"
  case heic = "HEIC"
  case avif = "AVIF"

  public var description: String { rawValue }

  /// The format that a file name's extension asks for; nil for any other.
  public init?(pathExtension: String) {
    switch pathExtension.lowercased() {
    case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
    case "png", "apng": self = .png
    case "webp": self = .webP
    case "gif": self = .gif
    case "tif", "tiff": self = .tiff
    case "heic", "heif", "hif": self = .heic
    case "avif": self = .avif
    default: return nil
    }
  }

  /// The usual extension of a file name, without a dot.
  public var pathExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .webP: "webp"
    case .gif: "gif"
    case .tiff: "tif"
    case .heic: "heic"
    case .avif: "avif"
    }
  }

  /// The format to write a photo of format `input` in where the user names none: the same, but for
  /// HEIC and AVIF, which are slow to encode and which many programs can't open: those become JPEG.
  public static func defaultOutput(for input: PhotoFormat) -> PhotoFormat {
    switch input {
    case .heic, .avif: .jpeg
    case .jpeg, .png, .webP, .gif, .tiff: input
    }
  }

  /// Whether a file of this format can hold several frames here.
  public var holdsAnimation: Bool { self == .gif || self == .webP }
  /// Whether its pixels can be transparent.
  public var holdsAlpha: Bool { self != .jpeg }
  /// Whether samples can have 16 bits.
  public var holds16Bits: Bool { self == .png || self == .tiff }
}
