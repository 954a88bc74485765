private import CEGL

/// A kind of OpenGL object: how its names are made and deleted.
protocol GLObjectKind {
  static func make() -> UInt32
  static func delete(_ name: UInt32)
}

/// An OpenGL object, deleted with its last use.
///
/// Where no context is current, or another than the one that made it, nothing is deleted: objects go
/// with their context.
@safe struct GLObject<Kind: GLObjectKind>: ~Copyable {
  let name: UInt32
  private let context: UnsafeMutableRawPointer?

  /// Makes an object in the current context.
  init() {
    unsafe context = eglGetCurrentContext()
    name = Kind.make()
  }

  deinit {
    if unsafe eglGetCurrentContext() == context { Kind.delete(name) }
  }
}

enum TextureKind: GLObjectKind {
  static func make() -> UInt32 {
    var name: GLuint = 0
    unsafe glGenTextures(1, &name)
    return name
  }
  static func delete(_ name: UInt32) {
    var name = name
    unsafe glDeleteTextures(1, &name)
  }
}

enum RenderbufferKind: GLObjectKind {
  static func make() -> UInt32 {
    var name: GLuint = 0
    unsafe glGenRenderbuffers(1, &name)
    return name
  }
  static func delete(_ name: UInt32) {
    var name = name
    unsafe glDeleteRenderbuffers(1, &name)
  }
}

enum BufferKind: GLObjectKind {
  static func make() -> UInt32 {
    var name: GLuint = 0
    unsafe glGenBuffers(1, &name)
    return name
  }
  static func delete(_ name: UInt32) {
    var name = name
    unsafe glDeleteBuffers(1, &name)
  }
}

enum FramebufferKind: GLObjectKind {
  static func make() -> UInt32 {
    var name: GLuint = 0
    unsafe glGenFramebuffers(1, &name)
    return name
  }
  static func delete(_ name: UInt32) {
    var name = name
    unsafe glDeleteFramebuffers(1, &name)
  }
}

enum VertexArrayKind: GLObjectKind {
  static func make() -> UInt32 {
    var name: GLuint = 0
    unsafe glGenVertexArrays(1, &name)
    return name
  }
  static func delete(_ name: UInt32) {
    var name = name
    unsafe glDeleteVertexArrays(1, &name)
  }
}

enum SamplerKind: GLObjectKind {
  static func make() -> UInt32 {
    var name: GLuint = 0
    unsafe glGenSamplers(1, &name)
    return name
  }
  static func delete(_ name: UInt32) {
    var name = name
    unsafe glDeleteSamplers(1, &name)
  }
}

enum ProgramKind: GLObjectKind {
  static func make() -> UInt32 { glCreateProgram() }
  static func delete(_ name: UInt32) { glDeleteProgram(name) }
}
