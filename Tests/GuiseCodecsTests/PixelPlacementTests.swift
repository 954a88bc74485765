import CKernels
import Testing

@testable import GuiseCodecs

/// The kernel that puts stored pixels where they belong, against its twin in Swift.
struct PixelPlacementTests {
  @Test(arguments: 1...8, [3, 4, 6, 8])
  func everyOrientationGoesWhereItSays(orientation: Int, pixelBytes: Int) {
    let width = 37
    let height = 19
    let source = (0..<width * height * pixelBytes).map {
      UInt8(truncatingIfNeeded: $0 * 7 + $0 >> 8)
    }
    let isTurned = orientation >= 5
    let uprightWidth = isTurned ? height : width
    let rowBytes = uprightWidth * pixelBytes + 5
    let placement = PixelPlacement(
      orientation: orientation, width: width, height: height, pixelBytes: pixelBytes,
      rowBytes: rowBytes)
    var placed = [UInt8](repeating: 0, count: rowBytes * (isTurned ? width : height))
    unsafe placed.withUnsafeMutableBufferPointer { placed in
      unsafe guise_place_pixels(
        source, width * pixelBytes, Int32(width), Int32(height), Int32(pixelBytes),
        placed.baseAddress! + placement.offset, placement.stepX, placement.stepY)
    }

    var expected = [UInt8](repeating: 0, count: placed.count)
    for y in 0..<height {
      for x in 0..<width {
        let (uprightX, uprightY) = Self.upright(
          x, y, orientation: orientation, width: width, height: height)
        for byte in 0..<pixelBytes {
          expected[uprightY * rowBytes + uprightX * pixelBytes + byte] =
            source[(y * width + x) * pixelBytes + byte]
        }
      }
    }
    #expect(placed == expected)
  }

  /// TIFF 6.0, tag 274: where a stored pixel is seen.
  private static func upright(
    _ x: Int, _ y: Int, orientation: Int, width: Int, height: Int
  ) -> (Int, Int) {
    switch orientation {
    case 2: (width - 1 - x, y)
    case 3: (width - 1 - x, height - 1 - y)
    case 4: (x, height - 1 - y)
    case 5: (y, x)
    case 6: (height - 1 - y, x)
    case 7: (height - 1 - y, width - 1 - x)
    case 8: (y, width - 1 - x)
    default: (x, y)
    }
  }
}
