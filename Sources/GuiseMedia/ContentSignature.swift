/// What the first bytes of a file say it is. Names lie: content decides.
enum ContentSignature: Hashable {
  case photo(PhotoFormat)
  /// A picture of a kind that is not read here, and what people call it.
  case otherPicture(String)
  case video

  /// Bytes from a file's start that are enough to judge by.
  static let byteCount = 4096

  /// - Parameter head: the file's first ``byteCount`` bytes, or all of it.
  /// - Returns: nil where the bytes are of no kind that is known here.
  init?(_ head: [UInt8]) {
    func has(_ text: String, at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: text.utf8)
    }
    func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: bytes)
    }

    if has([0xFF, 0xD8, 0xFF]) {
      self = .photo(.jpeg)
    } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .photo(.png)
    } else if has("GIF87a") || has("GIF89a") {
      self = .photo(.gif)
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .photo(.webP)
    } else if has([0x49, 0x49, 0x2A, 0]) || has([0x49, 0x49, 0x2B, 0]) {
      self = has("CR", at: 8) ? .otherPicture("a camera's raw file") : .photo(.tiff)
    } else if has([0x4D, 0x4D, 0, 0x2A]) || has([0x4D, 0x4D, 0, 0x2B]) {
      self = .photo(.tiff)
    } else if has("ftyp", at: 4) {
      self.init(brandsOf: head)
    } else if let name = Self.pictures.first(where: { has($0.bytes, at: $0.offset) })?.name {
      self = .otherPicture(name)
    } else if has("P"), head.count > 2, (0x31...0x37).contains(head[1]),
      [0x20, 0x0A, 0x0D, 0x09].contains(head[2])
    {
      self = .otherPicture("a PNM picture")
    } else if has("<svg") || (has("<?xml") && Self.contains(head, "<svg")) {
      self = .otherPicture("an SVG drawing")
    } else if Self.videos.contains(where: { has($0.bytes, at: $0.offset) }) {
      self = .video
    } else if has("RIFF"), has("AVI ", at: 8) {
      self = .video
    } else if [0, 4].contains(where: { has([0x47], at: $0) && has([0x47], at: $0 + 188 + $0) }) {
      self = .video  // MPEG transport stream; with 4 bytes of time before each packet on discs
    } else {
      return nil
    }
  }

  /// An ISO base media file, by its brands (ISO/IEC 14496-12, 4.3): the major one first.
  private init(brandsOf head: [UInt8]) {
    let claimed = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let box = head.prefix(max(16, min(claimed, head.count)))
    var brands: [String] = []
    for start in stride(from: 8, to: box.count - 3, by: 4) where start != 12 {
      brands.append(String(decoding: box[start..<start + 4], as: UTF8.self))
    }
    let heic: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
    if brands.first == "avif" || brands.first == "avis" {
      self = .photo(.avif)
    } else if let major = brands.first, heic.contains(major) {
      self = .photo(major.hasSuffix("f1") && brands.contains("avif") ? .avif : .heic)
    } else if brands.first == "crx " {
      self = .otherPicture("a camera's raw file")
    } else {
      self = .video
    }
  }

  private static func contains(_ head: [UInt8], _ text: String) -> Bool {
    String(decoding: head, as: UTF8.self).contains(text)
  }

  private typealias Magic = (name: String, offset: Int, bytes: [UInt8])

  private static let pictures: [Magic] = [
    ("a BMP picture", 0, Array("BM".utf8)),
    ("a Photoshop document", 0, Array("8BPS".utf8)),
    ("a JPEG XL picture", 0, [0xFF, 0x0A]),
    ("a JPEG XL picture", 4, Array("JXL \r\n".utf8)),
    ("a JPEG 2000 picture", 4, Array("jP  \r\n".utf8)),
    ("a JPEG 2000 picture", 0, [0xFF, 0x4F, 0xFF, 0x51]),
    ("an icon", 0, [0, 0, 1, 0]),
    ("a PDF document", 0, Array("%PDF-".utf8)),
    ("a QOI picture", 0, Array("qoif".utf8)),
    ("an OpenEXR picture", 0, [0x76, 0x2F, 0x31, 0x01]),
    ("a Radiance picture", 0, Array("#?RADIANCE".utf8)),
  ]

  private static let videos: [Magic] = [
    ("Matroska, WebM", 0, [0x1A, 0x45, 0xDF, 0xA3]),
    ("QuickTime", 4, Array("moov".utf8)),
    ("QuickTime", 4, Array("mdat".utf8)),
    ("QuickTime", 4, Array("wide".utf8)),
    ("QuickTime", 4, Array("free".utf8)),
    ("QuickTime", 4, Array("skip".utf8)),
    ("QuickTime", 4, Array("pnot".utf8)),
    ("Flash video", 0, Array("FLV".utf8)),
    ("Ogg", 0, Array("OggS".utf8)),
    ("ASF, WMV", 0, [0x30, 0x26, 0xB2, 0x75]),
    ("MPEG program stream", 0, [0, 0, 1, 0xBA]),
    ("MPEG video", 0, [0, 0, 1, 0xB3]),
    ("MPEG-4 visual", 0, [0, 0, 1, 0xB0]),
    ("H.264, HEVC", 0, [0, 0, 0, 1]),
    ("MXF", 0, [0x06, 0x0E, 0x2B, 0x34]),
    ("DV", 0, [0x1F, 0x07, 0]),
    ("RealMedia", 0, Array(".RMF".utf8)),
    ("IVF", 0, Array("DKIF".utf8)),
    ("YUV4MPEG", 0, Array("YUV4MPEG2".utf8)),
    ("NUT", 0, Array("nut/multimedia container".utf8)),
  ]
}
