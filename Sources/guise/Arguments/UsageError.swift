/// A command line that makes no sense: exit status 2.
struct UsageError: Error, Hashable, CustomStringConvertible {
  /// One sentence, with the option's name where there is one.
  var message: String

  init(_ message: String) {
    self.message = message
  }

  var description: String { message }
}
