import Foundation
import GuiseCore

extension PixelStorage {
  /// A copy of encoded bytes, at an address that stays.
  convenience init(copying data: Data) {
    self.init(byteCount: data.count)
    unsafe UnsafeMutableRawBufferPointer(start: base, count: data.count).copyBytes(from: data)
  }
}

extension Image {
  /// The pixels of an 8-bit RGB or RGBA frame.
  init(_ frame: Frame) {
    let width = frame.width
    let height = frame.height
    let channels = frame.format.samplesPerPixel(plane: 0)
    precondition(frame.format.bitDepth == 8 && (channels == 3 || channels == 4))
    let pixels = unsafe frame.withUnsafePlane(0) { base, layout in
      unsafe [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
        for y in 0..<height {
          let row = unsafe (base + y * layout.rowBytes).assumingMemoryBound(to: UInt8.self)
          let to = unsafe buffer.baseAddress! + y * width * 4
          for x in 0..<width {
            unsafe to[4 * x] = row[channels * x]
            unsafe to[4 * x + 1] = row[channels * x + 1]
            unsafe to[4 * x + 2] = row[channels * x + 2]
            unsafe to[4 * x + 3] = channels == 4 ? row[4 * x + 3] : 255
          }
        }
        count = width * height * 4
      }
    }
    self.init(width: width, height: height, alpha: .straight, pixels: pixels)
  }
}
