import Foundation
import GuiseCore
import GuiseScene
import TestSupport

/// Synthetic pictures and shapes that the golden tests draw.
enum Scenes {
  static let camera = CameraIntrinsics(width: 320, height: 240)

  static func list(_ items: [DrawItem], width: Int = 320, height: Int = 240) -> DrawList {
    DrawList(
      width: width, height: height, camera: CameraIntrinsics(width: width, height: height),
      items: items)
  }

  static func image(
    _ width: Int, _ height: Int, _ color: (SIMD2<Float>) -> SIMD4<Float>
  ) -> Image {
    var image = Image(width: width, height: height)
    image.alpha = .straight
    for y in 0..<height {
      for x in 0..<width {
        let p = SIMD2((Float(x) + 0.5) / Float(width), (Float(y) + 0.5) / Float(height))
        let c = color(p).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1)) * 255
        for channel in 0..<4 {
          image.pixels[(y * width + x) * 4 + channel] = UInt8(c[channel].rounded())
        }
      }
    }
    return image
  }

  /// A face: a yellow disc with eyes and a smile, its edge one pixel soft; transparent around.
  static let smiley = Texture(
    image(256, 256) { p in
      let q = (p - 0.5) * 2
      func soft(_ distance: Float) -> Float { min(max(0.5 - distance * 128, 0), 1) }
      var color = SIMD4<Float>(1, 0.8, 0.1, soft(q.length - 0.9))
      let dark = SIMD4<Float>(0.25, 0.12, 0, 1)
      for x: Float in [-0.32, 0.32] {
        let eye = soft((q - SIMD2(x, -0.25)).length - 0.13)
        color = SIMD4(color.xyz + (dark.xyz - color.xyz) * eye, color.w)
      }
      let ring = abs((q - SIMD2(0, 0.05)).length - 0.52) - 0.06
      let mouth = q.y > 0.2 ? soft(ring) : 0
      color = SIMD4(color.xyz + (dark.xyz - color.xyz) * mouth, color.w)
      return color
    })

  /// Squares of two colours, opaque to the edge, the top left one red.
  static let checkers = Texture(
    image(256, 256) { p in
      let (x, y) = (Int(p.x * 8), Int(p.y * 8))
      if x == 0, y == 0 { return [1, 0, 0, 1] }
      return (x + y) % 2 == 0 ? [0.95, 0.95, 0.95, 1] : [0.1, 0.25, 0.6, 1]
    })

  /// A closed ellipsoid; texture coordinates around and from pole to pole.
  static func ellipsoid(
    _ radii: SIMD3<Float>, columns: Int = 24, rows: Int = 12,
    opacity: (SIMD3<Float>) -> Float = { _ in 1 }
  ) -> (vertices: [SIMD3<Float>], topology: MeshTopology) {
    var vertices: [SIMD3<Float>] = []
    var uvs: [SIMD2<Float>] = []
    var opacities: [Float] = []
    var indices: [UInt16] = []
    for row in 0...rows {
      for column in 0...columns {
        let u = Float(column) / Float(columns)
        let v = Float(row) / Float(rows)
        let normal = SIMD3(
          -sin(u * 2 * .pi) * sin(v * .pi), cos(v * .pi), -cos(u * 2 * .pi) * sin(v * .pi))
        vertices.append(normal * radii)
        uvs.append([u, v])
        opacities.append(opacity(normal))
      }
    }
    for row in 0..<rows {
      for column in 0..<columns {
        let a = UInt16(row * (columns + 1) + column)
        let (b, c, d) = (a + 1, a + UInt16(columns) + 1, a + UInt16(columns) + 2)
        if row > 0 { indices += [a, c, b] }
        if row < rows - 1 { indices += [b, c, d] }
      }
    }
    return (
      vertices,
      MeshTopology(
        triangleIndices: indices, textureCoordinates: uvs, vertexOpacities: opacities)
    )
  }

  static func place(
    _ position: SIMD3<Float>, size: Float = 1, yaw: Float = 0, pitch: Float = 0, roll: Float = 0
  ) -> Transform {
    Transform(translation: position) * Transform(rotation: yaw, axis: [0, 1, 0])
      * Transform(rotation: pitch, axis: [1, 0, 0]) * Transform(rotation: roll, axis: [0, 0, 1])
      * Transform(scale: SIMD3(repeating: size))
  }

  /// The overlay at its place in a transparent picture of the list's size.
  static func fullPicture(_ overlayImage: Image, at rect: PixelRect, width: Int, height: Int)
    -> Image
  {
    var picture = Image(width: width, height: height)
    for row in 0..<rect.height {
      let from = row * rect.width * 4
      let to = ((rect.y + row) * width + rect.x) * 4
      picture.pixels.replaceSubrange(
        to..<to + rect.width * 4, with: overlayImage.pixels[from..<from + rect.width * 4])
    }
    return picture
  }
}
