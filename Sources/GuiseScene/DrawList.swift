import GuiseCore

/// What to draw over one picture: plain values that say what goes where, in drawing order.
///
/// A filter session makes it, a renderer draws it; it holds no GPU object and crosses threads. Items
/// are drawn in order. Occluders write depth and no colour; everything else tests depth where it
/// says so, writes none, and is blended over what is there.
///
///     var list = DrawList(width: 1280, height: 720, camera: CameraIntrinsics(width: 1280, height: 720))
///     list.items.append(.sprite(SpriteDraw(texture: nose, transform: place)))
public struct DrawList: Sendable {
  /// Pixels of the picture that is drawn over.
  public var width: Int
  /// Pixels of the picture that is drawn over.
  public var height: Int
  public var camera: CameraIntrinsics
  public var items: [DrawItem]

  public init(width: Int, height: Int, camera: CameraIntrinsics, items: [DrawItem] = []) {
    self.width = width
    self.height = height
    self.camera = camera
    self.items = items
  }
}

public enum DrawItem: Sendable {
  /// Hides what lies behind it; invisible itself.
  case occluder(OccluderDraw)
  /// A flat picture in space.
  case sprite(SpriteDraw)
  /// A textured mesh.
  case mesh(MeshDraw)
  /// The edges of a mesh.
  case wireframe(WireframeDraw)
  /// A shaded model.
  case model(ModelDraw)
}

/// Whether an item is hidden by occluders.
public enum DepthTest: Hashable, Sendable {
  case occluded
  case always
}

/// A picture that many frames draw. Its identity lets a renderer keep it on the GPU.
public final class Texture: Sendable {
  public let image: Image

  /// - Parameter image: stored premultiplied.
  public init(_ image: Image) {
    self.image = image.premultiplied()
  }
}

/// The parts of a mesh that stay the same from frame to frame. Its identity lets a renderer keep it
/// on the GPU.
public final class MeshTopology: Sendable {
  /// Three indices a triangle, counter-clockwise seen from outside.
  public let triangleIndices: [UInt16]
  /// One for each vertex, 0…1, origin top left; empty for meshes without texture.
  public let textureCoordinates: [SIMD2<Float>]
  /// One for each vertex, 0…1, multiplied into the opacity (soft edges); empty for 1 everywhere.
  public let vertexOpacities: [Float]

  public init(
    triangleIndices: [UInt16], textureCoordinates: [SIMD2<Float>] = [],
    vertexOpacities: [Float] = []
  ) {
    precondition(triangleIndices.count % 3 == 0)
    self.triangleIndices = triangleIndices
    self.textureCoordinates = textureCoordinates
    self.vertexOpacities = vertexOpacities
  }

  /// Each edge once, as pairs of vertex indices, the lower first.
  public var edges: [(UInt16, UInt16)] {
    var seen: Set<UInt32> = []
    var edges: [(UInt16, UInt16)] = []
    for triangle in stride(from: 0, to: triangleIndices.count, by: 3) {
      for side in 0..<3 {
        let a = triangleIndices[triangle + side]
        let b = triangleIndices[triangle + (side + 1) % 3]
        if seen.insert(UInt32(min(a, b)) << 16 | UInt32(max(a, b))).inserted {
          edges.append((min(a, b), max(a, b)))
        }
      }
    }
    return edges
  }
}

/// Depth without colour.
public struct OccluderDraw: Sendable {
  public var vertices: [SIMD3<Float>]
  public var topology: MeshTopology
  /// Vertex space → camera space.
  public var transform: Transform

  public init(vertices: [SIMD3<Float>], topology: MeshTopology, transform: Transform) {
    self.vertices = vertices
    self.topology = topology
    self.transform = transform
  }
}

/// A picture on the square −0.5…0.5 in x and y of its own space, seen from both sides.
public struct SpriteDraw: Sendable {
  public var texture: Texture
  /// Sprite space → camera space; holds the size in metres as scale.
  public var transform: Transform
  /// 0…1.
  public var opacity: Float
  public var depthTest: DepthTest

  public init(
    texture: Texture, transform: Transform, opacity: Float = 1, depthTest: DepthTest = .occluded
  ) {
    self.texture = texture
    self.transform = transform
    self.opacity = opacity
    self.depthTest = depthTest
  }
}

/// A textured mesh, unlit: its colours are the texture's, times ``brightness``.
public struct MeshDraw: Sendable {
  public var vertices: [SIMD3<Float>]
  public var topology: MeshTopology
  public var texture: Texture
  /// Vertex space → camera space.
  public var transform: Transform
  /// 0…1.
  public var opacity: Float
  /// 0…1: a factor of the colours as they are coded, to fit them to a picture that is dark.
  public var brightness: Float
  public var depthTest: DepthTest

  public init(
    vertices: [SIMD3<Float>], topology: MeshTopology, texture: Texture, transform: Transform,
    opacity: Float = 1, brightness: Float = 1, depthTest: DepthTest = .occluded
  ) {
    self.vertices = vertices
    self.topology = topology
    self.texture = texture
    self.transform = transform
    self.opacity = opacity
    self.brightness = brightness
    self.depthTest = depthTest
  }
}

/// The edges of a mesh as anti-aliased lines of even width in the picture.
public struct WireframeDraw: Sendable {
  public var vertices: [SIMD3<Float>]
  public var topology: MeshTopology
  /// Vertex space → camera space.
  public var transform: Transform
  /// sRGB with straight alpha, 0…1.
  public var color: SIMD4<Float>
  /// Pixels of the picture.
  public var lineWidth: Float
  /// 0…1.
  public var opacity: Float
  public var depthTest: DepthTest

  public init(
    vertices: [SIMD3<Float>], topology: MeshTopology, transform: Transform,
    color: SIMD4<Float> = [1, 1, 1, 1], lineWidth: Float = 1, opacity: Float = 1,
    depthTest: DepthTest = .occluded
  ) {
    self.vertices = vertices
    self.topology = topology
    self.transform = transform
    self.color = color
    self.lineWidth = lineWidth
    self.opacity = opacity
    self.depthTest = depthTest
  }
}
