import Foundation

/// What went wrong with a photo or a video: a code to act on and one sentence to show.
///
///     do { let photo = try PhotoReader.read(url) } catch { print(error) }
///     // portrait.jpg: the JPEG ends before its picture does
public struct MediaError: Error, Hashable, Sendable {
  /// What a caller can act on.
  public enum Code: Hashable, Sendable {
    /// There is no such file, or no such folder to write into.
    case notFound
    /// The file system forbids it.
    case permissionDenied
    /// A folder or a device where a file was expected.
    case notAFile
    /// The file has no bytes.
    case empty
    /// Neither a photo nor a video that is known here, judged by its content.
    case unknownFormat
    /// A known format, or a variant of one, that cannot be read or written.
    case unsupported
    /// The file breaks off or contradicts itself.
    case damaged
    /// Over a limit on pixels, bytes or frames.
    case tooLarge
    /// A media file that has no picture track.
    case noPicture
    /// The destination is there already and was not to be overwritten.
    case alreadyExists
    /// No room left where the output goes.
    case diskFull
    /// Reading failed for another reason of the system's.
    case readFailed
    /// Writing or encoding failed for another reason.
    case writeFailed
    /// The work was called off.
    case cancelled
  }

  public var code: Code
  /// One sentence that names the file and says what was expected and what was found.
  public var message: String
  /// The status a C library or the system gave, where there is one.
  public var status: Int32?

  public init(_ code: Code, _ message: String, status: Int32? = nil) {
    self.code = code
    self.message = message
    self.status = status
  }

  /// The error for a failed system call.
  ///
  /// - Parameters:
  ///   - errno: the system's error number.
  ///   - name: the file, as the message calls it.
  ///   - action: what was tried: "read", "write".
  public init(errno: Int32, name: String, action: Action) {
    let code: Code
    let reason: String
    switch errno {
    case ENOENT, ENOTDIR:
      code = .notFound
      reason = action == .read ? "no such file" : "there is no such folder to write into"
    case EACCES, EPERM, EROFS:
      code = .permissionDenied
      reason = errno == EROFS ? "the file system is read-only" : "no permission to \(action) it"
    case EISDIR:
      code = .notAFile
      reason = "it is a folder"
    case ENOSPC, EDQUOT, EFBIG:
      code = .diskFull
      reason =
        errno == EFBIG ? "the file would be larger than the system allows" : "the disk is full"
    case ELOOP:
      code = .notFound
      reason = "its links lead in a circle"
    case ENAMETOOLONG:
      code = .notFound
      reason = "the name is too long"
    default:
      code = action == .read ? .readFailed : .writeFailed
      reason = "cannot \(action) it: error \(errno)"
    }
    self.init(code, "\(name): \(reason)", status: errno)
  }

  /// Which way bytes were to go.
  public enum Action: String, Hashable, Sendable, CustomStringConvertible {
    case read
    case write
    public var description: String { rawValue }
  }
}

extension MediaError: CustomStringConvertible, LocalizedError {
  public var description: String { message }
  public var errorDescription: String? { message }
}
