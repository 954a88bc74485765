/// What a photo file says beside its pixels, as raw blocks, independent of the file format.
struct PhotoMetadata: Hashable, Sendable {
  /// A TIFF stream with EXIF and GPS tags, without the prefix that JPEG puts before it.
  var exif: [UInt8]?
  /// An XMP packet (XML in UTF-8).
  var xmp: [UInt8]?
  /// Photoshop's image resources, which hold IPTC, with JPEG's prefix "Photoshop 3.0".
  var photoshop: [UInt8]?
  /// Pixels for each millimetre; nil where the file does not say.
  var resolution: Resolution?

  struct Resolution: Hashable, Sendable {
    var x: Double
    var y: Double
  }

  /// The same, made true for pixels that are upright, of the given size, and changed.
  ///
  /// Orientation tags say 1, pixel dimensions say what is so, embedded thumbnails (which show the
  /// picture as it was) go. Blocks that are not well formed are left out and named.
  func madeTrue(width: Int, height: Int) -> (metadata: PhotoMetadata, dropped: [String]) {
    var result = self
    var dropped: [String] = []
    if let exif {
      result.exif = ExifBlock(exif)?.madeTrue(width: width, height: height)
      if result.exif == nil { dropped.append("EXIF") }
    }
    if let xmp {
      result.xmp = XMPPacket(xmp)?.madeTrue(width: width, height: height)
      if result.xmp == nil { dropped.append("XMP") }
    }
    if let photoshop {
      result.photoshop = PhotoshopResources(photoshop)?.withoutThumbnails()
      if result.photoshop == nil { dropped.append("IPTC") }
    }
    return (result, dropped)
  }
}
