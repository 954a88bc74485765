import Foundation
import GuiseCore
import Testing

@testable import GuiseMedia

/// What is written comes back: samples, frames, profile, transparency.
struct PhotoRoundTripTests {
  private func roundTrip(
    _ photo: Photo, as format: PhotoFormat, options: PhotoWritingOptions = .init()
  ) throws -> (photo: Photo, warnings: [String]) {
    let (parts, warnings) = try PhotoWriter.encode(
      photo, as: format, options: options, name: "test.\(format.pathExtension)")
    let back = try PhotoReader.read(
      bytes: Array(parts.joined()), name: "test.\(format.pathExtension)")
    return (back, warnings)
  }

  @Test(
    arguments: [PhotoFormat.png, .tiff],
    [
      PixelFormat.rgb8, .rgba8, PixelFormat(.rgb, bitDepth: 16), PixelFormat(.rgba, bitDepth: 16),
    ])
  func losslessFormatsKeepEverySample(format: PhotoFormat, pixels: PixelFormat) throws {
    // Odd sizes, so that rows have padding.
    let frame = Frame.noise(pixels, width: 67, height: 45)
    let (back, warnings) = try roundTrip(Photo(frames: [frame]), as: format)
    #expect(warnings.isEmpty)
    #expect(back.format == format)
    #expect(back.frames[0].format == pixels)
    #expect(back.frames[0].samples == frame.samples)
  }

  @Test func losslessWebPStaysLossless() throws {
    var photo = Photo(frames: [.noise(.rgba8, width: 33, height: 20)])
    // libwebp clears colours under full transparency.
    photo.frames[0].fill { [frame = photo.frames[0]] _, x, y in
      x % 4 == 3 ? 255 : frame.sample(plane: 0, x: x, y: y)
    }
    photo.sourceEncoding.isLossless = true
    let (back, _) = try roundTrip(photo, as: .webP)
    #expect(back.sourceEncoding.isLossless)
    #expect(back.frames[0].format.layout == .rgb || back.frames[0].format == .rgba8)
    let (again, _) = try roundTrip(back, as: .webP)
    #expect(again.frames[0].samples == back.frames[0].samples)
  }

  @Test func pngKeepsWhatWasRead() throws {
    var photo = Photo(frames: [.noise(.rgb8, width: 40, height: 30)])
    let (first, _) = try roundTrip(photo, as: .png)
    photo = first
    photo.frames[0].withMutablePlane(0) { bytes, layout in
      bytes.storeBytes(of: 1, toByteOffset: 5 * layout.rowBytes + 9, as: UInt8.self)
    }
    let (second, _) = try roundTrip(photo, as: .png)
    let changed = zip(first.frames[0].samples, second.frames[0].samples).filter { $0 != $1 }
    #expect(changed.count <= 1)
  }

  @Test(arguments: [30, 75, 90, 92, 97, 100])
  func jpegQualityIsKept(quality: Int) throws {
    let photo = Photo(frames: [.gradient(.rgb8, width: 80, height: 60)])
    let (first, _) = try roundTrip(photo, as: .jpeg, options: .init(quality: quality))
    #expect(first.sourceEncoding.quality == quality)
    let (second, _) = try roundTrip(first, as: .jpeg)
    #expect(second.sourceEncoding == first.sourceEncoding)
    // On the same quantisation grid, samples hardly move any more.
    let difference = zip(first.frames[0].samples, second.frames[0].samples)
      .map { abs($0 - $1) }.max()
    #expect(difference ?? 99 <= 5)
  }

  @Test(arguments: [40, 60, 75, 85, 95])
  func webPQualityIsEstimated(quality: Int) throws {
    let photo = Photo(frames: [.gradient(.rgb8, width: 160, height: 120)])
    let (back, _) = try roundTrip(photo, as: .webP, options: .init(quality: quality))
    let estimate = try #require(back.sourceEncoding.quality)
    #expect(abs(estimate - quality) <= 6)
  }

  @Test(arguments: [PhotoFormat.gif, .webP])
  func animationsKeepFramesDelaysAndLoops(format: PhotoFormat) throws {
    let frames = (0..<4).map { index in
      var frame = Frame(format: .rgba8, width: 40, height: 32)
      frame.fill { _, x, y in
        x % 4 == 3 ? 255 : (x / 4 / 10 == index ? 250 : 10)
      }
      return frame
    }
    let durations: [Duration] = [100, 200, 50, 1000].map { .milliseconds($0) }
    let photo = Photo(frames: frames, frameDurations: durations, loopCount: 3, format: .gif)
    let (back, warnings) = try roundTrip(photo, as: format)
    #expect(warnings.isEmpty)
    #expect(back.frames.count == 4)
    #expect(back.frameDurations == durations)
    #expect(back.loopCount == 3)
    #expect(back.frames.map(\.time) == [0, 100, 300, 350].map { .milliseconds($0) })
    for (index, frame) in back.frames.enumerated() {
      #expect(frame.sample(plane: 0, x: (index * 10 + 5) * 4, y: 16) > 200)
    }
  }

  @Test func whatAFormatCannotHoldIsSaid() throws {
    var frame = Frame.gradient(PixelFormat(.rgba, bitDepth: 16), width: 20, height: 20)
    let (jpeg, warnings) = try roundTrip(Photo(frames: [frame]), as: .jpeg)
    #expect(jpeg.frames[0].format == .rgb8)
    #expect(warnings.contains { $0.contains("transparency") })
    #expect(warnings.contains { $0.contains("16 bits") })

    frame = Frame.gradient(.rgba8, width: 20, height: 20)
    frame.fill { _, x, _ in x % 4 == 3 ? 0 : 10 }
    let (white, _) = try roundTrip(Photo(frames: [frame]), as: .jpeg)
    #expect(white.frames[0].samples.allSatisfy { $0 >= 253 })

    frame.fill { _, _, _ in 255 }
    let (_, opaque) = try roundTrip(Photo(frames: [frame]), as: .jpeg)
    #expect(opaque.isEmpty)

    let animation = Photo(frames: [frame, frame])
    let (still, cut) = try roundTrip(animation, as: .png)
    #expect(still.frames.count == 1)
    #expect(cut.contains { $0.contains("first frame") })
  }

  @Test func unknownExtensionsAreNamed() throws {
    let folder = try TemporaryFolder()
    let photo = Photo(frames: [.gradient(.rgb8, width: 4, height: 4)])
    let error = #expect(throws: MediaError.self) {
      try PhotoWriter.write(photo, to: folder.file("out.bmp"))
    }
    #expect(error?.code == .unsupported)
    #expect(error?.message.contains("\"bmp\"") == true)
    #expect(folder.names.isEmpty)
  }

  @Test func defaultOutputs() {
    #expect(PhotoFormat.defaultOutput(for: .heic) == .jpeg)
    #expect(PhotoFormat.defaultOutput(for: .avif) == .jpeg)
    #expect(PhotoFormat.defaultOutput(for: .png) == .png)
    #expect(PhotoFormat(pathExtension: "JPEG") == .jpeg)
    #expect(PhotoFormat(pathExtension: "txt") == nil)
  }
}
