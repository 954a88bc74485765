import Foundation

/// An XMP packet (ISO 16684-1), patched as text: a full rewrite of its RDF would lose what other
/// programs put there.
struct XMPPacket {
  private var text: String

  /// Larger packets hold pictures and depth maps, which are not true any more.
  private static let byteLimit = 4 << 20

  /// - Returns: nil where the bytes are not UTF-8 or are too many.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.byteLimit, let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    self.text = text
  }

  /// The packet, true for upright pixels of the given size that were changed.
  func madeTrue(width: Int, height: Int) -> [UInt8] {
    var packet = self
    packet.set("tiff:Orientation", to: 1)
    packet.set("tiff:ImageWidth", to: width)
    packet.set("tiff:ImageLength", to: height)
    packet.set("exif:PixelXDimension", to: width)
    packet.set("exif:PixelYDimension", to: height)
    packet.removeElement("xmp:Thumbnails")
    packet.removeElement("xap:Thumbnails")
    // The rest of a packet that was too long for one JPEG segment is not carried along.
    packet.removeAttribute("xmpNote:HasExtendedXMP")
    return Array(packet.text.utf8)
  }

  /// Replaces a simple property, written as an attribute or as an element, where it is there.
  private mutating func set(_ property: String, to value: Int) {
    for (opening, closing) in [
      ("\(property)=\"", "\""), ("\(property)='", "'"),
      ("<\(property)>", "</\(property)>"),
    ] {
      var start = text.startIndex
      while let open = text.range(of: opening, range: start..<text.endIndex),
        let close = text.range(of: closing, range: open.upperBound..<text.endIndex)
      {
        let distance = text.utf8.distance(from: text.startIndex, to: open.upperBound)
        text.replaceSubrange(open.upperBound..<close.lowerBound, with: String(value))
        start = text.utf8.index(text.startIndex, offsetBy: distance)
      }
    }
  }

  private mutating func removeElement(_ name: String) {
    while let open = text.range(of: "<\(name)"),
      let close = text.range(of: "</\(name)>", range: open.upperBound..<text.endIndex)
    {
      text.removeSubrange(open.lowerBound..<close.upperBound)
    }
  }

  private mutating func removeAttribute(_ name: String) {
    guard let open = text.range(of: "\(name)=\""),
      let close = text.range(of: "\"", range: open.upperBound..<text.endIndex)
    else { return }
    text.removeSubrange(open.lowerBound..<close.upperBound)
  }
}
