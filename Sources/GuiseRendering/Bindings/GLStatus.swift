private import CEGL

/// Throws what OpenGL reports since the last check. Each batch of calls ends with it.
///
/// - Parameter action: what the calls did, for the message: "drawing a mesh".
func checkGL(_ action: String) throws(RenderingError) {
  let status = glGetError()
  guard status != GLenum(GL_NO_ERROR) else { return }
  // Other flags may be set; a lost context reports for ever.
  for _ in 0..<8 where glGetError() == GLenum(GL_NO_ERROR) { break }
  let code: RenderingError.Code =
    switch Int32(bitPattern: status) {
    case GL_CONTEXT_LOST: .contextLost
    case GL_OUT_OF_MEMORY: .outOfMemory
    default: .driver
    }
  let reason =
    switch code {
    case .contextLost: "the graphics device was reset"
    case .outOfMemory: "the graphics device has no memory left"
    case .noDevice, .invalidDrawList, .driver: "OpenGL refused it"
    }
  throw RenderingError(code, "\(action): \(reason)", status: Int(status))
}
