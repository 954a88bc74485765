/// Where the pixels of a stored picture go in its upright twin: byte offset of pixel (0, 0) and the
/// steps from there for one pixel right and one row down.
///
/// The meaning of an orientation is that of TIFF 6.0, tag 274, and EXIF: which edges of the picture
/// the stored row 0 and column 0 are.
struct PixelPlacement: Hashable {
  let offset: Int
  let stepX: Int
  let stepY: Int

  /// - Parameters:
  ///   - orientation: 1…8; anything else counts as 1.
  ///   - width: of the stored picture, pixels.
  ///   - height: of the stored picture, pixels.
  ///   - rowBytes: of the upright picture.
  init(orientation: Int, width: Int, height: Int, pixelBytes: Int, rowBytes: Int) {
    let lastX = width - 1
    let lastY = height - 1
    switch orientation {
    case 2: self.init(lastX * pixelBytes, -pixelBytes, rowBytes)
    case 3: self.init(lastX * pixelBytes + lastY * rowBytes, -pixelBytes, -rowBytes)
    case 4: self.init(lastY * rowBytes, pixelBytes, -rowBytes)
    case 5: self.init(0, rowBytes, pixelBytes)
    case 6: self.init(lastY * pixelBytes, rowBytes, -pixelBytes)
    case 7: self.init(lastY * pixelBytes + lastX * rowBytes, -rowBytes, -pixelBytes)
    case 8: self.init(lastX * rowBytes, -rowBytes, pixelBytes)
    default: self.init(0, pixelBytes, rowBytes)
    }
  }

  private init(_ offset: Int, _ stepX: Int, _ stepY: Int) {
    self.offset = offset
    self.stepX = stepX
    self.stepY = stepY
  }
}
