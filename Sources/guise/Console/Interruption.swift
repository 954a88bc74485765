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
        exit(ExitCode.interrupted(signal: number).number)
      })
  }

  var exitCode: ExitCode { .interrupted(signal: signal.number.load(ordering: .relaxed)) }
}
