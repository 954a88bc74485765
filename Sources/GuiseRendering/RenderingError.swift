/// Why something could not be drawn.
public struct RenderingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a caller can act on.
  public enum Code: Hashable, Sendable {
    /// No device of this machine gives an OpenGL ES 3 context; `guise doctor` says what to install.
    case noDevice
    /// The graphics device was reset or removed: make a new renderer.
    case contextLost
    /// The device has not enough memory for the picture or its textures.
    case outOfMemory
    /// The draw list contradicts itself: an index without a vertex, for example.
    case invalidDrawList
    /// The driver refused a call that should have worked.
    case driver
  }

  public var code: Code
  /// One sentence that names what failed.
  public var message: String
  /// The status of EGL or OpenGL, where there is one.
  public var status: Int?

  public init(_ code: Code, _ message: String, status: Int? = nil) {
    self.code = code
    self.message = message
    self.status = status
  }

  public var description: String {
    guard let status else { return message }
    return "\(message) (status 0x\(String(status, radix: 16)))"
  }
}
