import Synchronization

/// A flag that asks work to stop. Anyone may raise it from any thread; whoever works looks at it
/// between two frames.
///
///     let cancellation = Cancellation()
///     cancellation.cancel()          // on another thread
///     try cancellation.check()       // throws PipelineError.Code.cancelled
public final class Cancellation: Sendable {
  private let flag = Atomic(false)

  public init() {}

  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Asks to stop. Can't be taken back.
  public func cancel() { flag.store(true, ordering: .relaxed) }

  /// - Throws: ``PipelineError/Code/cancelled`` once somebody asked to stop.
  public func check() throws(PipelineError) {
    if isCancelled { throw .cancelled }
  }
}
