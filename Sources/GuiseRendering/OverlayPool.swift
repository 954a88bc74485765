import GuiseCore
import Synchronization

/// Memory for overlays, taken back when nobody holds an overlay any more. Used by one thread; the
/// overlays may be released on others.
struct OverlayPool {
  private var storages: [PixelStorage] = []
  private static let limit = 4

  /// A storage of at least `byteCount` bytes, not cleared.
  mutating func storage(byteCount: Int) -> PixelStorage {
    for index in storages.indices where isKnownUniquelyReferenced(&storages[index]) {
      let size = storages[index].byteCount
      if size >= byteCount, size <= byteCount * 4 + Self.granularity {
        // Pairs with the release of the last other reference, made on another thread.
        atomicMemoryFence(ordering: .acquiring)
        return storages[index]
      }
    }
    // A little more than needed, so that a face that comes nearer does not allocate on each frame.
    let size = (byteCount + byteCount / 4 + Self.granularity) & ~(Self.granularity - 1)
    let storage = PixelStorage(byteCount: size)
    if storages.count < Self.limit {
      storages.append(storage)
    } else if let idle = storages.indices.first(where: {
      isKnownUniquelyReferenced(&storages[$0])
    }) {
      storages[idle] = storage
    }
    return storage
  }

  private static let granularity = 64 << 10
}
