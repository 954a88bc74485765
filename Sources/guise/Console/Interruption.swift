import Foundation
import GuiseMedia
import GuisePipeline
import Synchronization

/// Ctrl-C and its kin: work stops at the next frame and leaves nothing half-written. Who asks a
/// second time doesn't wait for that frame.
final class Interruption: Sendable {
  let cancellation: Cancellation
  private let signal: Signal

  private final class Signal: Sendable {
    let number = Atomic<Int32>(SIGINT)
  }

  init(on console: Console) {
    let signal = Signal()
    self.signal = signal
    cancellation = .onSignals(
      atFirst: { number in
        signal.number.store(number, ordering: .relaxed)
        console.note("\nStopping…")
      },
      atSecond: { number in
        AtomicFile.discardAll()
        Pipes.removeAll()
        exit(ExitCode.interrupted(signal: number).number)
      })
  }

  /// Stops as if by SIGPIPE: whoever read standard output has seen enough.
  private func readerWentAway() {
    signal.number.store(SIGPIPE, ordering: .relaxed)
    cancellation.cancel()
  }

  /// Writes results to standard output.
  ///
  /// - Throws: `.cancelled` where the reader went away, which also stops all other work.
  func write(_ bytes: some Collection<UInt8>) throws(PipelineError) {
    do throws(StandardStreams.Failure) {
      try StandardStreams.write(bytes)
    } catch {
      guard error.isReaderGone else {
        throw PipelineError(.badOutput, "standard output can't be written: \(error.reason)")
      }
      readerWentAway()
      throw PipelineError(.cancelled, "nobody reads standard output any more")
    }
  }

  var exitCode: ExitCode { .interrupted(signal: signal.number.load(ordering: .relaxed)) }
}
