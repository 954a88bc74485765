private import CEGL
import GuiseCore

/// What is drawn into: colours of one part of the picture, and at twice the size the depth of what
/// hides. Grown when a larger part is drawn, else reused.
final class GLTarget {
  /// Pixels of the colours; a part of them is used.
  let width: Int
  let height: Int
  private let color: GLObject<TextureKind>
  private let colorFramebuffer: GLObject<FramebufferKind>
  private let depth: GLObject<TextureKind>
  private let depthFramebuffer: GLObject<FramebufferKind>

  /// Depth samples for each pixel, in x and y.
  static let depthSamples = 2

  init(width: Int, height: Int) throws(RenderingError) {
    self.width = width
    self.height = height
    color = GLObject()
    colorFramebuffer = GLObject()
    depth = GLObject()
    depthFramebuffer = GLObject()
    let (texture, framebuffer) = (GLenum(GL_TEXTURE_2D), GLenum(GL_FRAMEBUFFER))
    // The second texture unit holds the depth for as long as the target lives.
    glActiveTexture(GLenum(GL_TEXTURE1))
    glBindTexture(texture, color.name)
    glTexStorage2D(texture, 1, GLenum(GL_RGBA8), GLsizei(width), GLsizei(height))
    glBindFramebuffer(framebuffer, colorFramebuffer.name)
    glFramebufferTexture2D(framebuffer, GLenum(GL_COLOR_ATTACHMENT0), texture, color.name, 0)
    try Self.checkFramebuffer()

    glBindTexture(texture, depth.name)
    glTexStorage2D(
      texture, 1, GLenum(GL_DEPTH_COMPONENT24), GLsizei(width * Self.depthSamples),
      GLsizei(height * Self.depthSamples))
    for (name, value) in [
      (GL_TEXTURE_MIN_FILTER, GL_LINEAR), (GL_TEXTURE_MAG_FILTER, GL_LINEAR),
      (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
      (GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE), (GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL),
    ] {
      glTexParameteri(texture, GLenum(name), value)
    }
    glBindFramebuffer(framebuffer, depthFramebuffer.name)
    glFramebufferTexture2D(framebuffer, GLenum(GL_DEPTH_ATTACHMENT), texture, depth.name, 0)
    var none = GLenum(GL_NONE)
    unsafe glDrawBuffers(1, &none)
    try Self.checkFramebuffer()
  }

  private static func checkFramebuffer() throws(RenderingError) {
    try checkGL("making a drawing target")
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      throw RenderingError(
        .driver, "making a drawing target: the framebuffer is not complete", status: Int(status))
    }
  }

  /// Directs drawing to the colours of a part of `width` × `height` pixels.
  func bindColor(width: Int, height: Int) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), colorFramebuffer.name)
    glViewport(0, 0, GLsizei(width), GLsizei(height))
    glScissor(0, 0, GLsizei(width), GLsizei(height))
    glDisable(GLenum(GL_DEPTH_TEST))
    glDisable(GLenum(GL_POLYGON_OFFSET_FILL))
    glEnable(GLenum(GL_BLEND))
  }

  func clearColor() {
    glClearColor(0, 0, 0, 0)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
  }

  /// Directs drawing to the depth, empties `part` of it and limits drawing to that.
  func beginDepth(width: Int, height: Int, part: PixelRect) {
    let n = Self.depthSamples
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), depthFramebuffer.name)
    glViewport(0, 0, GLsizei(width * n), GLsizei(height * n))
    glScissor(
      GLint(part.x * n), GLint(part.y * n), GLsizei(part.width * n), GLsizei(part.height * n))
    glEnable(GLenum(GL_DEPTH_TEST))
    glEnable(GLenum(GL_POLYGON_OFFSET_FILL))
    glDisable(GLenum(GL_BLEND))
    glClear(GLbitfield(GL_DEPTH_BUFFER_BIT))
  }

  /// Pixels of the target → coordinates of the depth texture.
  var depthScale: SIMD2<Float> { 1 / SIMD2(Float(width), Float(height)) }

  /// Waits for the drawing and copies the pixels, rows from the top, to `storage` from `offset` on.
  func read(
    width: Int, height: Int, into storage: PixelStorage, offset: Int, rowBytes: Int
  ) throws(RenderingError) {
    precondition(offset + rowBytes * (height - 1) + width * 4 <= storage.byteCount)
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
    glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), GLint(rowBytes / 4))
    unsafe glReadPixels(
      0, 0, GLsizei(width), GLsizei(height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
      storage.base + offset)
    try checkGL("reading back what was drawn")
  }
}
