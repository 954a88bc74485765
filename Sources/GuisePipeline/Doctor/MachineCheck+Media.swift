import Foundation
import GuiseCore
import GuiseMedia

extension MachineCheck {
  static let photos = MachineCheck("photos") {
    roundTrips(
      PhotoFormat.allCases.map { ($0.description, $0 != .heic && $0 != .avif, $0.pathExtension) },
      remedy: "sudo apt install libvips42; for HEIC and AVIF also libheif1"
    ) { url in
      var frame = Frame(format: .rgb8, width: 64, height: 64, color: .sRGB)
      frame.fill(127)
      try PhotoWriter.write(Photo(frames: [frame]), to: url)
      _ = try PhotoReader.read(url)
    }
  }

  static let videos = MachineCheck("videos") {
    roundTrips(
      [
        ("MP4", true, "mp4"), ("MOV", true, "mov"), ("Matroska", true, "mkv"),
        ("WebM", false, "webm"),
      ],
      remedy: "sudo apt install libavcodec-extra (FFmpeg with libx264 and libvpx)"
    ) { url in
      let info = VideoInfo(width: 64, height: 64, frameRate: Rational(25))
      let writer = try VideoWriter(url: url, like: info)
      for index in 0..<3 {
        var frame = Frame(
          format: .i420, width: 64, height: 64, time: .milliseconds(40 * index), color: .bt709)
        frame.fill(127)
        try writer.write(frame)
      }
      try writer.finish()
      let reader = try VideoReader(url: url)
      var count = 0
      while try reader.nextFrame() != nil { count += 1 }
      guard count == 3 else {
        throw PipelineError(.badOutput, "wrote 3 frames and read \(count)")
      }
    }
  }

  /// Writes and reads a small file of each format in a temporary folder.
  private static func roundTrips(
    _ formats: [(name: String, isNeeded: Bool, fileExtension: String)], remedy: String,
    _ body: (URL) throws -> Void
  ) -> Finding {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("guise-doctor-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      return Finding(
        .missing, "no temporary file can be made: \(error.localizedDescription)",
        remedy: "make room in \(folder.deletingLastPathComponent().path)")
    }
    var working: [String] = []
    var failing: [String] = []
    var status = Finding.Status.works
    for format in formats {
      do {
        try body(folder.appendingPathComponent("check.\(format.fileExtension)"))
        working.append(format.name)
      } catch {
        failing.append("\(format.name) (\(error))")
        status = format.isNeeded ? .missing : status == .missing ? .missing : .limited
      }
    }
    let detail =
      working.joined(separator: ", ")
      + (failing.isEmpty ? "" : "; not \(failing.joined(separator: ", "))")
    return Finding(status, detail, remedy: failing.isEmpty ? "" : remedy)
  }
}
