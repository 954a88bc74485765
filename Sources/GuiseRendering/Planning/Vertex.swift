/// One vertex as it goes to OpenGL: 32 bytes.
struct Vertex {
  /// Picture pixels times w, depth, w (see `Projection`).
  var position: SIMD4<Float>
  /// What the fragment shader of its style reads (see `Shaders`).
  var attributes: SIMD4<Float>
}
