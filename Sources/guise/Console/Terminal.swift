import Foundation

/// What is known about the terminal.
enum Terminal {
  static var isStandardErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
