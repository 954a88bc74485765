import Synchronization

/// One run of stages, each on a thread of its own, joined by queues.
///
/// The first stage that throws ends the run: its error is kept, every queue is cancelled, and so
/// every other stage unwinds at its next push or pop. A raised ``Cancellation`` does the same.
///
///     let run = PipelineRun(cancellation: cancellation)
///     let numbers = run.queue(of: Int.self, capacity: 2)
///     run.stage("count") { clock in
///       for number in 0..<10 { try numbers.push(number, &clock) }
///       numbers.finish()
///     }
///     run.stage("print") { clock in
///       while let number = try numbers.pop(&clock) { print(number) }
///     }
///     let statistics = try run.wait()
final class PipelineRun: Sendable {
  private struct State {
    var error: (any Error)?
    var statistics: [StageStatistics?] = []
    var cancelQueues: [@Sendable () -> Void] = []
    var threads: [WorkerThread] = []
  }

  private let state = Mutex(State())
  private let cancellation: Cancellation

  init(cancellation: Cancellation) {
    self.cancellation = cancellation
  }

  /// A queue that is cancelled with the run. Make all before the first stage starts.
  func queue<Element: Sendable>(of type: Element.Type, capacity: Int) -> BoundedQueue<Element> {
    let queue = BoundedQueue<Element>(capacity: capacity)
    state.withLock { $0.cancelQueues.append { queue.cancel() } }
    return queue
  }

  /// Starts a stage.
  ///
  /// - Parameters:
  ///   - name: of the stage and of its thread.
  ///   - body: runs on the thread. What it makes there (codecs, GPU objects) never leaves it.
  func stage(_ name: String, _ body: @escaping @Sendable (inout StageClock) throws -> Void) {
    let index = state.withLock { state in
      state.statistics.append(nil)
      return state.statistics.count - 1
    }
    let thread = WorkerThread(name) { [self] in
      var clock = StageClock()
      let start = ContinuousClock.now
      do {
        try body(&clock)
      } catch {
        fail(error)
      }
      let statistics = StageStatistics(
        name: name, frameCount: clock.frameCount, cpuTime: currentThreadTime(),
        wallTime: ContinuousClock.now - start, waitingForInput: clock.waitingForInput,
        waitingForOutput: clock.waitingForOutput)
      state.withLock { $0.statistics[index] = statistics }
    }
    state.withLock { $0.threads.append(thread) }
  }

  /// Whether the run must stop: somebody cancelled it. Stages look between two frames.
  func check() throws(PipelineError) {
    try cancellation.check()
  }

  /// Waits until every stage ended.
  ///
  /// - Returns: statistics in the order in which the stages were started.
  /// - Throws: the error that ended the run.
  func wait() throws -> [StageStatistics] {
    for thread in state.withLock({ $0.threads }) { thread.join() }
    return try state.withLock { state in
      if let error = state.error { throw error }
      return state.statistics.compactMap { $0 }
    }
  }

  private func fail(_ error: any Error) {
    let cancels = state.withLock { state in
      // Stages that unwind because another one failed throw `cancelled`: the first error wins.
      if state.error == nil { state.error = error }
      return state.cancelQueues
    }
    for cancel in cancels { cancel() }
  }
}
