import Foundation
import GuiseCore
import TestSupport
import Testing

@testable import GuiseMedia

/// Files that are not what they should be: one clear message each, bounded memory and time.
struct PhotoBadInputTests {
  private func code(_ body: () throws -> Void) -> MediaError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? MediaError)?.code
    }
  }

  @Test func filesThatCannotBeOpened() throws {
    let folder = try TemporaryFolder()
    #expect(code { _ = try PhotoReader.read(folder.file("none.jpg")) } == .notFound)
    #expect(code { _ = try PhotoReader.read(folder.url) } == .notAFile)
    #expect(code { _ = try MediaKind.probe(folder.url) } == .notAFile)
    #expect(code { _ = try PhotoReader.read(URL(fileURLWithPath: "/dev/zero")) } == .notAFile)
    try Data().write(to: folder.file("empty.jpg"))
    #expect(code { _ = try PhotoReader.read(folder.file("empty.jpg")) } == .empty)
    #expect(code { _ = try MediaKind.probe(folder.file("empty.jpg")) } == .empty)
    try Data("just some text, honestly".utf8).write(to: folder.file("text.jpg"))
    #expect(code { _ = try PhotoReader.read(folder.file("text.jpg")) } == .unknownFormat)
    #expect(code { _ = try MediaKind.probe(folder.file("text.jpg")) } == .unknownFormat)
    #expect(
      code {
        _ = try PhotoWriter.write(
          Photo(frames: [.gradient(.rgb8, width: 2, height: 2)]), to: folder.file("no/a.png"))
      }
        == .notFound)
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func filesWithoutPermission() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("secret.jpg")
    try Data([1]).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: url.path)
    #expect(code { _ = try PhotoReader.read(url) } == .permissionDenied)
  }

  @Test(arguments: [(30_000, 30_000), (40_000, 40_000), (1_000_000, 300), (2_000_000_000, 1)])
  func hugeClaimsAreRefusedByTheHeader(width: Int, height: Int) {
    let start = ContinuousClock.now
    let error = #expect(throws: MediaError.self) {
      try PhotoReader.read(
        bytes: PhotoBytes.pngHeader(width: width, height: height), name: "bomb.png")
    }
    #expect(error?.code == .tooLarge || error?.code == .damaged)
    #expect(error?.message.hasPrefix("bomb.png: ") == true)
    #expect(ContinuousClock.now - start < .seconds(2))
  }

  @Test func limitsAreKept() throws {
    let photo = Photo(frames: [.noise(.rgb8, width: 30, height: 20)])
    let (parts, _) = try PhotoWriter.encode(photo, as: .png, name: "a.png")
    let bytes = Array(parts.joined())
    func read(_ limits: PhotoLimits) -> MediaError.Code? {
      code { _ = try PhotoReader.read(bytes: bytes, name: "a.png", limits: limits) }
    }
    #expect(read(PhotoLimits(pixelCount: 600)) == nil)
    #expect(read(PhotoLimits(pixelCount: 599)) == .tooLarge)
    #expect(read(PhotoLimits(decodedByteCount: 1799)) == .tooLarge)
    let animation = Photo(frames: [photo.frames[0], photo.frames[0]])
    let (gif, _) = try PhotoWriter.encode(animation, as: .gif, name: "a.gif")
    #expect(
      code {
        _ = try PhotoReader.read(
          bytes: Array(gif.joined()), name: "a.gif", limits: PhotoLimits(frameCount: 1))
      } == .tooLarge)
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: folder.file("a.png"))
    #expect(
      code {
        _ = try PhotoReader.read(folder.file("a.png"), limits: PhotoLimits(fileByteCount: 100))
      } == .tooLarge)
  }

  @Test func contentDecidesNotTheName() throws {
    let folder = try TemporaryFolder()
    let photo = Photo(frames: [.gradient(.rgb8, width: 9, height: 7)])
    for (format, name) in [(PhotoFormat.png, "a.jpg"), (.jpeg, "b.mp4"), (.webP, "c")] {
      let (parts, _) = try PhotoWriter.encode(photo, as: format, name: name)
      try Data(parts.joined()).write(to: folder.file(name))
      #expect(try PhotoReader.read(folder.file(name)).format == format)
      #expect(try MediaKind.probe(folder.file(name)) == .photo)
    }
  }

  @Test(arguments: [
    ("RIFF\0\0\0\0AVI LIST", ContentSignature.video),
    ("\0\0\0\u{18}ftypisom\0\0\0\0isomavc1", .video),
    ("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", .photo(.heic)),
    ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1avif", .photo(.avif)),
    ("\0\0\0\u{18}ftypqt  \0\0\0\0qt  \0\0\0\0", .video),
    ("8BPS\0\u{1}", .otherPicture("a Photoshop document")),
    ("<svg xmlns", .otherPicture("an SVG drawing")), ("P6\n", .otherPicture("a PNM picture")),
    ("OggS", .video), ("GIF89a", .photo(.gif)), ("II*\0", .photo(.tiff)),
  ])
  func signatures(text: String, signature: ContentSignature) {
    #expect(ContentSignature(Array(text.utf8)) == signature)
  }

  @Test func shortAndOddHeadsHaveNoSignature() {
    #expect(ContentSignature([]) == nil)
    for count in 1..<4 { #expect(ContentSignature([UInt8](repeating: 0xFF, count: count)) == nil) }
    #expect(ContentSignature(Array("\0\0\0\u{4}ftyp".utf8)) == .video)
  }

  /// Truncated and changed bytes of every format: an answer or an error, nothing else. The fuzz
  /// target does the same with many more.
  @Test(arguments: [PhotoFormat.jpeg, .png, .webP, .gif, .tiff, .avif])
  func mutationsNeverCrash(format: PhotoFormat) throws {
    var photo = Photo(frames: [.noise(.rgb8, width: 24, height: 16)])
    photo.metadata.exif = PhotoBytes.exif(orientation: 6, width: 24, height: 16)
    let (parts, _) = try PhotoWriter.encode(photo, as: format, name: "seed")
    let seed = Array(parts.joined())
    let limits = PhotoLimits(pixelCount: 1 << 20, frameCount: 16, decodedByteCount: 1 << 24)
    var random = FixedRandom(seed: 7)
    for round in 0..<120 {
      var bytes = seed
      if round % 3 == 0 {
        bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
      } else {
        for _ in 0...round % 4 {
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
      }
      do {
        let photo = try PhotoReader.read(bytes: bytes, name: "mutant", limits: limits)
        #expect(photo.width * photo.height <= limits.pixelCount)
        _ = try PhotoWriter.encode(photo, as: .jpeg, name: "mutant")
      } catch {
        #expect(error.message.hasPrefix("mutant: "), "\(error.message)")
      }
    }
  }

  @Test(.enabled(if: getuid() == 0, "mounting a small disk takes root"))
  func fullDiskLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let disk = folder.file("disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    guard
      (try? ToolProcess.output("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.path]))
        != nil
    else { return }
    defer { _ = try? ToolProcess.output("umount", [disk.path]) }
    let photo = Photo(frames: [.noise(.rgb8, width: 300, height: 300)])
    let output = disk.appendingPathComponent("out.png")
    let error = code {
      let file = try AtomicFile(for: output, policy: .overwrite)
      try PhotoWriter.write(photo, to: file.temporaryURL)
      try file.commit()
    }
    #expect(error == .diskFull)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
  }
}
