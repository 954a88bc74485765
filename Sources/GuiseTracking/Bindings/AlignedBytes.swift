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

  /// Calls `body` with the block as floats.
  func withFloats<R>(_ body: (inout MutableSpan<Float>) -> R) -> R {
    let values = unsafe floats
    var span = unsafe values.mutableSpan
    return body(&span)
  }

  /// Copies floats to a place in `target`.
  func copyFloats(_ range: Range<Int>, to target: inout MutableSpan<Float>, at position: Int) {
    precondition(range.lowerBound >= 0 && range.upperBound * MemoryLayout<Float>.stride <= count)
    precondition(position >= 0 && position + range.count <= target.count)
    guard !range.isEmpty else { return }
    let source = unsafe UnsafeBufferPointer(rebasing: floats[range])
    unsafe target.withUnsafeMutableBufferPointer { target in
      let place = unsafe UnsafeMutableBufferPointer(
        rebasing: target[position..<position + range.count])
      _ = unsafe place.update(from: source)
    }
  }

  private var floats: UnsafeMutableBufferPointer<Float> {
    let count = count / MemoryLayout<Float>.stride
    return unsafe UnsafeMutableBufferPointer(
      start: base.bindMemory(to: Float.self, capacity: count), count: count)
  }

  deinit {
    unsafe base.deallocate()
  }
}
