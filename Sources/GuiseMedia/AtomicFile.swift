import Foundation
import Synchronization

/// An output file that appears whole or not at all.
///
/// It is written under a hidden temporary name in the folder of its destination and takes the
/// destination's place by ``commit()``. Whatever ends earlier (an error, ``discard()``, the last
/// reference going away) leaves nothing behind and the destination as it was. The temporary name
/// keeps the destination's extension, since encoders choose the format by it.
///
///     let file = try AtomicFile(for: url, policy: .keepExisting)
///     try PhotoWriter.write(photo, to: file.temporaryURL)
///     try file.commit()
///
/// Interruption: a program that catches SIGINT or SIGTERM calls ``discardAll()`` from an ordinary
/// thread (a `DispatchSource` signal source, a polled flag) before it exits; it is not for raw
/// signal handlers. Safe to use from several threads.
public final class AtomicFile: Sendable {
  /// What happens to a file that is at the destination already.
  public enum Policy: Hashable, Sendable {
    /// It is kept, and writing is refused.
    case keepExisting
    /// It is replaced; the new file takes its permissions.
    case overwrite
  }

  /// Where the file will be; links are resolved, so that a link stays one.
  public let destination: URL
  /// Where to write until then; an empty file that exists already.
  public let temporaryURL: URL
  private let policy: Policy

  /// Creates the empty temporary file.
  ///
  /// - Throws: `.alreadyExists`, `.notAFile` (the destination is a folder or a device),
  ///   `.notFound`, `.permissionDenied`, `.diskFull`, `.cancelled` after ``discardAll()``.
  public init(for url: URL, policy: Policy) throws(MediaError) {
    let destination = url.resolvingSymlinksInPath()
    let name = url.lastPathComponent
    let existing = try Self.mode(of: destination, name: name)
    if let existing {
      guard existing & S_IFMT == S_IFREG else {
        let kind = existing & S_IFMT == S_IFDIR ? "a folder" : "not an ordinary file"
        throw MediaError(.notAFile, "\(name): cannot be written, it is \(kind)")
      }
      if policy == .keepExisting { throw Self.alreadyExists(name) }
    }
    self.destination = destination
    self.policy = policy
    temporaryURL = try Self.createTemporary(
      for: destination, name: name, mode: existing.map { $0 & 0o777 })
    guard Self.open.withLock({ $0?.insert(temporaryURL.path).inserted }) != nil else {
      _ = FileSystem.remove(temporaryURL.path)
      throw MediaError(.cancelled, "\(name): not written, the work was called off")
    }
  }

  deinit {
    discard()
  }

  /// Moves the finished file to its destination, in one step.
  ///
  /// - Throws: `.alreadyExists` where another program made the destination meanwhile, `.cancelled`
  ///   after ``discard()`` or ``discardAll()``, or what the file system says. The temporary file is
  ///   gone in any case.
  public func commit() throws(MediaError) {
    let name = destination.lastPathComponent
    let from = temporaryURL.path
    // Under the lock, so that `discardAll` finds either the temporary file or the finished one.
    let failure: MediaError? = Self.open.withLock { open in
      guard open?.remove(from) != nil else {
        return MediaError(.cancelled, "\(name): not written, the work was called off")
      }
      let status =
        switch policy {
        case .keepExisting: FileSystem.renameExclusively(from, to: destination.path)
        case .overwrite: FileSystem.rename(from, to: destination.path)
        }
      guard status != 0 else { return nil }
      _ = FileSystem.remove(from)
      return status == EEXIST
        ? Self.alreadyExists(name) : MediaError(errno: status, name: name, action: .write)
    }
    if let failure { throw failure }
  }

  /// Removes the temporary file; no effect after ``commit()``.
  public func discard() {
    let path = temporaryURL.path
    Self.open.withLock { open in
      if open?.remove(path) != nil { _ = FileSystem.remove(path) }
    }
  }

  /// Removes every temporary file that is still open in this process and lets no new one be made:
  /// the last act of a program that was interrupted.
  public static func discardAll() {
    open.withLock { open in
      for path in open ?? [] { _ = FileSystem.remove(path) }
      open = nil
    }
  }

  /// Paths of the temporary files; nil after ``discardAll()``.
  private static let open = Mutex<Set<String>?>([])

  private static func alreadyExists(_ name: String) -> MediaError {
    MediaError(.alreadyExists, "\(name): exists already and is not overwritten")
  }

  /// Type and permissions of what is at `url`; nil where nothing is.
  private static func mode(of url: URL, name: String) throws(MediaError) -> mode_t? {
    switch FileSystem.mode(of: url.path) {
    case .success(let mode): return mode
    case .failure(let error) where error.number == ENOENT: return nil
    case .failure(let error): throw MediaError(errno: error.number, name: name, action: .write)
    }
  }

  private static func createTemporary(
    for destination: URL, name: String, mode: mode_t?
  ) throws(MediaError) -> URL {
    let folder = destination.deletingLastPathComponent()
    let suffix = destination.pathExtension.isEmpty ? "" : ".\(destination.pathExtension)"
    while true {
      let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      // Not the destination's own name: that may be as long as the file system allows.
      let url = folder.appendingPathComponent(".guise-\(random)\(suffix)")
      let status = FileSystem.createFile(url.path, mode: mode)
      if status == 0 { return url }
      guard status == EEXIST else {
        throw MediaError(errno: status, name: name, action: .write)
      }
    }
  }
}
