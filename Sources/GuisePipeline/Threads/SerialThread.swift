import Foundation

/// A thread that does one piece of work after another and keeps what belongs to it alone, such as
/// GPU objects: the state is made, used and released there.
///
///     let drawing = SerialThread("draw") { try Painter() }
///     try drawing.perform { painter in try painter.paint(&frame, anchors) }
///     drawing.close()
final class SerialThread<State>: Sendable {
  private typealias Work = (Result<State, any Error>) -> Void

  private let inbox = Inbox()
  private let thread: WorkerThread

  /// - Parameter make: runs on the thread, at once.
  init(_ name: String, _ make: @escaping @Sendable () throws -> State) {
    thread = WorkerThread(name) { [inbox] in
      let state = Result { try make() }
      while let work = inbox.next() { work(state) }
    }
  }

  /// Runs `body` on the thread and waits for its result.
  ///
  /// - Throws: what making the state threw, else what `body` throws.
  func perform<Value: Sendable>(_ body: @escaping @Sendable (State) throws -> Value) throws -> Value
  {
    let reply = Reply<Value>()
    inbox.add { state in reply.fill(Result { try body(try state.get()) }) }
    return try reply.wait().get()
  }

  /// Ends the thread after the work that is queued, and waits until it is gone.
  func close() {
    inbox.close()
    thread.join()
  }

  private final class Inbox: @unchecked Sendable {
    // Unchecked: `work` and `isClosed` are touched only while `condition` is locked.
    private let condition = NSCondition()
    private var work: [Work] = []
    private var isClosed = false

    func add(_ item: @escaping Work) {
      condition.lock()
      defer { condition.unlock() }
      precondition(!isClosed, "the thread was closed")
      work.append(item)
      condition.signal()
    }

    /// Nil once the inbox is closed and empty.
    func next() -> Work? {
      condition.lock()
      defer { condition.unlock() }
      while work.isEmpty, !isClosed { condition.wait() }
      return work.isEmpty ? nil : work.removeFirst()
    }

    func close() {
      condition.lock()
      defer { condition.unlock() }
      isClosed = true
      condition.signal()
    }
  }

  private final class Reply<Value>: @unchecked Sendable {
    // Unchecked: the semaphore orders the only write before the only read.
    private let done = DispatchSemaphore(value: 0)
    private var result: Result<Value, any Error> = .failure(PipelineError.cancelled)

    func fill(_ result: Result<Value, any Error>) {
      self.result = result
      done.signal()
    }

    func wait() -> Result<Value, any Error> {
      done.wait()
      return result
    }
  }
}
