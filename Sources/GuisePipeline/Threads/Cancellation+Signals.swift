import Foundation

extension Cancellation {
  /// Raised when the process is asked to stop (SIGINT, SIGTERM, SIGHUP), which from then on doesn't
  /// end it by itself: whoever works must look. A second signal runs `atSecond`.
  ///
  /// Keeps a pipe whose reader went away, and a file that grew over its limit, from ending the
  /// process, too: writes fail instead.
  ///
  /// - Parameters:
  ///   - atFirst: runs once, on an ordinary thread, with the signal's number.
  ///   - atSecond: runs when somebody insists.
  public static func onSignals(
    atFirst: @escaping @Sendable (Int32) -> Void = { _ in },
    atSecond: @escaping @Sendable (Int32) -> Void
  ) -> Cancellation {
    let cancellation = Cancellation()
    for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let source = DispatchSource.makeSignalSource(signal: number, queue: signalQueue)
      source.setEventHandler {
        if cancellation.isCancelled {
          atSecond(number)
        } else {
          cancellation.cancel()
          atFirst(number)
        }
        withExtendedLifetime(source) {}
      }
      source.resume()
    }
    return cancellation
  }

  private static let signalQueue = DispatchQueue(label: "guise.signals")
}
