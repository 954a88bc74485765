/// What the first directory of a TIFF file says about the file.
struct TIFFHeader: Hashable {
  let compression: TIFFCompression
  /// Whether the picture is a small version of another in the same file: what a camera's raw files
  /// (DNG, NEF, ARW) begin with.
  let isReducedPreview: Bool
  let hasExif: Bool

  /// Directories further from the start than this are not looked at.
  private static let byteLimit = 64 << 20

  init?(_ bytes: FileBytes) {
    guard let stream = TIFFStream(bytes.prefix(Self.byteLimit)),
      let directory = stream.directory(at: stream.firstDirectory)
    else { return nil }
    func value(_ tag: UInt16) -> Int? { directory.entry(tag).flatMap(stream.integer) }
    compression =
      switch value(0x0103) {
      case 1, nil: .none
      case 5: .lzw
      default: .deflate
      }
    isReducedPreview = (value(0x00FE) ?? 0) & 1 == 1
    hasExif = value(0x8769) != nil || value(0x8825) != nil
  }
}
