/// The programs, in GLSL ES 3.00.
///
/// Vertices come in picture pixels times w; `window` maps them to the part of the picture that the
/// target shows. Attributes are: for sprites the point in sprite space; for meshes the texture
/// coordinate and the opacity; for lines the point along and across the line in pixels, the line's
/// length and half its width.
///
/// `hidden` holds the depth of what hides, at twice the target's size in x and y: reading it with
/// comparison and linear filter at the middle of four samples gives the visible part of the pixel.
enum Shaders {
  static let vertex = """
    #version 300 es
    layout(location = 0) in vec4 position;
    layout(location = 1) in vec4 attributes;
    uniform vec4 window;
    out vec4 value;
    void main() {
      value = attributes;
      gl_Position = vec4(position.xy * window.xy + position.w * window.zw, position.zw);
    }
    """

  /// Occluders stand 2 mm further back, so that what lies on them is not hidden by them.
  static let depthVertex = """
    #version 300 es
    layout(location = 0) in vec4 position;
    uniform vec4 window;
    void main() {
      float near = \(Projection.near);
      float back = position.w > near ? position.w + 0.002 : position.w;
      float depth = position.w > near
        ? position.w - 2.0 * near * position.w / back : position.z;
      gl_Position = vec4(
        position.xy * window.xy + position.w * window.zw, depth, position.w);
    }
    """

  static let depthFragment = """
    #version 300 es
    void main() {}
    """

  static func fragment(_ style: FramePlan.Style, readsDepth: Bool) -> String {
    """
    #version 300 es
    precision highp float;
    precision highp sampler2DShadow;
    uniform vec4 tint;
    uniform sampler2D image;
    uniform sampler2DShadow hidden;
    uniform vec2 depthScale;
    in vec4 value;
    out vec4 color;

    float visible() {
      \(readsDepth
        ? "return texture(hidden, vec3(gl_FragCoord.xy * depthScale, gl_FragCoord.z));"
        : "return 1.0;")
    }

    void main() {
      \(body(style))
    }
    """
  }

  private static func body(_ style: FramePlan.Style) -> String {
    switch style {
    case .sprite:
      // How much of a pixel-wide box around the point lies on the square, in x and y.
      """
      vec2 p = value.xy;
        vec2 pixel = max(sqrt(dFdx(p) * dFdx(p) + dFdy(p) * dFdy(p)), 1e-6);
        vec2 inside = clamp(
          (min(p + 0.5 * pixel, 0.5) - max(p - 0.5 * pixel, -0.5)) / pixel, 0.0, 1.0);
        color = texture(image, vec2(0.5 + p.x, 0.5 - p.y))
          * tint * (inside.x * inside.y * visible());
      """
    case .mesh:
      "color = texture(image, value.xy) * tint * (value.z * visible());"
    case .line:
      // Distance to the line between the ends; lines thinner than a pixel are fainter instead.
      """
      float past = max(max(-value.x, value.x - value.z), 0.0);
        float halfWidth = max(value.w, 0.5);
        float inside = clamp(halfWidth + 0.5 - length(vec2(past, value.y)), 0.0, 1.0);
        color = tint * (inside * min(2.0 * value.w, 1.0) * visible());
      """
    }
  }
}
