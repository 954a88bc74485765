import Synchronization

/// Many pieces of work for a few threads, each of which keeps what it works with.
public enum Batch {
  /// Runs `body` for every item and waits for the last.
  ///
  /// Threads take the items in their order. Each makes a worker of its own, which never leaves it.
  ///
  ///     Batch.run(photos, threadCount: 4, worker: { PhotoExport(…) }, body: { … })
  ///
  /// - Parameters:
  ///   - threadCount: at least 1; no more are started than there are items.
  ///   - cancellation: once it is raised, no further item is begun.
  public static func run<Item: Sendable, Worker>(
    _ items: [Item], threadCount: Int, cancellation: Cancellation,
    worker: @escaping @Sendable () -> Worker,
    body: @escaping @Sendable (Worker, Item) -> Void
  ) {
    precondition(threadCount > 0)
    let position = Position()
    let threads = (0..<min(threadCount, items.count)).map { _ in
      WorkerThread("batch") {
        let worker = worker()
        while !cancellation.isCancelled {
          let index = position.next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard index < items.count else { break }
          body(worker, items[index])
        }
      }
    }
    for thread in threads { thread.join() }
  }

  /// The next item that no thread took.
  private final class Position: Sendable {
    let next = Atomic(0)
  }
}
