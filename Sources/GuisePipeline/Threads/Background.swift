import Foundation

/// A value that is being made on a thread of its own, so that several slow things start at once.
///
///     let bundle = Background("models") { try LandmarkModelBundle.installed() }
///     …
///     try bundle.value()
final class Background<Value>: Sendable {
  private let slot = Slot()
  private let thread: WorkerThread

  /// - Parameter make: runs at once.
  init(_ name: String, _ make: @escaping @Sendable () throws -> Value) {
    thread = WorkerThread(name) { [slot] in slot.fill(Result { try make() }) }
  }

  deinit {
    // A process must not end while a library is being loaded.
    thread.join()
  }

  /// Waits for the value.
  ///
  /// - Throws: what making it threw, on every call.
  func value() throws -> Value { try slot.wait().get() }

  private final class Slot: @unchecked Sendable {
    // Unchecked: `result` is touched only while `condition` is locked. A value that is not Sendable
    // is used by one thread at a time: the one that made it is done with it when it is filled in.
    private let condition = NSCondition()
    private var result: Result<Value, any Error>?

    func fill(_ result: Result<Value, any Error>) {
      condition.lock()
      defer { condition.unlock() }
      self.result = result
      condition.broadcast()
    }

    func wait() -> Result<Value, any Error> {
      condition.lock()
      defer { condition.unlock() }
      while true {
        if let result { return result }
        condition.wait()
      }
    }
  }
}
