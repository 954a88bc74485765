import Foundation

/// The counts of `Benchmarks/allocation_counter.c`, where it is preloaded.
@safe struct AllocationCounter {
  private typealias Read = @convention(c) (UnsafeMutablePointer<UInt64>) -> Void

  private let read: Read

  /// Nil where the counter is not preloaded.
  init?() {
    guard let symbol = unsafe dlsym(nil, "guise_allocation_counts") else { return nil }
    unsafe read = unsafeBitCast(symbol, to: Read.self)
  }

  /// Allocations so far: by this program and Swift's libraries, and by anyone.
  var counts: (own: UInt64, all: UInt64) {
    var counts: [UInt64] = [0, 0]
    unsafe counts.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { unsafe read(base) }
    }
    return (counts[0], counts[1])
  }
}
