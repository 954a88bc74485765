private import CEGL

/// A linked program whose uniforms are those of `Shaders`.
final class GLProgram {
  private let program: GLObject<ProgramKind>
  private let windowLocation: Int32
  private let tintLocation: Int32
  private let depthScaleLocation: Int32

  /// Compiles and links.
  ///
  /// - Throws: `driver` with the compiler's own words.
  init(vertex: String, fragment: String) throws(RenderingError) {
    program = GLObject()
    let shaders = [
      try Self.compile(GLenum(GL_VERTEX_SHADER), vertex),
      try Self.compile(GLenum(GL_FRAGMENT_SHADER), fragment),
    ]
    for shader in shaders { glAttachShader(program.name, shader) }
    glLinkProgram(program.name)
    for shader in shaders { glDeleteShader(shader) }
    var isLinked: GLint = 0
    unsafe glGetProgramiv(program.name, GLenum(GL_LINK_STATUS), &isLinked)
    guard isLinked != 0 else {
      throw RenderingError(.driver, "a shader program does not link on this device")
    }
    windowLocation = unsafe glGetUniformLocation(program.name, "window")
    tintLocation = unsafe glGetUniformLocation(program.name, "tint")
    depthScaleLocation = unsafe glGetUniformLocation(program.name, "depthScale")
    glUseProgram(program.name)
    unsafe glUniform1i(glGetUniformLocation(program.name, "image"), 0)
    unsafe glUniform1i(glGetUniformLocation(program.name, "hidden"), 1)
    try checkGL("preparing a shader program")
  }

  func use() { glUseProgram(program.name) }

  /// Picture pixels → clip space: scale in x and y, offset in z and w.
  func setWindow(_ value: SIMD4<Float>) {
    glUniform4f(windowLocation, value.x, value.y, value.z, value.w)
  }

  /// Premultiplied colour that is multiplied in.
  func setTint(_ value: SIMD4<Float>) {
    glUniform4f(tintLocation, value.x, value.y, value.z, value.w)
  }

  /// Target pixels → coordinates of the depth texture.
  func setDepthScale(_ value: SIMD2<Float>) {
    glUniform2f(depthScaleLocation, value.x, value.y)
  }

  private static func compile(_ kind: GLenum, _ source: String) throws(RenderingError) -> GLuint {
    let shader = glCreateShader(kind)
    unsafe source.withCString { text in
      var pointer: UnsafePointer<CChar>? = unsafe text
      unsafe glShaderSource(shader, 1, &pointer, nil)
    }
    glCompileShader(shader)
    var isCompiled: GLint = 0
    unsafe glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &isCompiled)
    guard isCompiled != 0 else {
      var log = [CChar](repeating: 0, count: 1024)
      unsafe glGetShaderInfoLog(shader, GLsizei(log.count), nil, &log)
      glDeleteShader(shader)
      let words = String(
        decoding: log.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      throw RenderingError(.driver, "a shader does not compile on this device: \(words)")
    }
    return shader
  }
}
