import GuiseCore

extension Frame {
  /// Exchanges left and right: the picture as a mirror shows it, all samples kept.
  ///
  /// Chroma that lies on the left of its luma samples moves by one luma sample with it, as in other
  /// tools; that is not visible.
  mutating func mirror() {
    for plane in 0..<format.planeCount {
      let pixelBytes = format.samplesPerPixel(plane: plane) * format.bytesPerSample
      unsafe withUnsafeMutablePlane(plane) { base, layout in
        for row in 0..<layout.height {
          let start = unsafe base + row * layout.rowBytes
          switch pixelBytes {
          case 1: unsafe reverse(start, layout.width, of: UInt8.self)
          case 2: unsafe reverse(start, layout.width, of: UInt16.self)
          case 4: unsafe reverse(start, layout.width, of: UInt32.self)
          case 8: unsafe reverse(start, layout.width, of: UInt64.self)
          default: unsafe reverse(start, layout.width, pixelBytes: pixelBytes)
          }
        }
      }
    }
  }
}

@unsafe private func reverse<Pixel>(
  _ row: UnsafeMutableRawPointer, _ count: Int, of type: Pixel.Type
) {
  let pixels = unsafe row.assumingMemoryBound(to: type)
  var left = 0
  var right = count - 1
  while left < right {
    let pixel = unsafe pixels[left]
    unsafe pixels[left] = pixels[right]
    unsafe pixels[right] = pixel
    left += 1
    right -= 1
  }
}

/// For pixels of three samples.
@unsafe private func reverse(_ row: UnsafeMutableRawPointer, _ count: Int, pixelBytes: Int) {
  let bytes = unsafe row.assumingMemoryBound(to: UInt8.self)
  var left = 0
  var right = (count - 1) * pixelBytes
  while left < right {
    for byte in 0..<pixelBytes {
      let value = unsafe bytes[left + byte]
      unsafe bytes[left + byte] = bytes[right + byte]
      unsafe bytes[right + byte] = value
    }
    left += pixelBytes
    right -= pixelBytes
  }
}
