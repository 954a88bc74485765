import Foundation
import GuiseCore
import GuiseMedia
import TestSupport
import Testing

/// Every photo of the shared data: it reads upright with the right size, or fails with the right
/// error.
@Suite(.enabled(if: SharedData.isPresent, "the shared test data is not beside the checkout"))
struct PhotoConformanceTests {
  /// What a file must give.
  enum Outcome: Sendable {
    case photo(
      PhotoFormat, width: Int, height: Int, PixelFormat = .rgb8, frames: Int = 1,
      differsFromFFmpeg: Bool = false)
    case failure(MediaError.Code)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let path: String
    let outcome: Outcome

    init(_ path: String, _ outcome: Outcome) {
      self.path = path
      self.outcome = outcome
    }

    var testDescription: String { path }
  }

  private static let rgb16 = PixelFormat(.rgb, bitDepth: 16)

  static let rows: [Row] = [
    Row("astronaut.png", .photo(.png, width: 512, height: 512)),
    Row("camera_gray_profile.png", .photo(.png, width: 512, height: 512)),
    Row("five_laughing.jpg", .photo(.jpeg, width: 600, height: 462)),
    Row("handshake_group.jpg", .photo(.jpeg, width: 1280, height: 853)),
    Row("man_rolled.jpg", .photo(.jpeg, width: 572, height: 562)),
    Row("mp_business_person.png", .photo(.png, width: 958, height: 1358)),
    Row("mp_portrait.jpg", .photo(.jpeg, width: 820, height: 1024)),
    Row("mp_sergey.png", .photo(.png, width: 600, height: 600, .rgba8)),
    Row("neg_cat_chelsea.png", .photo(.png, width: 451, height: 300)),
    Row("neg_rocket.jpg", .photo(.jpeg, width: 640, height: 427)),
    Row("obama_partial_left.jpg", .photo(.jpeg, width: 491, height: 1137)),
    Row("passport.jpg", .photo(.jpeg, width: 354, height: 531)),
    Row("pianist.png", .photo(.png, width: 424, height: 394, .rgba8)),
    Row("pillarbox_1080p.jpg", .photo(.jpeg, width: 1920, height: 1080)),
    Row("rgba32.png", .photo(.png, width: 626, height: 1200, .rgba8)),
    Row("solvay1927.jpg", .photo(.jpeg, width: 2048, height: 922)),
    Row("tall_woman.jpg", .photo(.jpeg, width: 1280, height: 1919)),
    Row("two_people.jpg", .photo(.jpeg, width: 1126, height: 661)),
    Row("vlado_dinner.jpg", .photo(.jpeg, width: 1024, height: 768)),
    Row("derived/astronaut.webp", .photo(.webP, width: 512, height: 512)),
    Row("derived/astronaut_411.jpg", .photo(.jpeg, width: 512, height: 512)),
    Row("derived/astronaut_511x509.png", .photo(.png, width: 511, height: 509)),
    Row("derived/astronaut_closeup.jpg", .photo(.jpeg, width: 440, height: 520)),
    // FFmpeg converts CMYK by a formula, not through a profile.
    Row(
      "derived/astronaut_cmyk.jpg",
      .photo(.jpeg, width: 512, height: 512, differsFromFFmpeg: true)),
    Row("derived/astronaut_cutout_alpha.png", .photo(.png, width: 512, height: 512, .rgba8)),
    Row("derived/astronaut_exif3.jpg", .photo(.jpeg, width: 512, height: 512)),
    Row("derived/astronaut_exif6.jpg", .photo(.jpeg, width: 512, height: 512)),
    Row("derived/astronaut_exif8.jpg", .photo(.jpeg, width: 512, height: 512)),
    Row("derived/astronaut_gray16.png", .photo(.png, width: 512, height: 512, rgb16)),
    Row("derived/astronaut_lower_face_covered.png", .photo(.png, width: 512, height: 512, .rgba8)),
    Row("derived/astronaut_mirror.png", .photo(.png, width: 512, height: 512)),
    Row("derived/astronaut_noise.jpg", .photo(.jpeg, width: 512, height: 512)),
    Row("derived/astronaut_overexposed.jpg", .photo(.jpeg, width: 512, height: 512)),
    Row("derived/astronaut_palette.png", .photo(.png, width: 512, height: 512)),
    Row("derived/broken_bomb_40000x40000.png", .failure(.tooLarge)),
    Row("derived/broken_portrait_truncated.jpg", .failure(.damaged)),
    Row("derived/broken_zero_bytes.jpg", .failure(.empty)),
    Row("derived/grid6.jpg", .photo(.jpeg, width: 1200, height: 800)),
    Row("derived/one_pixel.png", .photo(.png, width: 1, height: 1)),
    Row("derived/portrait_4000x64.jpg", .photo(.jpeg, width: 4000, height: 64)),
    Row("derived/portrait_dark.jpg", .photo(.jpeg, width: 600, height: 749)),
    Row("derived/portrait_gray.jpg", .photo(.jpeg, width: 820, height: 1024)),
    Row("derived/portrait_progressive.jpg", .photo(.jpeg, width: 820, height: 1024)),
    Row("derived/portrait_rgb16.png", .photo(.png, width: 600, height: 749, rgb16)),
    Row("derived/portrait_roll180.jpg", .photo(.jpeg, width: 820, height: 1024)),
    Row("derived/portrait_roll30.jpg", .photo(.jpeg, width: 1224, height: 1298)),
    Row("derived/portrait_roll90.jpg", .photo(.jpeg, width: 1024, height: 820)),
    Row("derived/profile_man_child_070.png", .photo(.png, width: 640, height: 360)),
    Row("derived/profile_man_child_093.png", .photo(.png, width: 640, height: 360)),
    Row("derived/small_astronaut_120_in_720p.jpg", .photo(.jpeg, width: 1280, height: 720)),
    Row("derived/small_astronaut_240_in_720p.jpg", .photo(.jpeg, width: 1280, height: 720)),
    Row("derived/small_astronaut_360_in_720p.jpg", .photo(.jpeg, width: 1280, height: 720)),
    Row("derived/small_astronaut_480_in_720p.jpg", .photo(.jpeg, width: 1280, height: 720)),
    Row("derived/smile_anim.gif", .photo(.gif, width: 320, height: 180, .rgba8, frames: 24)),
    Row("derived/smile_anim.png", .photo(.png, width: 240, height: 136)),
    Row("derived/tiny_astronaut_120_in_4k.jpg", .photo(.jpeg, width: 3840, height: 2160)),
    Row("derived/tiny_astronaut_240_in_4k.jpg", .photo(.jpeg, width: 3840, height: 2160)),
    Row("derived/tiny_astronaut_480_in_4k.jpg", .photo(.jpeg, width: 3840, height: 2160)),
    Row("derived/wrong_extension_png.jpg", .photo(.png, width: 512, height: 512)),
    Row("exif_noface/Landscape_0.jpg", .photo(.jpeg, width: 1800, height: 1200)),
    Row("exif_noface/Landscape_1.jpg", .photo(.jpeg, width: 1800, height: 1200)),
    Row("exif_noface/Landscape_3.jpg", .photo(.jpeg, width: 1800, height: 1200)),
    Row("exif_noface/Landscape_5.jpg", .photo(.jpeg, width: 1800, height: 1200)),
    Row("exif_noface/Landscape_6.jpg", .photo(.jpeg, width: 1800, height: 1200)),
    Row("exif_noface/Portrait_0.jpg", .photo(.jpeg, width: 1200, height: 1800)),
    Row("exif_noface/Portrait_2.jpg", .photo(.jpeg, width: 1200, height: 1800)),
    Row("exif_noface/Portrait_4.jpg", .photo(.jpeg, width: 1200, height: 1800)),
    Row("exif_noface/Portrait_7.jpg", .photo(.jpeg, width: 1200, height: 1800)),
    Row("exif_noface/Portrait_8.jpg", .photo(.jpeg, width: 1200, height: 1800)),
    Row("formats/pillow_broken.png", .failure(.damaged)),
    Row("formats/pillow_hopper.bmp", .failure(.unsupported)),
    Row("formats/pillow_hopper.gif", .photo(.gif, width: 128, height: 128)),
    Row("formats/pillow_hopper.jpg", .photo(.jpeg, width: 128, height: 128)),
    Row("formats/pillow_hopper.png", .photo(.png, width: 128, height: 128)),
    Row("formats/pillow_hopper.ppm", .failure(.unsupported)),
    Row("formats/pillow_hopper.tif", .photo(.tiff, width: 128, height: 128)),
    Row("formats/pillow_hopper.webp", .photo(.webP, width: 128, height: 128)),
    Row("formats/pillow_hopper_16bit.pgm", .failure(.unsupported)),
    // FFmpeg decodes next to nothing of it.
    Row(
      "formats/pillow_hopper_bad_exif.jpg",
      .photo(.jpeg, width: 500, height: 500, differsFromFFmpeg: true)),
    Row("formats/pillow_hopper_gray.jpg", .photo(.jpeg, width: 128, height: 128)),
    Row("formats/pillow_hopper_orientation_2.jpg", .photo(.jpeg, width: 128, height: 128)),
    Row("formats/pillow_hopper_orientation_3.jpg", .photo(.jpeg, width: 128, height: 128)),
    Row("formats/pillow_hopper_orientation_6.jpg", .photo(.jpeg, width: 128, height: 128)),
    // FFmpeg does not read WebP's orientation.
    Row(
      "formats/pillow_hopper_orientation_6.webp",
      .photo(.webP, width: 128, height: 128, differsFromFFmpeg: true)),
    // Its gAMA chunk says 1.0: ImageMagick converts, here samples are kept as they are stored.
    Row(
      "formats/pillow_pil123p.png",
      .photo(.png, width: 162, height: 150, .rgba8, differsFromFFmpeg: true)),
    Row("formats/pillow_transparent.png", .photo(.png, width: 200, height: 150, .rgba8)),
    Row("formats/pillow_truncated_image.png", .failure(.damaged)),
    Row("formats/pillow_truncated_jpeg.jpg", .failure(.damaged)),
    Row("formats/tc_animated.gif", .photo(.gif, width: 64, height: 48, .rgba8, frames: 4)),
    Row(
      "formats/tc_cmyk.jpg", .photo(.jpeg, width: 1280, height: 720, differsFromFFmpeg: true)),
    Row("formats/tc_corrupt.jpg", .failure(.damaged)),
    Row("formats/tc_gradient_16bit.png", .photo(.png, width: 64, height: 48, rgb16)),
    Row(
      "formats/tc_gradient_rotated.heic",
      .photo(.heic, width: 720, height: 1280, differsFromFFmpeg: true)),
    Row("formats/tc_grayscale_alpha.png", .photo(.png, width: 1280, height: 720, .rgba8)),
    Row("formats/tc_rgba.webp", .photo(.webP, width: 1280, height: 720, .rgba8)),
  ]

  @Test func everyFileIsInTheTable() throws {
    let root = try SharedData.url("faces")
    let names = Set(Self.rows.map(\.path))
    let files =
      (FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String })
      ?? []
    let pictures = ["png", "jpg", "webp", "gif", "tif", "heic", "bmp", "ppm", "pgm"]
    let missing = files.filter { file in
      pictures.contains { file.hasSuffix(".\($0)") } && !names.contains(file)
        && !file.hasPrefix("mp_portrait_expected")
    }
    #expect(missing.isEmpty)
  }

  @Test(arguments: rows)
  func readsAsItShould(row: Row) throws {
    let url = try SharedData.url("faces/\(row.path)")
    switch row.outcome {
    case .failure(let code):
      let error = #expect(throws: MediaError.self) { try PhotoReader.read(url) }
      #expect(error?.code == code, "\(error?.message ?? "")")
      #expect(error?.message.hasPrefix("\(url.lastPathComponent): ") == true)
    case .photo(let format, let width, let height, let pixels, let frames, let differs):
      let photo = try PhotoReader.read(url)
      #expect(photo.format == format)
      #expect(photo.width == width && photo.height == height)
      #expect(photo.frames[0].format == pixels)
      #expect(photo.frames.count == frames)
      if !differs { try expectSamePicture(photo.frames[0], as: url) }
    }
  }

  /// Compares about a thousand pixels with an independent decoder's, alpha laid over black.
  private func expectSamePicture(_ frame: Frame, as url: URL) throws {
    let reference = try DecodedPicture.read(url)
    #expect(reference.width == frame.width && reference.height == frame.height)
    guard reference.width == frame.width, reference.height == frame.height else { return }
    let channels = frame.format.samplesPerPixel(plane: 0)
    let shift = frame.format.bitDepth - 8
    var (sum, count) = (0, 0)
    for y in stride(from: 0, to: frame.height, by: max(frame.height / 31, 1)) {
      for x in stride(from: 0, to: frame.width, by: max(frame.width / 31, 1)) {
        let alpha =
          channels == 4 ? frame.sample(plane: 0, x: 4 * x + 3, y: y) >> shift : 255
        for channel in 0..<3 {
          let sample = frame.sample(plane: 0, x: channels * x + channel, y: y) >> shift
          let expected = reference.sample(plane: 0, x: 3 * x + channel, y: y)
          sum += abs(sample * alpha / 255 - expected)
          count += 1
        }
      }
    }
    // Decoders bring chroma to full size differently, which shows at edges: a picture that is turned,
    // or has other colours, differs by tens in the mean.
    let mean = Double(sum) / Double(max(count, 1))
    #expect(mean <= 2.5, "\(url.lastPathComponent) differs by \(mean) in the mean")
  }
}
