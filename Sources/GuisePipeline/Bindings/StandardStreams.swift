import Foundation

/// Standard input, output and error by the system's own calls. (Foundation's reading ends the
/// program on an error, and its writing doesn't say which error it was.)
package enum StandardStreams {
  /// Why reading or writing failed.
  package struct Failure: Error, Hashable {
    package let number: Int32

    /// The other end of a pipe went away.
    package var isReaderGone: Bool { number == EPIPE }

    /// The caller wants none of it: the reader went away, or the stream was closed from the start.
    package var isUnwanted: Bool { isReaderGone || number == EBADF }

    /// In the system's words: "No space left on device".
    package var reason: String { unsafe String(cString: strerror(number)) }
  }

  /// Opens those that the caller closed, so that no file opened later takes their place. Using them
  /// fails as it did before.
  package static func keepOpen() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is this one. Open for the wrong way round: EBADF for the right one.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// What is there to read of standard input, waiting for something; empty at its end.
  package static func read(atMost limit: Int = 1 << 18) throws(Failure) -> [UInt8] {
    while true {
      var status = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        status = unsafe Glibc.read(STDIN_FILENO, buffer.baseAddress, limit)
        count = max(status, 0)
      }
      if status >= 0 { return bytes }
      try wait(for: POLLIN, of: STDIN_FILENO)
    }
  }

  /// Writes all of the bytes, to standard output or another file.
  package static func write(
    _ bytes: some Collection<UInt8>, to descriptor: Int32 = STDOUT_FILENO
  ) throws(Failure) {
    let bytes = Array(bytes)
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress! + start, bytes.count - start)
      }
      if count > 0 { start += count } else { try wait(for: POLLOUT, of: descriptor) }
    }
  }

  /// After a call that failed: waits where that helps.
  private static func wait(for event: Int32, of descriptor: Int32) throws(Failure) {
    let number = errno
    guard number != EINTR else { return }
    // The caller may have made the stream a non-blocking one.
    guard number == EAGAIN else { throw Failure(number: number) }
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    _ = unsafe poll(&request, 1, 1000)
  }
}
