private import CEGL
import GuiseCore

/// What is drawn into: colours of one part of the picture, and at twice the size the depth of what
/// hides. Reused while it fits.
///
/// Clearing and drawing are never limited by a scissor: on Mesa's rasteriser that costs several times
/// what it saves. Instead the target is hardly larger than what is drawn.
final class GLTarget {
  /// Pixels of the colours; a part of them is used.
  let width: Int
  let height: Int
  private let color: GLObject<RenderbufferKind>
  private let colorFramebuffer: GLObject<FramebufferKind>
  private let depth: GLObject<TextureKind>
  private let depthFramebuffer: GLObject<FramebufferKind>

  /// Depth samples for each pixel, in x and y.
  static let depthSamples = 2

  /// Whether a part of that size can be drawn without too much around it.
  func fits(width: Int, height: Int) -> Bool {
    (width...width + 2 * Self.granularity).contains(self.width)
      && (height...height + 2 * Self.granularity).contains(self.height)
  }

  /// Mesa draws in squares of this many pixels.
  private static let granularity = 64

  /// A target for parts of up to that size.
  init(width: Int, height: Int) throws(RenderingError) {
    let width = (width + Self.granularity - 1) & ~(Self.granularity - 1)
    let height = (height + Self.granularity - 1) & ~(Self.granularity - 1)
    self.width = width
    self.height = height
    color = GLObject()
    colorFramebuffer = GLObject()
    depth = GLObject()
    depthFramebuffer = GLObject()
    let (texture, framebuffer) = (GLenum(GL_TEXTURE_2D), GLenum(GL_FRAMEBUFFER))
    // A renderbuffer, for nothing samples the colours: Mesa gives it the order of channels that it
    // draws fastest, which it does not for textures.
    let renderbuffer = GLenum(GL_RENDERBUFFER)
    glBindRenderbuffer(renderbuffer, color.name)
    glRenderbufferStorage(renderbuffer, GLenum(GL_RGBA8), GLsizei(width), GLsizei(height))
    glBindFramebuffer(framebuffer, colorFramebuffer.name)
    glFramebufferRenderbuffer(
      framebuffer, GLenum(GL_COLOR_ATTACHMENT0), renderbuffer, color.name)
    try Self.checkFramebuffer()

    // The second texture unit holds the depth for as long as the target lives.
    glActiveTexture(GLenum(GL_TEXTURE1))
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
    glDisable(GLenum(GL_DEPTH_TEST))
    glDisable(GLenum(GL_POLYGON_OFFSET_FILL))
    glEnable(GLenum(GL_BLEND))
  }

  func clearColor() {
    glClearColor(0, 0, 0, 0)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
  }

  /// Directs drawing to the depth and empties it.
  func beginDepth(width: Int, height: Int) {
    let n = Self.depthSamples
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), depthFramebuffer.name)
    glViewport(0, 0, GLsizei(width * n), GLsizei(height * n))
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
