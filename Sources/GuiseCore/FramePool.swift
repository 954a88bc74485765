import Synchronization

/// Hands out frames and takes their memory back by itself when nobody holds it any more, so that a
/// steady stream of equal frames allocates nothing.
///
/// Safe to use from several threads.
///
///     let pool = FramePool()
///     let frame = pool.frame(format: .i420, width: 1280, height: 720)
public final class FramePool: Sendable {
  private let storages = Mutex<[PixelStorage]>([])
  private let limit: Int

  /// - Parameter limit: storages kept at most; more frames in flight than that are allocated and
  ///   freed as usual.
  public init(limit: Int = 16) {
    self.limit = limit
  }

  /// A frame with undefined pixels.
  public func frame(format: PixelFormat, width: Int, height: Int) -> Frame {
    let byteCount = Frame.byteCount(format: format, width: width, height: height)
    return Frame(
      format: format, width: width, height: height, storage: storage(byteCount: byteCount))
  }

  private func storage(byteCount: Int) -> PixelStorage {
    storages.withLock { storages in
      for index in storages.indices where storages[index].byteCount == byteCount {
        if isKnownUniquelyReferenced(&storages[index]) {
          // Pairs with the release of the last other reference, made on another thread.
          atomicMemoryFence(ordering: .acquiring)
          return storages[index]
        }
      }
      let storage = PixelStorage(byteCount: byteCount)
      if storages.count >= limit {
        // Sizes changed: forget one that nobody uses.
        if let idle = storages.indices.first(where: { isKnownUniquelyReferenced(&storages[$0]) }) {
          storages[idle] = storage
        }
      } else {
        storages.append(storage)
      }
      return storage
    }
  }
}
