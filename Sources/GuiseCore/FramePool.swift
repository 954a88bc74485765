import Synchronization

/// Hands out frames and takes their memory back, so that a steady stream of equal frames allocates
/// nothing.
///
/// A frame that is out belongs to its holder alone: the pool keeps no reference, so writing to it
/// copies nothing. Whoever is done with it last gives it back; one that is never given back is freed
/// as usual. Safe to use from several threads.
///
///     let pool = FramePool()
///     let frame = pool.frame(format: .i420, width: 1280, height: 720)
///     …
///     pool.recycle(frame)
public final class FramePool: Sendable {
  private let idle = Mutex<[PixelStorage]>([])
  private let limit: Int

  /// - Parameter limit: storages kept for reuse at most.
  public init(limit: Int = 16) {
    self.limit = limit
  }

  /// A frame with undefined pixels.
  public func frame(format: PixelFormat, width: Int, height: Int) -> Frame {
    let byteCount = Frame.byteCount(format: format, width: width, height: height)
    let storage = idle.withLock { idle in
      idle.lastIndex { $0.byteCount == byteCount }.map { idle.remove(at: $0) }
    }
    return Frame(format: format, width: width, height: height, storage: storage)
  }

  /// Takes a frame's memory back; leaves it alone where somebody else still holds the frame.
  public func recycle(_ frame: consuming Frame) {
    guard let storage = frame.takeUniqueStorage() else { return }
    idle.withLock { idle in
      // Sizes changed: the oldest goes.
      if idle.count >= limit { idle.removeFirst() }
      idle.append(storage)
    }
  }
}
