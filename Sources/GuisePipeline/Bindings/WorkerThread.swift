import Foundation
import Synchronization

/// A thread that can be waited for until it is really gone, which Foundation's can't: libraries keep
/// things for each thread (Mesa does), and free them after its last statement. A process that ends
/// meanwhile crashes.
///
///     let thread = WorkerThread("draw") { … }
///     thread.join()
@safe final class WorkerThread: Sendable {
  private let handle: Mutex<pthread_t?>

  /// - Parameter name: shown by debuggers and `top`, cut to what the system allows.
  init(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let start = unsafe Unmanaged.passRetained(Start(name: "guise-\(name)", body: body))
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        // Released by the thread that it was made for.
        guard let argument = unsafe argument else { return nil }
        let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        start.run()
        return nil
      }, start.toOpaque())
    precondition(status == 0, "the system has no thread left (\(status))")
    handle = Mutex(thread)
  }

  deinit {
    if let thread = handle.withLock({ $0.take() }) { pthread_detach(thread) }
  }

  /// Waits until the thread is gone; at once, where somebody has already waited. Not for the thread
  /// itself.
  func join() {
    if let thread = handle.withLock({ $0.take() }) { _ = pthread_join(thread, nil) }
  }

  private final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    func run() {
      Thread.current.name = name
      body()
    }
  }
}
