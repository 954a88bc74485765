private import CEGL
import GuiseCore
import GuiseScene

/// Everything that lives on the GPU: context, programs, textures, targets. Draws plans.
final class GLDevice {
  private let context: EGLContextHandle
  private let depthProgram: GLProgram
  private let programs: [ProgramKey: GLProgram]
  private let vertexArray: GLObject<VertexArrayKind>
  private let vertexBuffer: GLObject<BufferKind>
  private let indexBuffer: GLObject<BufferKind>
  private let sampler: GLObject<SamplerKind>
  private var vertexCapacity = 0
  private var indexCapacity = 0
  private var textures = IdentityCache<Texture, GLTexture>(costLimit: 96 << 20)
  private var target: GLTarget?
  private let textureSizeLimit: Int

  private struct ProgramKey: Hashable {
    var style: FramePlan.Style
    var readsDepth: Bool
  }

  var description: String { context.description }

  init(_ device: RendererOptions.Device) throws(RenderingError) {
    context = try EGLContextHandle(device)
    depthProgram = try GLProgram(vertex: Shaders.depthVertex, fragment: Shaders.depthFragment)
    var programs: [ProgramKey: GLProgram] = [:]
    for style: FramePlan.Style in [.sprite, .mesh, .line] {
      for readsDepth in [false, true] {
        programs[ProgramKey(style: style, readsDepth: readsDepth)] = try GLProgram(
          vertex: Shaders.vertex, fragment: Shaders.fragment(style, readsDepth: readsDepth))
      }
    }
    self.programs = programs
    vertexArray = GLObject()
    vertexBuffer = GLObject()
    indexBuffer = GLObject()
    sampler = GLObject()
    var limit: GLint = 0
    unsafe glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &limit)
    textureSizeLimit = max(Int(limit), 2048)

    glBindVertexArray(vertexArray.name)
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), vertexBuffer.name)
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), indexBuffer.name)
    let stride = GLsizei(MemoryLayout<Vertex>.stride)
    for attribute: GLuint in 0..<2 {
      glEnableVertexAttribArray(attribute)
      unsafe glVertexAttribPointer(
        attribute, 4, GLenum(GL_FLOAT), GLboolean(GL_FALSE), stride,
        UnsafeRawPointer(bitPattern: Int(attribute) * 16))
    }
    for (name, value) in [
      (GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR), (GL_TEXTURE_MAG_FILTER, GL_LINEAR),
      (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
    ] {
      glSamplerParameteri(sampler.name, GLenum(name), value)
    }
    glBindSampler(0, sampler.name)
    glDisable(GLenum(GL_CULL_FACE))
    glDisable(GLenum(GL_DITHER))
    glDepthFunc(GLenum(GL_LESS))
    glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    // Steep occluders stand further back, by what depth changes within a pixel.
    glPolygonOffset(2, 1)
    try checkGL("preparing the drawing context")
  }

  /// Makes the context current, uploads the geometry of `plan`, and sees that there is a target for
  /// parts of up to `tileWidth` × `tileHeight` pixels.
  func begin(_ plan: borrowing FramePlan, tileWidth: Int, tileHeight: Int) throws(RenderingError) {
    try context.makeCurrent()
    // Reading back waits for the drawing: when the next frame comes, no buffer is in use.
    unsafe plan.vertices.withUnsafeBytes {
      unsafe Self.upload($0, to: GLenum(GL_ARRAY_BUFFER), capacity: &vertexCapacity)
    }
    unsafe plan.indices.withUnsafeBytes {
      unsafe Self.upload($0, to: GLenum(GL_ELEMENT_ARRAY_BUFFER), capacity: &indexCapacity)
    }
    try checkGL("uploading geometry")
    if let target, target.fits(width: tileWidth, height: tileHeight) { return }
    target = nil
    target = try GLTarget(width: tileWidth, height: tileHeight)
  }

  /// Draws the part `tile` of the picture and copies it into the storage of an overlay of `bounds`.
  func draw(
    _ plan: borrowing FramePlan, tile: PixelRect, bounds: PixelRect, storage: PixelStorage,
    rowBytes: Int
  ) throws(RenderingError) {
    guard let target else { return }
    let size = SIMD2(Float(tile.width), Float(tile.height))
    let offset = -1 - 2 * SIMD2(Float(tile.x), Float(tile.y)) / size
    let window = SIMD4(2 / size.x, 2 / size.y, offset.x, offset.y)
    for index in plan.passes.indices {
      let pass = plan.passes[index]
      let part = pass.depthBounds.intersection(tile)
      if !part.isEmpty {
        target.beginDepth(width: tile.width, height: tile.height)
        depthProgram.use()
        depthProgram.setWindow(window)
        for occluder in plan.passOccluders[pass.occluders] {
          let occluder = plan.occluders[occluder]
          if !occluder.bounds.intersection(part).isEmpty { drawElements(occluder.indices) }
        }
      }
      target.bindColor(width: tile.width, height: tile.height)
      if index == 0 { target.clearColor() }
      for draw in plan.draws[pass.draws] where !draw.bounds.intersection(tile).isEmpty {
        try self.draw(draw, window: window, depthScale: target.depthScale)
      }
    }
    try checkGL("drawing")
    try target.read(
      width: tile.width, height: tile.height, into: storage,
      offset: (tile.y - bounds.y) * rowBytes + (tile.x - bounds.x) * 4, rowBytes: rowBytes)
  }

  /// Forgets textures that were not used lately, when there are many.
  func end() { textures.trim() }

  private func draw(
    _ draw: FramePlan.Draw, window: SIMD4<Float>, depthScale: SIMD2<Float>
  ) throws(RenderingError) {
    let key = ProgramKey(style: draw.style, readsDepth: draw.readsDepth)
    guard let program = programs[key] else { return }
    if let texture = draw.texture {
      let limit = textureSizeLimit
      let cost = GLTexture.byteCount(texture.image)
      let uploaded = try textures.value(for: texture, cost: cost) { () throws(RenderingError) in
        try GLTexture(texture.image, sizeLimit: limit)
      }
      uploaded.bind()
    }
    program.use()
    program.setWindow(window)
    program.setTint(draw.tint)
    if draw.readsDepth { program.setDepthScale(depthScale) }
    glBlendEquation(GLenum(draw.blend == .maximum ? GL_MAX : GL_FUNC_ADD))
    drawElements(draw.indices)
  }

  private func drawElements(_ range: Range<Int>) {
    unsafe glDrawElements(
      GLenum(GL_TRIANGLES), GLsizei(range.count), GLenum(GL_UNSIGNED_INT),
      UnsafeRawPointer(bitPattern: range.lowerBound * MemoryLayout<UInt32>.size))
  }

  private static func upload(
    _ bytes: UnsafeRawBufferPointer, to target: GLenum, capacity: inout Int
  ) {
    guard bytes.count > 0 else { return }
    if bytes.count > capacity {
      capacity = bytes.count * 3 / 2
      glBufferData(target, capacity, nil, GLenum(GL_STREAM_DRAW))
    }
    unsafe glBufferSubData(target, 0, bytes.count, bytes.baseAddress)
  }
}
