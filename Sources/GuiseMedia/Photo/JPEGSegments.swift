/// Puts metadata into a JPEG file as segments after its first ones (Exif 2.32, 4.7; ICC.1, annex B;
/// XMP part 3).
enum JPEGSegments {
  /// Bytes that fit into one segment.
  private static let capacity = 65_533

  /// The parts of the file with the blocks put in, and the names of those that are too long.
  static func inserting(
    _ metadata: PhotoMetadata, iccProfile: [UInt8]?, into file: [UInt8]
  ) -> (parts: [[UInt8]], dropped: [String]) {
    var segments: [UInt8] = []
    var dropped: [String] = []
    func add(_ marker: UInt8, _ prefix: String, _ block: [UInt8]?, _ name: String) {
      guard let block else { return }
      let body = Array(prefix.utf8) + block
      guard body.count <= capacity else {
        dropped.append(name)
        return
      }
      segments += segment(marker, body)
    }
    add(0xE1, "Exif\0\0", metadata.exif, "EXIF")
    add(0xE1, "http://ns.adobe.com/xap/1.0/\0", metadata.xmp, "XMP")
    if let iccProfile { segments += profileSegments(iccProfile) }
    add(0xED, "", metadata.photoshop, "IPTC")

    let split = endOfFirstSegment(file)
    return ([Array(file[..<split]), segments, Array(file[split...])], dropped)
  }

  /// After the JFIF segment where there is one, else after the start marker.
  private static func endOfFirstSegment(_ file: [UInt8]) -> Int {
    guard file.count > 6, file[2] == 0xFF, file[3] == 0xE0 else { return min(2, file.count) }
    return min(4 + Int(file[4]) << 8 + Int(file[5]), file.count)
  }

  /// A profile in as many segments as it needs, numbered from 1.
  private static func profileSegments(_ profile: [UInt8]) -> [UInt8] {
    let header = Array("ICC_PROFILE\0".utf8)
    let size = capacity - header.count - 2
    let count = (profile.count + size - 1) / size
    guard count <= 255 else { return [] }
    return (0..<count).reduce(into: []) { result, index in
      let part = profile[index * size..<min((index + 1) * size, profile.count)]
      result += segment(0xE2, header + [UInt8(index + 1), UInt8(count)] + part)
    }
  }

  private static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    let length = body.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + body
  }
}
