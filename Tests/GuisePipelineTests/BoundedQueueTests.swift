import Foundation
import Synchronization
import Testing

@testable import GuisePipeline

@Suite(.timeLimit(.minutes(1))) struct PipelineRunTests {
  struct Broken: Error, Equatable { var stage: String }

  /// Numbers through `stages` stages that pass them on, to an array.
  private func pass(
    _ count: Int, stages: Int, capacity: Int, cancellation: Cancellation = Cancellation(),
    failingStage: Int? = nil, after: Int = 0
  ) -> (numbers: [Int], result: Result<[StageStatistics], any Error>) {
    let run = PipelineRun(cancellation: cancellation)
    let queues = (0...stages).map { _ in run.queue(of: Int.self, capacity: capacity) }
    let collected = Mutex<[Int]>([])
    run.stage("source") { clock in
      for number in 0..<count {
        try run.check()
        try queues[0].push(number, &clock)
        clock.frameCount += 1
      }
      queues[0].finish()
    }
    for stage in 0..<stages {
      run.stage("stage\(stage)") { clock in
        while let number = try queues[stage].pop(&clock) {
          if stage == failingStage, number == after { throw Broken(stage: "stage\(stage)") }
          try queues[stage + 1].push(number, &clock)
          clock.frameCount += 1
        }
        queues[stage + 1].finish()
      }
    }
    run.stage("sink") { clock in
      while let number = try queues[stages].pop(&clock) {
        collected.withLock { $0.append(number) }
        clock.frameCount += 1
      }
    }
    let result = Result { try run.wait() }
    return (collected.withLock { $0 }, result)
  }

  @Test(arguments: [1, 2, 7]) func keepsOrderAndLosesNothing(capacity: Int) throws {
    let (numbers, result) = pass(1000, stages: 3, capacity: capacity)
    #expect(numbers == Array(0..<1000))
    let statistics = try result.get()
    #expect(statistics.map(\.name) == ["source", "stage0", "stage1", "stage2", "sink"])
    #expect(statistics.allSatisfy { $0.frameCount == 1000 })
  }

  @Test func anEmptySourceEnds() throws {
    let (numbers, result) = pass(0, stages: 2, capacity: 1)
    #expect(numbers.isEmpty)
    #expect(try result.get().count == 4)
  }

  @Test(arguments: [0, 1, 2], [0, 1, 500]) func theFirstErrorWinsAndEveryStageEnds(
    stage: Int, after: Int
  ) {
    let (numbers, result) = pass(
      100_000, stages: 3, capacity: 2, failingStage: stage, after: after)
    #expect(numbers.count <= after)
    #expect(numbers == Array(0..<numbers.count))
    #expect(throws: Broken(stage: "stage\(stage)")) { try result.get() }
  }

  @Test func cancellationEndsARun() {
    let cancellation = Cancellation()
    let thread = Thread {
      Thread.sleep(forTimeInterval: 0.02)
      cancellation.cancel()
    }
    thread.start()
    let (_, result) = pass(.max, stages: 2, capacity: 2, cancellation: cancellation)
    #expect(throws: PipelineError.cancelled) { try result.get() }
  }

  @Test func aCancelledQueueFreesBothEndsAndItsElements() {
    final class Token: Sendable {}
    let queue = BoundedQueue<Token>(capacity: 2)
    var clock = StageClock()
    weak var held: Token?
    do {
      let token = Token()
      held = token
      try? queue.push(token, &clock)
    }
    #expect(held != nil)
    queue.cancel()
    #expect(held == nil)
    #expect(throws: PipelineError.cancelled) { try queue.pop(&clock) }
    #expect(throws: PipelineError.cancelled) { try queue.push(Token(), &clock) }
  }

  @Test func aFinishedQueueGivesWhatItHolds() throws {
    let queue = BoundedQueue<Int>(capacity: 3)
    var clock = StageClock()
    try queue.push(1, &clock)
    try queue.push(2, &clock)
    queue.finish()
    #expect(try queue.pop(&clock) == 1)
    #expect(try queue.pop(&clock) == 2)
    #expect(try queue.pop(&clock) == nil)
    #expect(clock.waitingForInput == .zero)
  }

  @Test func waitingIsMeasured() throws {
    let queue = BoundedQueue<Int>(capacity: 1)
    let thread = Thread {
      var clock = StageClock()
      Thread.sleep(forTimeInterval: 0.03)
      try? queue.push(1, &clock)
    }
    thread.start()
    var clock = StageClock()
    #expect(try queue.pop(&clock) == 1)
    #expect(clock.waitingForInput > .milliseconds(10))
  }
}

@Suite(.timeLimit(.minutes(1))) struct ThreadTests {
  struct Broken: Error {}

  @Test func aBackgroundValueIsMadeOnceAndItsErrorKept() throws {
    let value = Background("value") { 42 }
    #expect(try value.value() == 42)
    #expect(try value.value() == 42)
    let broken = Background<Int>("broken") { throw Broken() }
    #expect(throws: Broken.self) { try broken.value() }
    #expect(throws: Broken.self) { try broken.value() }
  }

  @Test func aSerialThreadKeepsItsStateToItself() throws {
    final class Counter {
      var value = 0
      let thread = Thread.current
    }
    let thread = SerialThread("count") { Counter() }
    for expected in 1...100 {
      let (value, isHome) = try thread.perform { counter in
        counter.value += 1
        return (counter.value, counter.thread == Thread.current)
      }
      #expect(value == expected && isHome)
    }
    thread.close()
  }

  @Test func aSerialThreadThatFailsToStartSaysSo() {
    let thread = SerialThread<Int>("broken") { throw Broken() }
    #expect(throws: Broken.self) { try thread.perform { $0 } }
    thread.close()
  }

  @Test func aThreadHasItsNameAndItsOwnTime() throws {
    let thread = SerialThread("burn") { () }
    let (name, time) = try thread.perform { _ in
      var sum = 0.0
      while currentThreadTime() < .milliseconds(5) { sum += 1 }
      return (threadName(), currentThreadTime())
    }
    thread.close()
    #expect(name == "guise-burn")
    #expect(time >= .milliseconds(5) && processTime() >= time)
  }
}

/// As the system knows the calling thread.
private func threadName() -> String {
  (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8))?
    .trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
}
