private import CEGL
import GuiseCore

/// A texture on the GPU with all its mip levels: premultiplied sRGB-encoded colours, filtered as they
/// are, so that what is drawn at its own size keeps its exact values.
final class GLTexture {
  private let texture: GLObject<TextureKind>

  /// Uploads `image`, halved until it fits where a side exceeds `sizeLimit` pixels.
  init(_ image: Image, sizeLimit: Int) throws(RenderingError) {
    texture = GLObject()
    var image = image
    while max(image.width, image.height) > sizeLimit { image = image.halved() }
    let target = GLenum(GL_TEXTURE_2D)
    glActiveTexture(GLenum(GL_TEXTURE0))
    glBindTexture(target, texture.name)
    let levels = Int.bitWidth - max(image.width, image.height).leadingZeroBitCount
    glTexStorage2D(
      target, GLsizei(levels), GLenum(GL_RGBA8), GLsizei(image.width), GLsizei(image.height))
    unsafe image.pixels.withUnsafeBytes { bytes in
      unsafe glTexSubImage2D(
        target, 0, 0, 0, GLsizei(image.width), GLsizei(image.height), GLenum(GL_RGBA),
        GLenum(GL_UNSIGNED_BYTE), bytes.baseAddress)
    }
    glGenerateMipmap(target)
    try checkGL("uploading a texture of \(image.width) × \(image.height) pixels")
  }

  /// Binds it to the first texture unit.
  func bind() {
    glActiveTexture(GLenum(GL_TEXTURE0))
    glBindTexture(GLenum(GL_TEXTURE_2D), texture.name)
  }

  /// Bytes on the GPU, with mip levels.
  static func byteCount(_ image: Image) -> Int { image.width * image.height * 16 / 3 }
}

extension Image {
  /// Half as wide and high, rounded up, each pixel the mean of those it covers.
  func halved() -> Image {
    let (newWidth, newHeight) = ((width + 1) / 2, (height + 1) / 2)
    var result = Image(width: newWidth, height: newHeight)
    result.alpha = alpha
    for y in 0..<newHeight {
      let (top, bottom) = (2 * y, min(2 * y + 1, height - 1))
      for x in 0..<newWidth {
        let (left, right) = (2 * x, min(2 * x + 1, width - 1))
        for channel in 0..<4 {
          let sum =
            Int(pixels[(top * width + left) * 4 + channel])
            + Int(pixels[(top * width + right) * 4 + channel])
            + Int(pixels[(bottom * width + left) * 4 + channel])
            + Int(pixels[(bottom * width + right) * 4 + channel])
          result.pixels[(y * newWidth + x) * 4 + channel] = UInt8((sum + 2) / 4)
        }
      }
    }
    return result
  }
}
