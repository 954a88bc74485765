#if canImport(Glibc)
  private import Glibc
#else
  private import Darwin
#endif

/// Waits until a file descriptor has bytes, or its end, to read.
///
/// - Returns: false when `milliseconds` went by before.
package func waitForInput(fileDescriptor: Int32, milliseconds: Int32) -> Bool {
  var descriptor = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
  return unsafe poll(&descriptor, 1, milliseconds) > 0
}
