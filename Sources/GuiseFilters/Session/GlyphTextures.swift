import GuiseCore
import GuiseScene

/// Emoji as textures, each in the sizes at which it is drawn, within a bound of memory.
final class GlyphTextures {
  /// Base-2 logarithm of the sizes in pixels: 64…2048.
  static let levels = 6...11

  private struct Entry {
    let emoji: String
    let level: Int
    let texture: Texture
    /// Rows below a hat's brim as a fraction of its square.
    let bottomMargin: Float
    var lastUsed: Int
    var byteCount: Int { 4 << (2 * level) }
  }

  private let glyphs: any GlyphRasterizing
  private let byteLimit: Int
  private var entries: [Entry] = []
  private var byteCount = 0
  private var frame = 0

  init(_ glyphs: any GlyphRasterizing, byteLimit: Int = 96 << 20) {
    self.glyphs = glyphs
    self.byteLimit = byteLimit
  }

  /// The size for an emoji that is drawn over `pixels`: the next power of two, but kept while it is
  /// neither too small nor more than twice what is needed, so that it does not change to and fro.
  ///
  /// - Parameter current: the level of the last frame; 0 where there was none.
  static func level(for pixels: Float, current: Int) -> Int {
    guard pixels.isFinite, pixels > 0 else { return levels.lowerBound }
    var needed = levels.lowerBound
    while needed < levels.upperBound, Float(1 << needed) < pixels { needed += 1 }
    let isMuchTooLarge = pixels < 0.4 * Float(1 << current)
    return needed > current || isMuchTooLarge ? needed : current
  }

  /// Begins a frame: what it uses is kept to its end.
  func beginFrame() { frame += 1 }

  /// The emoji in a square of 2 to the power of `level` pixels.
  func texture(_ emoji: String, level: Int) throws -> Texture {
    if let index = entries.firstIndex(where: { $0.level == level && $0.emoji == emoji }) {
      entries[index].lastUsed = frame
      return entries[index].texture
    }
    let image = try glyphs.rasterizeEmoji(emoji, pixelSize: 1 << level)
    let entry = Entry(
      emoji: emoji, level: level, texture: Texture(image), bottomMargin: Self.bottomMargin(image),
      lastUsed: frame)
    makeRoom(for: entry.byteCount)
    entries.append(entry)
    byteCount += entry.byteCount
    return entry.texture
  }

  /// Rows below an emoji's brim as a fraction of its square; that of the size that was drawn first, so
  /// that a hat does not jump when it is drawn sharper. 0 before the emoji was drawn.
  func bottomMargin(_ emoji: String) -> Float {
    entries.first { $0.emoji == emoji }?.bottomMargin ?? 0
  }

  /// A hat's brim is the lowest row that is at least half as wide as the widest; what hangs lower, as
  /// the strap of a helmet does, hangs over the face.
  private static func bottomMargin(_ image: Image) -> Float {
    let rowBytes = image.width * 4
    func ink(_ row: Int) -> Int {
      stride(from: row * rowBytes + 3, to: (row + 1) * rowBytes, by: 4)
        .reduce(0) { $0 + (image.pixels[$1] < 32 ? 0 : 1) }
    }
    let rows = (0..<image.height).map(ink)
    let widest = rows.max() ?? 0
    guard widest > 0, let brim = rows.lastIndex(where: { 2 * $0 >= widest }) else { return 0 }
    return Float(image.height - 1 - brim) / Float(image.height)
  }

  private func makeRoom(for size: Int) {
    while byteCount + size > byteLimit {
      let idle = entries.indices.filter { entries[$0].lastUsed < frame }
      guard let oldest = idle.min(by: { entries[$0].lastUsed < entries[$1].lastUsed }) else {
        return
      }
      byteCount -= entries[oldest].byteCount
      entries.remove(at: oldest)
    }
  }

  /// How many textures are kept.
  var count: Int { entries.count }
}
