import Foundation
import GuiseCore
import Testing

@testable import GuiseMedia

/// Metadata stays where it is true and goes where it is not.
struct PhotoMetadataTests {
  @Test(arguments: 1...8)
  func orientationIsAppliedAndSaidToBeUpright(orientation: Int) throws {
    let frame = Frame.noise(.rgb8, width: 7, height: 5)
    var stored = Photo(frames: [frame])
    stored.metadata.exif = PhotoBytes.exif(orientation: orientation, width: 7, height: 5)
    let (parts, _) = try PhotoWriter.encode(stored, as: .png, name: "stored.png")
    // The writer says "upright"; say what the test wants.
    var bytes = Array(parts.joined())
    let exif = try #require(ExifBlock(PhotoBytes.exif(orientation: 1, width: 7, height: 5)))
    let upright = exif.madeTrue(width: 7, height: 5)
    let turned = PhotoBytes.exif(orientation: orientation, width: 7, height: 5)
    let chunk = PhotoBytes.pngChunk("eXIf", upright)
    let position = try #require(bytes.firstRange(of: chunk))
    bytes.replaceSubrange(position, with: PhotoBytes.pngChunk("eXIf", turned))

    let photo = try PhotoReader.read(bytes: bytes, name: "turned.png")
    let isTurned = orientation >= 5
    #expect(photo.width == (isTurned ? 5 : 7))
    #expect(photo.height == (isTurned ? 7 : 5))
    for y in 0..<5 {
      for x in 0..<7 {
        let (uprightX, uprightY) =
          switch orientation {
          case 2: (6 - x, y)
          case 3: (6 - x, 4 - y)
          case 4: (x, 4 - y)
          case 5: (y, x)
          case 6: (4 - y, x)
          case 7: (4 - y, 6 - x)
          case 8: (y, 6 - x)
          default: (x, y)
          }
        for channel in 0..<3 {
          #expect(
            photo.frames[0].sample(plane: 0, x: uprightX * 3 + channel, y: uprightY)
              == frame.sample(plane: 0, x: x * 3 + channel, y: y))
        }
      }
    }

    for format in [PhotoFormat.jpeg, .png, .webP] {
      let (parts, _) = try PhotoWriter.encode(photo, as: format, name: "out")
      let bytes = Array(parts.joined())
      #expect(bytes.ranges(of: Array("Guise\0".utf8)).count == 1)
      #expect(bytes.ranges(of: Array(format.exifMark.utf8)).count == 1)
      let back = try PhotoReader.read(bytes: bytes, name: "out")
      #expect(back.width == photo.width && back.height == photo.height)
      let stream = try #require(
        TIFFStream(Array((back.metadata.exif ?? []).trimmingExifPrefix)))
      let main = try #require(stream.directory(at: stream.firstDirectory))
      #expect(main.entry(0x0112).flatMap(stream.integer) == 1)
      let offset = try #require(main.entry(0x8769).flatMap(stream.integer))
      let dimensions = try #require(stream.directory(at: offset))
      #expect(dimensions.entry(0xA002).flatMap(stream.integer) == photo.width)
      #expect(dimensions.entry(0xA003).flatMap(stream.integer) == photo.height)
      #expect(stream.bytes.firstRange(of: Array("Guise\0".utf8)) != nil)
      #expect(stream.bytes.firstRange(of: Array("THUMBNAIL".utf8)) == nil)
    }
  }

  @Test func strippingKeepsTheProfileOnly() throws {
    var photo = Photo(frames: [.gradient(.rgb8, width: 16, height: 16)])
    photo.metadata.exif = PhotoBytes.exif(orientation: 1, width: 16, height: 16)
    photo.metadata.xmp = Array("<x:xmpmeta/>".utf8)
    for format in [PhotoFormat.jpeg, .png, .webP] {
      let (parts, _) = try PhotoWriter.encode(
        photo, as: format, options: .init(stripMetadata: true), name: "out")
      let bytes = Array(parts.joined())
      #expect(bytes.firstRange(of: Array("Guise".utf8)) == nil)
      #expect(bytes.firstRange(of: Array("xmpmeta".utf8)) == nil)
    }
  }

  @Test(arguments: [PhotoFormat.jpeg, .png, .webP, .tiff])
  func captionsAreKept(format: PhotoFormat) throws {
    let xmp = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description tiff:Orientation="6" dc:title="Noß"/>
      </x:xmpmeta>
      """
    var photo = Photo(frames: [.gradient(.rgba8, width: 16, height: 12)])
    photo.metadata.xmp = Array(xmp.utf8)
    let (parts, warnings) = try PhotoWriter.encode(photo, as: format, name: "out")
    #expect(warnings.filter { !$0.contains("transparency") }.isEmpty)
    let back = try PhotoReader.read(bytes: Array(parts.joined()), name: "out")
    let text = String(decoding: back.metadata.xmp ?? [], as: UTF8.self)
    #expect(text.contains("dc:title=\"Noß\""))
    #expect(text.contains("tiff:Orientation=\"1\""))
  }

  @Test(arguments: [PhotoFormat.jpeg, .png, .webP, .tiff])
  func profilesAreKept(format: PhotoFormat) throws {
    let profile = PhotoBytes.iccProfile
    var photo = Photo(frames: [.gradient(.rgba8, width: 16, height: 12)])
    photo.frames[0].iccProfile = profile
    photo.metadata.exif = PhotoBytes.exif(orientation: 1, width: 16, height: 12)
    let (parts, _) = try PhotoWriter.encode(
      photo, as: format, options: .init(stripMetadata: true), name: "out")
    let back = try PhotoReader.read(bytes: Array(parts.joined()), name: "out")
    #expect(back.frames[0].iccProfile == profile)
    #expect(back.frames[0].format.layout == (format == .jpeg ? .rgb : .rgba))
  }

  @Test func xmpIsPatchedInEverySpelling() throws {
    let xmp = """
      <a tiff:Orientation='8' exif:PixelXDimension="10"><tiff:Orientation>3</tiff:Orientation>
      <exif:PixelYDimension>9</exif:PixelYDimension><xmp:Thumbnails><x>abc</x></xmp:Thumbnails>
      <b xmpNote:HasExtendedXMP="0123"/></a>
      """
    let packet = try #require(XMPPacket(Array(xmp.utf8)))
    let text = String(decoding: packet.madeTrue(width: 640, height: 480), as: UTF8.self)
    #expect(
      text == """
        <a tiff:Orientation='1' exif:PixelXDimension="640"><tiff:Orientation>1</tiff:Orientation>
        <exif:PixelYDimension>480</exif:PixelYDimension>
        <b /></a>
        """)
    #expect(XMPPacket([0xFF, 0xFE]) == nil)
  }

  @Test func photoshopThumbnailsGo() throws {
    func block(_ id: Int, _ data: [UInt8]) -> [UInt8] {
      Array("8BIM".utf8) + PhotoBytes.big(id, 2) + [0, 0] + PhotoBytes.big(data.count, 4) + data
        + (data.count & 1 == 1 ? [0] : [])
    }
    let prefix = Array("Photoshop 3.0\0".utf8)
    let caption = block(0x0404, [0x1C, 2, 120, 0, 3, 97, 98, 99, 0])
    let thumbnail = block(0x040C, Array("THUMBNAIL".utf8))
    let resources = try #require(PhotoshopResources(prefix + thumbnail + caption))
    #expect(resources.withoutThumbnails() == prefix + caption)
    #expect(PhotoshopResources(prefix + caption.dropLast(3) + [9]) == nil)
    #expect(PhotoshopResources(Array("nonsense".utf8)) == nil)
    let bare = try #require(PhotoshopResources([0x1C, 2, 120, 0, 3, 97, 98, 99]))
    #expect(bare.withoutThumbnails() == prefix + block(0x0404, [0x1C, 2, 120, 0, 3, 97, 98, 99]))
  }

  @Test func brokenExifIsDroppedAndSaid() throws {
    var photo = Photo(frames: [.gradient(.rgb8, width: 8, height: 8)])
    photo.metadata.exif = [1, 2, 3, 4]
    let (_, warnings) = try PhotoWriter.encode(photo, as: .jpeg, name: "out")
    #expect(warnings == ["EXIF metadata left out: damaged"])
  }

  @Test func exifIsPatchedHoweverBroken() {
    let exif = PhotoBytes.exif(orientation: 6, width: 100, height: 50)
    for position in exif.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var mutated = exif
        mutated[position] = value
        let patched = ExifBlock(mutated)?.madeTrue(width: 50, height: 100)
        #expect(patched.map { $0.count <= mutated.count } ?? true)
      }
      _ = ExifBlock(Array(exif[..<position]))?.madeTrue(width: 50, height: 100)
    }
  }

  @Test func tooLongBlocksAreDroppedFromJPEGs() throws {
    var photo = Photo(frames: [.gradient(.rgb8, width: 8, height: 8)])
    photo.metadata.xmp = [UInt8](repeating: 0x20, count: 70_000)
    let (parts, warnings) = try PhotoWriter.encode(photo, as: .jpeg, name: "out")
    #expect(warnings == ["XMP metadata left out: too long for a JPEG segment"])
    #expect(try PhotoReader.read(bytes: Array(parts.joined()), name: "out").width == 8)
  }
}

extension [UInt8] {
  /// Without the prefix that JPEG puts before EXIF.
  fileprivate var trimmingExifPrefix: ArraySlice<UInt8> {
    starts(with: Array("Exif\0\0".utf8)) ? dropFirst(6) : self[...]
  }
}

extension PhotoFormat {
  /// What stands before each EXIF block of a file.
  fileprivate var exifMark: String {
    switch self {
    case .png: "eXIf"
    case .webP: "EXIF"
    default: "Exif\0\0"
    }
  }
}
