/// The memory behind a ``Frame``: one block, aligned to 64 bytes, that frames share and pools reuse.
///
/// A storage is written only while one owner holds it (a frame copies it before writing when it is
/// shared); that is what makes it safe to send between threads.
@safe public final class PixelStorage: @unchecked Sendable {
  // Unchecked: `Frame` writes only to a uniquely referenced storage, so no two threads share one
  // that is being written.

  /// Usable bytes.
  public let byteCount: Int

  /// The block itself, valid while the storage lives. Only kernels and bindings touch it.
  @unsafe public let base: UnsafeMutableRawPointer

  /// Allocates `byteCount` bytes, not cleared, and 64 bytes more that kernels may read past the end.
  public init(byteCount: Int) {
    precondition(byteCount >= 0)
    self.byteCount = byteCount
    unsafe base = UnsafeMutableRawPointer.allocate(byteCount: byteCount + 64, alignment: 64)
  }

  deinit {
    unsafe base.deallocate()
  }
}
