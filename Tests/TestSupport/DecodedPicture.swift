import Foundation
import GuiseCore

/// Pictures as the ffmpeg tool decodes them: by other decoders than the libraries of ours (for JPEG,
/// PNG, WebP and GIF its own), upright, alpha laid over black, 8-bit RGB.
///
/// It reads no HEIC, and the orientation of JPEG alone.
public enum DecodedPicture {
  public static func read(_ url: URL) throws -> Frame {
    let data = try ToolProcess.output(
      "ffmpeg",
      [
        "-v", "error", "-i", url.path, "-frames:v", "1", "-sws_flags",
        "bilinear+accurate_rnd+full_chroma_int+full_chroma_inp", "-pix_fmt", "rgba", "-c:v", "pam",
        "-f", "image2pipe", "-",
      ])
    return try arbitraryMap(data)
  }

  /// Reads a PAM of 8-bit RGBA.
  static func arbitraryMap(_ data: Data) throws -> Frame {
    guard let end = data.firstRange(of: Data("ENDHDR\n".utf8)),
      let header = String(bytes: data[..<end.lowerBound], encoding: .utf8)
    else { throw SupportError("expected a PAM") }
    var fields: [Substring: Substring] = [:]
    for line in header.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2 { fields[words[0]] = words[1] }
    }
    guard let width = Int(fields["WIDTH"] ?? ""), let height = Int(fields["HEIGHT"] ?? ""),
      fields["DEPTH"] == "4", fields["MAXVAL"] == "255",
      data.endIndex - end.upperBound >= width * height * 4
    else { throw SupportError("expected a PAM of 8-bit RGBA, got \(header)") }
    let pixels = [UInt8](data[end.upperBound...])
    var rgb = [UInt8](repeating: 0, count: width * height * 3)
    for pixel in 0..<width * height {
      let alpha = Int(pixels[4 * pixel + 3])
      for channel in 0..<3 {
        rgb[3 * pixel + channel] = UInt8(Int(pixels[4 * pixel + channel]) * alpha / 255)
      }
    }
    return try RawFrame.rgb(Data(rgb), width: width, height: height)
  }
}
