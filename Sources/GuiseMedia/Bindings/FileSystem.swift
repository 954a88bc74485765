import Foundation
import GuiseCore

/// The system calls behind reading and writing whole files. Each gives 0 or the error number.
enum FileSystem {
  /// Type and permissions of what is at `path`, links followed.
  static func mode(of path: String) -> Result<mode_t, SystemError> {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? .success(status.st_mode) : .failure(.current)
  }

  /// Makes an empty file where nothing is.
  ///
  /// - Parameter mode: its permissions; nil takes the process's default.
  static func createFile(_ path: String, mode: mode_t?) -> Int32 {
    let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return errno }
    if let mode { fchmod(descriptor, mode) }
    close(descriptor)
    return 0
  }

  static func remove(_ path: String) -> Int32 {
    unsafe unlink(path) == 0 ? 0 : errno
  }

  static func rename(_ from: String, to: String) -> Int32 {
    unsafe Glibc.rename(from, to) == 0 ? 0 : errno
  }

  /// Renames only where nothing is at `to`; `EEXIST` else.
  static func renameExclusively(_ from: String, to: String) -> Int32 {
    // A hard link is made only where nothing is; `rename` would replace silently.
    if unsafe link(from, to) == 0 { return remove(from) }
    if errno == EEXIST { return EEXIST }
    // File systems without hard links (FAT): the check and the move are two steps there.
    return unsafe access(to, F_OK) == 0 ? EEXIST : rename(from, to: to)
  }

  /// Replaces the content of the file at `path`, which is made where it is not there.
  static func write(_ parts: [[UInt8]], to path: String) -> Int32 {
    let descriptor = unsafe open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return errno }
    for part in parts {
      let status = unsafe part.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
      guard status == 0 else {
        close(descriptor)
        return status
      }
    }
    // Some file systems report a full disk only here.
    return close(descriptor) == 0 ? 0 : errno
  }

  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var bytes = unsafe bytes
    while unsafe !bytes.isEmpty {
      let count = unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      if count > 0 {
        unsafe bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count))
      } else if count == 0 || errno != EINTR {
        return count == 0 ? EIO : errno
      }
    }
    return 0
  }

  /// The first `limit` bytes of the file at `path`, or all where it has fewer.
  ///
  /// Read once, into memory of our own: a file that changes afterwards changes nothing.
  static func read(_ path: String, limit: Int) -> Result<FileBytes, SystemError> {
    // Not blocking: a pipe without a writer must not hang us.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      // A socket, or a device that isn't there.
      return .failure(errno == ENXIO ? SystemError(ENODEV) : .current)
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return .failure(.current) }
    guard status.st_mode & S_IFMT != S_IFDIR else { return .failure(SystemError(EISDIR)) }
    guard status.st_mode & S_IFMT == S_IFREG else { return .failure(SystemError(ENODEV)) }
    let expected = min(limit, Int(status.st_size))
    let storage = PixelStorage(byteCount: expected)
    var count = 0
    while count < expected {
      let got = unsafe Glibc.read(descriptor, storage.base + count, expected - count)
      if got == 0 { break }
      if got > 0 { count += got } else if errno != EINTR { return .failure(.current) }
    }
    return .success(FileBytes(storage: storage, count: count, fileByteCount: Int(status.st_size)))
  }
}

/// An error number of the system's.
struct SystemError: Error, Hashable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  static var current: SystemError { SystemError(errno) }
}

/// The bytes of a file, or its beginning.
struct FileBytes {
  let storage: PixelStorage
  /// Bytes that were read; they lie at the start of `storage`.
  let count: Int
  /// Bytes that the file had when it was opened.
  let fileByteCount: Int

  init(storage: PixelStorage, count: Int, fileByteCount: Int) {
    self.storage = storage
    self.count = count
    self.fileByteCount = fileByteCount
  }

  /// A copy of bytes that came another way than from a file.
  init(_ bytes: some Collection<UInt8>) {
    let storage = PixelStorage(byteCount: bytes.count)
    unsafe UnsafeMutableRawBufferPointer(start: storage.base, count: bytes.count)
      .copyBytes(from: bytes)
    self.init(storage: storage, count: bytes.count, fileByteCount: bytes.count)
  }

  /// Calls `body` with the bytes, valid during the call.
  func withBytes<R>(_ body: (Span<UInt8>) -> R) -> R {
    let bytes = unsafe UnsafeBufferPointer(
      start: storage.base.assumingMemoryBound(to: UInt8.self), count: count)
    return withExtendedLifetime(storage) { body(unsafe bytes.span) }
  }

  /// The first bytes, at most `limit` of them.
  func prefix(_ limit: Int) -> [UInt8] {
    withBytes { bytes in (0..<min(limit, bytes.count)).map { bytes[$0] } }
  }
}
