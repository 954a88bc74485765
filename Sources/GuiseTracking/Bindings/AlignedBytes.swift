/// A block of memory at an address that is a multiple of 64: LiteRT wants its tensors, and the
/// flatbuffers of its models, aligned.
@safe final class AlignedBytes: @unchecked Sendable {
  // Unchecked: written only by the one owner of a tensor, or in init.

  let count: Int
  @unsafe let base: UnsafeMutableRawPointer

  /// Zeros.
  init(count: Int) {
    self.count = count
    unsafe base = .allocate(byteCount: max(count, 1), alignment: 64)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
  }

  /// A copy.
  convenience init(_ bytes: ArraySlice<UInt8>) {
    self.init(count: bytes.count)
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe base.copyMemory(from: start, byteCount: source.count)
    }
  }

  deinit {
    unsafe base.deallocate()
  }
}
