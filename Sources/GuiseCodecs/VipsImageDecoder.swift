import Foundation
import GuiseCore

/// Decodes textures and stickers with libvips: PNG, JPEG, WebP, GIF and SVG; also TIFF, HEIC, AVIF.
///
/// Orientation is applied; embedded profiles, CMYK, grey and 16 bits are brought to 8-bit sRGB.
///
///     let image = try VipsImageDecoder().decodeImage(data, name: "cat.png", pixelLimit: 1 << 24)
public struct VipsImageDecoder: ImageDecoding {
  /// SVG drawings without a size of their own, or small ones, are drawn with this longer side, so
  /// that they are sharp as textures.
  private static let svgSide = 1024

  public init() {}

  /// - Throws: ``CodecError``: `.damaged`, `.unsupported`, `.tooLarge`, `.unavailable`.
  public func decodeImage(
    _ data: Data, name: String, pixelLimit: Int
  ) throws -> Image {
    guard !data.isEmpty else { throw CodecError(.damaged, "\(name): the picture has no bytes") }
    let bytes = PixelStorage(copying: data)
    let picture =
      Self.isSVG(data)
      ? try VipsPicture(svg: bytes, count: data.count, side: Self.svgSide, name: name)
      : try VipsPicture(
        bytes: bytes, count: data.count, options: "access=sequential,fail_on=truncated",
        name: name)
    guard picture.width <= pixelLimit / picture.height else {
      throw CodecError(
        .tooLarge,
        "\(name): \(picture.width) × \(picture.height) pixels are more than the limit of "
          + "\(pixelLimit)")
    }
    let normalized = try picture.normalized(name: name)
    let upright = try normalized.picture.reducedTo8Bits()
    let orientation = picture.integer("orientation") ?? 1
    let isTurned = (5...8).contains(orientation)
    var frame = Frame(
      format: upright.pixelFormat, width: isTurned ? picture.height : picture.width,
      height: isTurned ? picture.width : picture.height)
    try upright.decode(into: [frame], orientation: orientation, name: name)
    // A profile that cannot be used is as good as none.
    if let profile = normalized.iccProfile,
      let conversion = try? ColorConversion(.toSRGB, profile: profile, format: frame.format)
    {
      conversion.convert(&frame)
    }
    return Image(frame)
  }

  private static func isSVG(_ data: Data) -> Bool {
    let head = data.prefix(1024)
    guard let first = head.first(where: { $0 > 0x20 && !(0x80...0xFF).contains($0) }),
      first == UInt8(ascii: "<")
    else { return false }
    return head.range(of: Data("<svg".utf8)) != nil
  }
}
