import GuiseCore

/// Bounds on what a filter package may hold.
public struct FilterLimits: Hashable, Sendable {
  /// Bytes of `filter.json`.
  public var manifestByteCount = 1 << 20
  /// Files of the package.
  public var fileCount = 10_000
  /// Bytes of all files of the package, unpacked.
  public var byteCount = 256 << 20
  public var layerCount = 64
  /// Options of one layer.
  public var optionCount = 64
  /// Pixels of one texture: 4096 × 4096.
  public var texturePixelCount = 4096 * 4096
  /// Pixels of all textures together.
  public var totalTexturePixelCount = 4 * 4096 * 4096

  public init() {}

  public static let `default` = FilterLimits()

  var archive: ArchiveLimits { ArchiveLimits(fileCount: fileCount, byteCount: byteCount) }

  var json: JSONLimits {
    JSONLimits(
      byteCount: manifestByteCount, depth: 64, valueCount: 100_000, stringByteCount: 64 << 10)
  }
}
