import GuiseCore
import Testing

@testable import GuisePipeline

@Suite struct MirrorTests {
  @Test(arguments: [
    PixelFormat.i420, .nv12, .rgb8, .rgba8, PixelFormat(.rgb, bitDepth: 16),
    PixelFormat(.rgba, bitDepth: 16), PixelFormat(.yuv420, bitDepth: 10),
    PixelFormat(.yuv444), PixelFormat(.gray),
  ]) func everyPixelMovesToTheOtherSide(format: PixelFormat) {
    for width in [1, 2, 7, 8] {
      var frame = Frame(format: format, width: width, height: 3)
      for plane in 0..<format.planeCount {
        frame.withMutablePlane(plane) { bytes, layout in
          for index in 0..<bytes.byteCount {
            bytes.storeBytes(
              of: UInt8(truncatingIfNeeded: index * 31 + plane), toByteOffset: index, as: UInt8.self
            )
          }
        }
      }
      var mirrored = frame
      mirrored.mirror()
      for plane in 0..<format.planeCount {
        let size = format.samplesPerPixel(plane: plane) * format.bytesPerSample
        let before = pixels(of: frame, plane, size)
        #expect(pixels(of: mirrored, plane, size) == before.map { $0.reversed() })
      }
      mirrored.mirror()
      for plane in 0..<format.planeCount {
        #expect(pixels(of: mirrored, plane, 1) == pixels(of: frame, plane, 1))
      }
    }
  }

  private func pixels(of frame: Frame, _ plane: Int, _ size: Int) -> [[[UInt8]]] {
    frame.withPlane(plane) { bytes, layout in
      (0..<layout.height).map { row in
        (0..<layout.width).map { x in
          (0..<size).map {
            unsafe bytes.unsafeLoad(
              fromByteOffset: row * layout.rowBytes + x * size + $0, as: UInt8.self)
          }
        }
      }
    }
  }
}
