import GuiseCore

extension Overlay {
  /// An overlay with the pixels of `image`, its top left corner at `x`, `y`.
  public init(x: Int, y: Int, image: Image) {
    guard image.width > 0, image.height > 0 else {
      self = .empty
      return
    }
    let image = image.premultiplied()
    let rowBytes = Self.rowBytes(width: image.width)
    let storage = PixelStorage(byteCount: rowBytes * image.height)
    unsafe image.pixels.withUnsafeBytes { source in
      for row in 0..<image.height {
        let pixels = unsafe UnsafeRawBufferPointer(
          rebasing: source[row * image.width * 4..<(row + 1) * image.width * 4])
        unsafe UnsafeMutableRawBufferPointer(
          start: storage.base + row * rowBytes, count: pixels.count
        ).copyMemory(from: pixels)
      }
    }
    self.init(
      rect: PixelRect(x: x, y: y, width: image.width, height: image.height), rowBytes: rowBytes,
      storage: storage)
  }

  /// Calls `body` with the bytes: `rowBytes × rect.height`, valid during the call.
  public func withBytes<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    guard let storage else { return try body(RawSpan()) }
    let bytes = unsafe UnsafeRawBufferPointer(
      start: storage.base, count: rowBytes * rect.height)
    return try body(unsafe bytes.bytes)
  }

  /// A copy of the pixels.
  public var image: Image {
    guard let storage else { return Image(width: 0, height: 0) }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(rect.width * rect.height * 4)
    for row in 0..<rect.height {
      unsafe pixels.append(
        contentsOf: UnsafeRawBufferPointer(
          start: storage.base + row * rowBytes, count: rect.width * 4))
    }
    return Image(width: rect.width, height: rect.height, pixels: pixels)
  }
}
