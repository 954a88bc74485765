import Foundation

/// A value that is being made on a thread of its own, so that several slow things start at once.
///
///     let bundle = Background("models") { try LandmarkModelBundle.installed() }
///     …
///     try bundle.value()
final class Background<Value>: @unchecked Sendable {
  // Unchecked: `result` is touched only while `condition` is locked. A value that is not Sendable is
  // used by one thread at a time: the one that made it is gone when `value()` returns it.

  private let condition = NSCondition()
  private var result: Result<Value, any Error>?

  init(_ name: String, _ make: @escaping @Sendable () throws -> Value) {
    startThread(name) { [self] in
      let made = Result { try make() }
      condition.lock()
      result = made
      condition.broadcast()
      condition.unlock()
    }
  }

  /// Waits for the value.
  ///
  /// - Throws: what making it threw, on every call.
  func value() throws -> Value {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result { return try result.get() }
      condition.wait()
    }
  }
}
