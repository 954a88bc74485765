import CKernels
import Foundation
import GuiseCore
import Testing

@testable import GuiseMedia

@Suite struct TurningKernelTests {
  /// Sizes around those of the blocks, and odd ones.
  static let sizes = [(1, 1), (3, 5), (15, 17), (16, 16), (33, 31), (64, 8), (8, 64), (40, 23)]

  @Test(arguments: [1, 2, 4], sizes)
  func transposingEqualsItsTwin(elementBytes: Int, size: (Int, Int)) {
    let (width, height) = size
    let input = (0..<width * height * elementBytes).map { UInt8(truncatingIfNeeded: $0 &* 37 + 11) }
    var output = [UInt8](repeating: 0, count: input.count)
    // The input is as wide as the output is high.
    let (from, to) = (height * elementBytes, width * elementBytes)
    let (w, h) = (Int32(width), Int32(height))
    switch elementBytes {
    case 1: unsafe guise_transpose_8(input, from, &output, to, w, h)
    case 2: unsafe guise_transpose_16(input, from, &output, to, w, h)
    default: unsafe guise_transpose_32(input, from, &output, to, w, h)
    }
    for y in 0..<height {
      for x in 0..<width {
        for byte in 0..<elementBytes {
          let expected = input[x * from + y * elementBytes + byte]
          guard output[y * to + x * elementBytes + byte] == expected else {
            Issue.record("\(width)×\(height) at \(x), \(y)")
            return
          }
        }
      }
    }
  }

  @Test(arguments: [1, 2, 4])
  func reversingEqualsItsTwin(elementBytes: Int) {
    for count in [1, 2, 15, 16, 33] {
      let input = (0..<count * elementBytes).map { UInt8(truncatingIfNeeded: $0) }
      var output = input
      unsafe guise_reverse_row(input, &output, Int32(count), Int32(elementBytes))
      let twin = stride(from: count - 1, through: 0, by: -1).flatMap {
        input[$0 * elementBytes..<($0 + 1) * elementBytes]
      }
      #expect(output == twin)
    }
  }
}

/// K22: a video comes out upright at all eight orientations.
@Suite struct VideoOrientationTests {
  /// Display matrices (a, b, c, d) with where the stored pixel (0, 0) of a `w` × `h` picture is seen
  /// and where (1, 0) lies from there.
  static let matrices: [(matrix: [Int], corner: (right: Bool, down: Bool), step: (Int, Int))] = [
    ([1, 0, 0, 1], (false, false), (1, 0)),
    ([0, 1, -1, 0], (true, false), (0, 1)),  // a quarter turn clockwise
    ([-1, 0, 0, -1], (true, true), (-1, 0)),
    ([0, -1, 1, 0], (false, true), (0, -1)),  // a quarter turn anticlockwise
    ([-1, 0, 0, 1], (true, false), (-1, 0)),  // mirrored
    ([1, 0, 0, -1], (false, true), (1, 0)),
    ([0, 1, 1, 0], (false, false), (0, 1)),
    ([0, -1, -1, 0], (true, true), (0, -1)),
  ]

  @Test(arguments: matrices.indices, [PixelFormat.i420, PixelFormat(.yuv444)])
  func everyDisplayMatrixIsApplied(index: Int, format: PixelFormat) throws {
    let (matrix, corner, step) = Self.matrices[index]
    let (width, height) = format == .i420 ? (48, 32) : (47, 33)
    let folder = try VideoTestFolder()
    let url = folder.file("a.mp4")
    let stored = Frame.testPicture(format, width: width, height: height, seed: 1)
    try writeLossless([stored], to: url)
    try setDisplayMatrix(matrix, of: url)
    let (info, frames, _) = try allFrames(of: url)
    let frame = try #require(frames.first)
    let isTurned = matrix[0] == 0
    #expect(info.width == (isTurned ? height : width))
    #expect(info.height == (isTurned ? width : height))
    for plane in 0..<3 {
      let input = stored.samples(plane: plane)
      let output = frame.samples(plane: plane)
      let (w, h) = format.planeSize(plane, width: width, height: height)
      let (outWidth, outHeight) = isTurned ? (h, w) : (w, h)
      let start = (corner.right ? outWidth - 1 : 0, corner.down ? outHeight - 1 : 0)
      // The other step points away from the corner, along the other axis.
      let other =
        isTurned ? (corner.right ? -1 : 1, 0) : (0, corner.down ? -1 : 1)
      var mismatches = 0
      for q in 0..<h {
        for p in 0..<w {
          let x = start.0 + p * step.0 + q * other.0
          let y = start.1 + p * step.1 + q * other.1
          if output[y * outWidth + x] != input[q * w + p] { mismatches += 1 }
        }
      }
      #expect(mismatches == 0, "plane \(plane) of \(matrix)")
    }
  }

  /// Chroma of a turned 4:2:2 picture lies on every other row; those between are interpolated.
  @Test(arguments: [[0, 1, -1, 0], [0, -1, 1, 0]])
  func turned422Becomes444(matrix: [Int]) throws {
    let folder = try VideoTestFolder()
    let url = folder.file("a.mp4")
    let stored = Frame.testPicture(PixelFormat(.yuv422), width: 32, height: 16, seed: 2)
    try writeLossless([stored], to: url)
    try setDisplayMatrix(matrix, of: url)
    let frame = try #require(try allFrames(of: url).frames.first)
    #expect(frame.format == PixelFormat(.yuv444))
    let (input, output) = (stored.samples(plane: 1), frame.samples(plane: 1))
    for column in 0..<16 {
      for row in 0..<16 {
        let x = matrix[1] > 0 ? 15 - row : row
        let y = matrix[1] > 0 ? 2 * column : 31 - 2 * column
        #expect(output[y * 16 + x] == input[row * 16 + column])
        let between = matrix[1] > 0 ? y + 1 : y - 1
        guard (1..<31).contains(between) else { continue }
        let mean = (output[(between - 1) * 16 + x] + output[(between + 1) * 16 + x] + 1) / 2
        #expect(output[between * 16 + x] == mean)
      }
    }
  }

  @Test func pixelAspectRatioTurnsToo() throws {
    let folder = try VideoTestFolder()
    let url = folder.file("a.mp4")
    let stored = Frame.testPicture(.i420, width: 48, height: 32, seed: 1)
    try writeLossless([stored], to: url, pixelAspectRatio: Rational(4, 3))
    #expect(try VideoReader(url: url).info.pixelAspectRatio == Rational(4, 3))
    try setDisplayMatrix([0, 1, -1, 0], of: url)
    let (info, frames, _) = try allFrames(of: url)
    #expect(info.pixelAspectRatio == Rational(3, 4))
    #expect(frames.first?.pixelAspectRatio == 0.75)
  }

  @Test func chromaSitingTurnsToo() {
    let clockwise = PictureOrientation(displayMatrix: [0, 1, 0, -1, 0, 0, 0, 0, 1])
    #expect(clockwise.turned(.left) == .top)
    #expect(clockwise.turned(.center) == .center)
    let anticlockwise = PictureOrientation(displayMatrix: [0, -1, 0, 1, 0, 0, 0, 0, 1])
    #expect(anticlockwise.turned(.left) == .bottom)
    #expect(PictureOrientation.upright.turned(.topLeft) == .topLeft)
  }

  private func writeLossless(
    _ frames: [Frame], to url: URL, pixelAspectRatio: Rational = Rational(1)
  ) throws {
    let info = VideoInfo(
      width: frames[0].width, height: frames[0].height, frameRate: Rational(25),
      format: frames[0].format, pixelAspectRatio: pixelAspectRatio)
    let writer = try VideoWriter(
      url: url, like: info, options: VideoWritingOptions(compression: .lossless))
    for frame in frames { try writer.write(frame) }
    try writer.finish()
  }

  /// Overwrites the matrix in the track header of an MP4 file (ISO/IEC 14496-12, 8.3.2).
  private func setDisplayMatrix(_ numbers: [Int], of url: URL) throws {
    var bytes = try Data(contentsOf: url)
    let header = try #require(bytes.range(of: Data("tkhd".utf8)))
    let place = header.upperBound + 40
    let (a, b, c, d) = (numbers[0], numbers[1], numbers[2], numbers[3])
    for (index, value) in [a << 16, b << 16, 0, c << 16, d << 16, 0, 0, 0, 1 << 30].enumerated() {
      for byte in 0..<4 {
        bytes[place + 4 * index + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte))
      }
    }
    try bytes.write(to: url)
  }
}
