import Foundation

/// A thread that does one piece of work after another and keeps what belongs to it alone, such as
/// GPU objects: the state is made, used and released there.
///
///     let drawing = SerialThread("draw") { try Painter() }
///     try drawing.perform { painter in try painter.paint(&frame, anchors) }
final class SerialThread<State>: @unchecked Sendable {
  // Unchecked: `work` and `isClosed` are touched only while `condition` is locked; the state lives
  // in the thread's own stack.

  private typealias Work = (Result<State, any Error>) -> Void

  private let condition = NSCondition()
  private var work: [Work] = []
  private var isClosed = false

  /// - Parameter make: runs on the thread, at once.
  init(_ name: String, _ make: @escaping @Sendable () throws -> State) {
    startThread(name) { [self] in
      let state = Result { try make() }
      while let next = next() { next(state) }
    }
  }

  private func next() -> Work? {
    condition.lock()
    defer { condition.unlock() }
    while work.isEmpty, !isClosed { condition.wait() }
    return work.isEmpty ? nil : work.removeFirst()
  }

  /// Runs `body` on the thread and waits for its result.
  ///
  /// - Throws: what making the state threw, else what `body` throws.
  func perform<Value: Sendable>(_ body: @escaping @Sendable (State) throws -> Value) throws -> Value
  {
    let done = DispatchSemaphore(value: 0)
    let box = Box<Value>()
    condition.lock()
    work.append { state in
      box.result = Result { try body(try state.get()) }
      done.signal()
    }
    condition.broadcast()
    condition.unlock()
    done.wait()
    guard let result = box.result else { throw PipelineError.cancelled }
    return try result.get()
  }

  /// Ends the thread after the work that is queued.
  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }

  /// Carries a result back; the semaphore orders its write before its read.
  private final class Box<Value>: @unchecked Sendable {
    var result: Result<Value, any Error>?
  }
}
