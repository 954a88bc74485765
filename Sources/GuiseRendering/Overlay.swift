import GuiseCore

/// What a renderer drew: the pixels of the smallest rectangle that was touched.
///
/// Pixels are premultiplied 8-bit sRGB with alpha, R, G, B, A in memory, rows from the top; colours
/// are blended in sRGB's own encoding, as browsers and painting programs do. An overlay is a value
/// that keeps its pixels as long as it lives; a renderer reuses the memory of those that are gone.
///
///     let overlay = try renderer.draw(list)
///     compositor.blend(overlay, into: &frame)
public struct Overlay: Sendable {
  /// Where the pixels lie in the picture; empty where nothing was drawn.
  public let rect: PixelRect
  /// Bytes from a row to the next; a multiple of 64.
  public let rowBytes: Int
  /// Holds `rowBytes × rect.height` bytes, or more.
  let storage: PixelStorage?

  /// Touches nothing.
  public static let empty = Overlay(rect: .zero, rowBytes: 0, storage: nil)

  init(rect: PixelRect, rowBytes: Int, storage: PixelStorage?) {
    self.rect = rect
    self.rowBytes = rowBytes
    self.storage = storage
  }

  static func rowBytes(width: Int) -> Int { (width * 4 + 63) & ~63 }

  public var isEmpty: Bool { rect.isEmpty || storage == nil }
}
