import Foundation
import GuiseCore
import TestSupport
import Testing

@testable import GuiseMedia

/// A video of the shared data and what must come out of it.
struct VideoExpectation: Sendable, CustomTestStringConvertible {
  var path: String
  var frameCount: Int
  /// Upright.
  var size: (width: Int, height: Int)
  var format = PixelFormat.i420
  var pixelAspectRatio = Rational(1)
  var matrix = ColorDescription.Matrix.smpte170M
  var range = ColorDescription.Range.video
  var isDeinterlaced = false
  /// What the reader's only warning says; nil for none.
  var warning: String?
  /// FFmpeg's names.
  var audio: [String] = []

  var testDescription: String { path }

  static let all: [VideoExpectation] = [
    .init(path: "codecs/tc_av1_video.mkv", frameCount: 125, size: (640, 360), matrix: .bt709),
    .init(
      path: "codecs/tc_bt709_full_range.mp4", frameCount: 30, size: (1280, 720), matrix: .bt709,
      range: .full),
    .init(
      path: "codecs/tc_h265_10bits.mp4", frameCount: 30, size: (200, 200),
      format: PixelFormat(.yuv420, bitDepth: 10)),
    .init(
      path: "codecs/tc_test_non_zero_start.mp4", frameCount: 12, size: (200, 112),
      pixelAspectRatio: Rational(224, 225)),
    .init(path: "codecs/tc_testsrc2_mpeg4.avi", frameCount: 30, size: (1280, 720), matrix: .bt709),
    .init(
      path: "codecs/tc_testsrc2_odd_height_and_width_444.mp4", frameCount: 25, size: (321, 241),
      format: PixelFormat(.yuv444)),
    .init(path: "codecs/tc_testsrc2_vp9.webm", frameCount: 30, size: (1280, 720), matrix: .bt709),
    .init(
      path: "derived/audio_late_0.7s.mp4", frameCount: 90, size: (640, 480), audio: ["aac"]),
    .init(
      path: "derived/audio_longer_than_video.mp4", frameCount: 72, size: (640, 360),
      audio: ["aac"]),
    .init(path: "derived/av1.mp4", frameCount: 45, size: (640, 360)),
    .init(path: "derived/blackout_0.8_1.4.mp4", frameCount: 72, size: (640, 360)),
    .init(
      path: "derived/broken_bitflips.mp4", frameCount: 120, size: (640, 480), warning: "damaged",
      audio: ["aac"]),
    .init(
      path: "derived/broken_faststart_truncated_50pct.mp4", frameCount: 56, size: (640, 480),
      warning: "ends early, at 1.9 s of 4.0 s", audio: ["aac"]),
    .init(path: "derived/fps120.mp4", frameCount: 120, size: (640, 360)),
    .init(path: "derived/hard_cut_two_people.mp4", frameCount: 100, size: (320, 240)),
    .init(path: "derived/hevc_hvc1.mp4", frameCount: 60, size: (640, 360), audio: ["aac"]),
    .init(
      path: "derived/mpeg2_interlaced.ts", frameCount: 90, size: (720, 480),
      pixelAspectRatio: Rational(8, 9), isDeinterlaced: true, audio: ["mp2"]),
    .init(path: "derived/odd_321x241_420_ffv1.mkv", frameCount: 25, size: (321, 241)),
    .init(
      path: "derived/odd_641x479_444.mp4", frameCount: 45, size: (641, 479),
      format: PixelFormat(.yuv444)),
    .init(path: "derived/one_frame.mp4", frameCount: 1, size: (640, 360)),
    .init(
      path: "derived/portrait_1080x1920.mp4", frameCount: 45, size: (1080, 1920), matrix: .bt709),
    .init(
      path: "derived/prores.mov", frameCount: 18, size: (320, 180),
      format: PixelFormat(.yuv422, bitDepth: 10)),
    .init(path: "derived/rot_meta_a.mp4", frameCount: 60, size: (640, 360), audio: ["aac"]),
    .init(path: "derived/rot_meta_phone.mov", frameCount: 90, size: (540, 960), matrix: .bt709),
    .init(
      path: "derived/sar_4_3.mp4", frameCount: 45, size: (480, 360),
      pixelAspectRatio: Rational(4, 3)),
    .init(path: "derived/spinning_360.mp4", frameCount: 72, size: (640, 640)),
    .init(path: "derived/two_side_by_side.mp4", frameCount: 98, size: (640, 240)),
    .init(path: "derived/vfr_webcam.mp4", frameCount: 69, size: (400, 300)),
    .init(path: "derived/vp9.webm", frameCount: 100, size: (400, 300)),
    .init(path: "derived/vp9_opus.webm", frameCount: 90, size: (640, 480), audio: ["opus"]),
    .init(
      path: "face_then_none_hevc.mov", frameCount: 169, size: (960, 540), matrix: .bt709,
      audio: ["aac"]),
    .init(path: "greenscreen_gaze_smile.mp4", frameCount: 78, size: (512, 512)),
    .init(path: "idiap_320x240.mov", frameCount: 100, size: (320, 240)),
    .init(path: "man_and_child.mp4", frameCount: 177, size: (1280, 720), matrix: .bt709),
    .init(
      path: "nasa_320x180_multistream.mp4", frameCount: 390, size: (480, 270), matrix: .bt709,
      audio: ["aac", "aac"]),
    .init(path: "nasa_rotated_metadata.mp4", frameCount: 17, size: (270, 480), matrix: .bt709),
    .init(path: "neg_cartoon.mp4", frameCount: 95, size: (960, 540), audio: ["aac"]),
    .init(
      path: "phone_portrait_720x1280.mp4", frameCount: 352, size: (720, 1280), matrix: .bt709),
    .init(path: "presenter_1960.mp4", frameCount: 138, size: (640, 480), audio: ["aac"]),
    .init(path: "smile_mp3audio.mp4", frameCount: 72, size: (640, 360), audio: ["mp3"]),
    .init(path: "talk_mpeg4_512.mp4", frameCount: 200, size: (512, 512), audio: ["aac"]),
    .init(path: "webcam_400x300.mp4", frameCount: 1337, size: (400, 300)),
  ]

  /// Files from which nothing can come, with the reason.
  static let unreadable: [(path: String, code: MediaError.Code)] = [
    ("derived/audio_only.mp4", .noPicture),
    ("derived/broken_truncated_60pct.mp4", .damaged),
    ("derived/broken_zero_bytes.mp4", .empty),
  ]

  /// Those that are exported too; the longest ones tell nothing more.
  static let exported = all.filter { $0.frameCount <= 200 || !$0.audio.isEmpty }

  func url() throws -> URL { try SharedData.url("video/\(path)") }
}

/// What FFmpeg's own tools say of a file.
enum VideoProbe {
  struct Packet: Equatable {
    var stream: Int
    var seconds: Double?
    var hash: String
  }

  /// Time stamps of a stream's frames, in its ticks.
  static func frameStamps(of url: URL, stream: Int) throws -> [Int64] {
    try lines(
      "ffprobe",
      [
        "-v", "quiet", "-select_streams", "\(stream)", "-show_entries",
        "frame=best_effort_timestamp", "-of", "csv=p=0", url.path,
      ]
    ).compactMap { $0.split(separator: ",").first.flatMap { Int64($0) } }
  }

  /// All packets of the audio streams, in the file's order.
  static func audioPackets(of url: URL) throws -> [Packet] {
    var packets: [Packet] = []
    var (stream, seconds): (Int?, Double?) = (nil, nil)
    let output = try lines(
      "ffprobe",
      [
        "-v", "quiet", "-select_streams", "a", "-show_packets", "-show_data_hash", "md5",
        "-show_entries", "packet=stream_index,pts_time,data_hash", "-of", "csv=p=0", url.path,
      ])
    for line in output {
      // Side data breaks a packet's line in two.
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      if fields.count >= 2, let index = Int(fields[0]) {
        (stream, seconds) = (index, Double(fields[1]))
      }
      if let stream, let hash = fields.first(where: { $0.hasPrefix("MD5:") }) {
        packets.append(Packet(stream: stream, seconds: seconds, hash: String(hash)))
      }
    }
    return packets
  }

  /// Adler-32 of each frame as the ffmpeg tool decodes and turns it, samples without padding.
  static func frameChecksums(of url: URL, stream: Int, filter: String?) throws -> [UInt32] {
    try lines(
      "ffmpeg",
      ["-v", "quiet", "-i", url.path, "-map", "0:\(stream)"] + (filter.map { ["-vf", $0] } ?? [])
        + ["-vsync", "passthrough", "-f", "framehash", "-hash", "adler32", "-"]
    ).filter { !$0.hasPrefix("#") }.compactMap { line in
      line.split(separator: ",").last.flatMap {
        UInt32($0.trimmingCharacters(in: .whitespaces), radix: 16)
      }
    }
  }

  private static func lines(_ tool: String, _ arguments: [String]) throws -> [String] {
    String(decoding: try ToolProcess.output(tool, arguments), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }
}

extension Frame {
  /// Adler-32 (RFC 1950) of the samples of all planes, rows from the top, without padding.
  var checksum: UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for plane in 0..<format.planeCount {
      withPlane(plane) { bytes, layout in
        let rowBytes = layout.width * format.samplesPerPixel(plane: plane) * format.bytesPerSample
        for y in 0..<layout.height {
          var x = 0
          while x < rowBytes {
            // As many additions as 32 bits take before the remainder.
            let end = min(x + 5552, rowBytes)
            while x < end {
              let offset = y * layout.rowBytes + x
              a &+= unsafe UInt32(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
              b &+= a
              x += 1
            }
            a %= 65521
            b %= 65521
          }
        }
      }
    }
    return b << 16 | a
  }
}
