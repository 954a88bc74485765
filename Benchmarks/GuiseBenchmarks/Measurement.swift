import Foundation

/// How long something took, by the clock and by the processor.
struct Measurement: Encodable {
  /// Of each frame, by the clock.
  var milliseconds: [Double] = []
  /// CPU time of the whole process for each frame, all threads.
  var cpuMilliseconds = 0.0
  /// Faces in each frame.
  var faces: [Int] = []
  /// Heap allocations for each frame made by Swift code and by our own C; nil without the counter.
  var allocations: Double?
  /// Heap allocations for each frame made by anyone in the process; nil without the counter.
  var allAllocations: Double?

  /// Measures `count` frames after `warmUp` others.
  ///
  /// - Parameter body: handles the frame of that number and returns the faces in it.
  init(warmUp: Int = 30, count: Int = 210, _ body: (Int) throws -> Int) rethrows {
    for index in 0..<warmUp { _ = try body(index) }
    milliseconds.reserveCapacity(count)
    faces.reserveCapacity(count)
    let counter = AllocationCounter()
    let allocationsBefore = counter?.counts
    let cpuBefore = Self.cpuTime
    for index in warmUp..<warmUp + count {
      let start = ContinuousClock.now
      let found = try body(index)
      milliseconds.append(Self.milliseconds(ContinuousClock.now - start))
      faces.append(found)
    }
    cpuMilliseconds = Self.milliseconds(Self.cpuTime - cpuBefore) / Double(count)
    if let counter, let before = allocationsBefore {
      let after = counter.counts
      allocations = Double(after.own - before.own) / Double(count)
      allAllocations = Double(after.all - before.all) / Double(count)
    }
  }

  /// CPU time of all threads of this process.
  static var cpuTime: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  static func milliseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) * 1e-15
  }
}
