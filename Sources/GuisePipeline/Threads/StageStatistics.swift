/// Where the time of one stage of a pipeline went.
public struct StageStatistics: Sendable, Hashable {
  /// In videos `decode`, `track`, `draw`, `encode`; in photos `read`, `load` (waiting for models),
  /// `track`, `draw`, `write`.
  public var name: String
  /// Frames that went through.
  public var frameCount: Int
  /// CPU time of the stage's own thread. Threads inside the libraries it calls (codecs, inference)
  /// are not in it; they are in ``ExportReport/cpuTime``.
  public var cpuTime: Duration
  /// From the stage's start to its end.
  public var wallTime: Duration
  /// Spent waiting for the stage before.
  public var waitingForInput: Duration
  /// Spent waiting for the stage after.
  public var waitingForOutput: Duration
}

/// What a running stage counts.
struct StageClock {
  var frameCount = 0
  var waitingForInput = Duration.zero
  var waitingForOutput = Duration.zero
}
