import GuiseCore

/// Blends overlays into frames, in the frames' own pixel format and colour space.
///
/// Samples outside of the overlay, and those that only transparent pixels of it cover, keep their
/// values bit for bit. Chroma is blended with the mean of premultiplied colours at its own siting.
/// Blending is done on encoded values, as the overlay itself was.
///
/// Graphics are sRGB. Pictures with BT.709 primaries and a camera or display curve of standard video
/// take the values as they are, and so do those that name no primaries; other primaries (Display P3, BT.2020) get the same colours; in PQ and
/// HLG white is at 203 cd/m² (ITU-R BT.2408). Where a frame has an ICC profile, the closure given at
/// the start converts.
///
/// Uses scratch memory: one thread at a time.
///
///     let compositor = Compositor()
///     compositor.blend(overlay, into: &frame)
public final class Compositor {
  private let profileTransform: (@Sendable (Image) -> Image)?
  private var tables: ColorTables?
  private var knownColor: ColorTables.Key?
  let scratch = BlendScratch()

  /// - Parameter profileTransform: brings a premultiplied sRGB picture to the colour space of the ICC
  ///   profile of the frames that will come; nil takes such frames as sRGB.
  public init(profileTransform: (@Sendable (Image) -> Image)? = nil) {
    self.profileTransform = profileTransform
  }

  /// Lays `overlay` over `frame`. Parts of the overlay outside of the frame are left out.
  public func blend(_ overlay: Overlay, into frame: inout Frame) {
    let picture = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    let clip = overlay.rect.intersection(picture)
    guard !overlay.isEmpty, !clip.isEmpty else { return }
    if frame.iccProfile != nil, !frame.format.isYUV {
      let converted = profileTransform.map {
        Overlay(x: overlay.rect.x, y: overlay.rect.y, image: $0(overlay.image))
      }
      scratch.blend(converted ?? overlay, into: &frame, clip: clip, color: .sRGB, tables: nil)
      return
    }
    var color = frame.color.resolved(height: frame.height, isYUV: frame.format.isYUV)
    // What does not name its primaries is shown without conversion nearly everywhere, old video too.
    if frame.color.primaries == .unspecified { color.primaries = .bt709 }
    scratch.blend(
      overlay, into: &frame, clip: clip, color: color, tables: colorTables(for: color))
  }

  private func colorTables(for color: ColorDescription) -> ColorTables? {
    let key = ColorTables.Key(primaries: color.primaries, transfer: color.transfer)
    if key != knownColor {
      knownColor = key
      tables = ColorTables(color)
    }
    return tables
  }
}
