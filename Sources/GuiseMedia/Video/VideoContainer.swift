import Foundation

/// A kind of video file that can be written.
public enum VideoContainer: String, Hashable, Sendable, CaseIterable {
  /// MPEG-4 part 14: plays everywhere.
  case mp4
  /// QuickTime.
  case mov
  /// WebM: VP9 and Opus.
  case webm
  /// Matroska: takes nearly everything.
  case matroska

  /// The container that a file name's extension asks for; nil where it names none of them.
  public init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "mp4", "m4v": self = .mp4
    case "mov", "qt": self = .mov
    case "webm": self = .webm
    case "mkv": self = .matroska
    default: return nil
    }
  }

  /// FFmpeg's name of the muxer.
  var muxerName: String { rawValue }

  /// Whether audio of a codec is copied packet for packet.
  ///
  /// What players of that container are known to play, not all that FFmpeg would put in: Vorbis or
  /// PCM in MP4 plays nearly nowhere.
  ///
  /// - Parameter codec: FFmpeg's name.
  func copiesAudio(_ codec: String) -> Bool {
    switch self {
    case .mp4: ["aac", "mp3", "mp2", "ac3", "eac3", "alac", "opus", "flac"].contains(codec)
    case .mov:
      ["aac", "mp3", "mp2", "ac3", "eac3", "alac"].contains(codec) || codec.hasPrefix("pcm_")
    case .webm: ["opus", "vorbis"].contains(codec)
    case .matroska: true
    }
  }

  /// Whether subtitles of a codec are copied packet for packet.
  ///
  /// - Parameter codec: FFmpeg's name.
  func copiesSubtitles(_ codec: String) -> Bool {
    switch self {
    case .mp4, .mov: codec == "mov_text"
    case .webm: codec == "webvtt"
    case .matroska:
      ["subrip", "ass", "ssa", "webvtt", "hdmv_pgs_subtitle", "dvd_subtitle"].contains(codec)
    }
  }

  /// The audio codec that takes the place of one that can't be copied: FFmpeg's name of the encoder.
  var audioEncoderName: String { self == .webm ? "libopus" : "aac" }
}
