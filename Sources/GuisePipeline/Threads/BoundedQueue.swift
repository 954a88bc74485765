import Foundation

/// Hands values from one stage's thread to the next's, in order, and makes the faster one wait.
///
/// Nothing is dropped: ``push(_:_:)`` waits while `capacity` values are queued, ``pop(_:)`` while
/// none is. After ``finish()`` the consumer still gets what is queued, then nil. After ``cancel()``
/// both ends throw, at once, also out of a wait. Values that are pushed and popped allocate nothing, and
/// the queue keeps no reference to what it handed over.
///
///     let frames = BoundedQueue<Frame>(capacity: 3)
///     try frames.push(frame, &clock)                            // the producer's thread
///     while let frame = try frames.pop(&clock) { … }            // the consumer's thread
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
  // Unchecked: `ring`, `head`, `count` and `state` are touched only while `condition` is locked.

  private enum State { case open, finished, cancelled }

  private let condition = NSCondition()
  private var ring: [Element?]
  private var head = 0
  private var count = 0
  private var state = State.open

  /// - Parameter capacity: values that may wait; at least 1.
  init(capacity: Int) {
    precondition(capacity > 0)
    ring = Array(repeating: nil, count: capacity)
  }

  /// Appends a value; waits while the queue is full.
  ///
  /// - Parameter clock: gets the time spent waiting.
  /// - Throws: ``PipelineError/Code/cancelled`` once the queue was cancelled.
  func push(_ element: consuming Element, _ clock: inout StageClock) throws(PipelineError) {
    condition.lock()
    defer { condition.unlock() }
    precondition(state != .finished, "pushed to a queue that its producer finished")
    if count == ring.count, state == .open {
      let start = ContinuousClock.now
      while count == ring.count, state == .open { condition.wait() }
      clock.waitingForOutput += ContinuousClock.now - start
    }
    guard state == .open else { throw .cancelled }
    ring[(head + count) % ring.count] = element
    count += 1
    condition.broadcast()
  }

  /// Takes the oldest value; waits while there is none. Nil after the last.
  ///
  /// - Parameter clock: gets the time spent waiting.
  /// - Throws: ``PipelineError/Code/cancelled`` once the queue was cancelled.
  func pop(_ clock: inout StageClock) throws(PipelineError) -> Element? {
    condition.lock()
    defer { condition.unlock() }
    if count == 0, state == .open {
      let start = ContinuousClock.now
      while count == 0, state == .open { condition.wait() }
      clock.waitingForInput += ContinuousClock.now - start
    }
    guard state != .cancelled else { throw .cancelled }
    guard count > 0 else { return nil }
    let element = ring[head].take()
    head = (head + 1) % ring.count
    count -= 1
    condition.broadcast()
    return element
  }

  /// Says that no more values come. Called by the producer.
  func finish() {
    condition.lock()
    defer { condition.unlock() }
    if state == .open { state = .finished }
    condition.broadcast()
  }

  /// Forgets what is queued and wakes both ends, which throw from now on.
  func cancel() {
    condition.lock()
    defer { condition.unlock() }
    state = .cancelled
    for index in ring.indices { ring[index] = nil }
    count = 0
    condition.broadcast()
  }
}
