import GuiseCore

/// What became of one photo or video.
public struct ExportReport: Sendable {
  public enum Result: String, Hashable, Sendable {
    /// Something was drawn, or the picture was mirrored or written anew.
    case written
    /// No face was found: the output is a copy of the input's file.
    case unchanged
  }

  public var result: Result
  public var frameCount = 0
  public var frameCountWithFaces = 0
  /// The most faces that were seen in one frame.
  public var faceCount = 0
  /// What was drawn on, in any frame, before mirroring: pixels outside are the input's, bit for bit,
  /// until the output's format compresses them.
  public var touchedRect = PixelRect.zero
  /// What was not as one might expect, each in one sentence.
  public var warnings: [String] = []
  /// From start to finished file.
  public var wallTime = Duration.zero
  /// CPU time of the whole process meanwhile.
  public var cpuTime = Duration.zero
  public var stages: [StageStatistics] = []

  init(_ result: Result = .written) {
    self.result = result
  }

  mutating func count(faces: Int) {
    frameCount += 1
    if faces > 0 { frameCountWithFaces += 1 }
    faceCount = max(faceCount, faces)
  }

  /// Runs a step on the calling thread and counts its time as a stage's.
  mutating func measure<Value, E: Error>(
    _ stage: String, _ body: () throws(E) -> Value
  ) throws(E) -> Value {
    let start = ContinuousClock.now
    let startTime = currentThreadTime()
    let value = try body()
    add(stage, wallTime: ContinuousClock.now - start, cpuTime: currentThreadTime() - startTime)
    return value
  }

  /// Counts a step as a stage's.
  mutating func add(_ stage: String, wallTime: Duration, cpuTime: Duration) {
    let index = stages.firstIndex { $0.name == stage } ?? stages.count
    if index == stages.count {
      stages.append(
        StageStatistics(
          name: stage, frameCount: 0, cpuTime: .zero, wallTime: .zero, waitingForInput: .zero,
          waitingForOutput: .zero))
    }
    stages[index].frameCount += 1
    stages[index].cpuTime += cpuTime
    stages[index].wallTime += wallTime
  }
}
