import GuiseCore
import GuiseScene

/// Turns draw lists into plans: all arithmetic of drawing that needs no GPU.
///
/// Items that are transparent, outside of the picture, behind the camera or not finite are left out.
struct FramePlanner {
  private(set) var plan = FramePlan()
  var connectivities = IdentityCache<MeshTopology, MeshConnectivity>(costLimit: 1 << 20)
  var outlines = IdentityCache<Texture, SpriteOutline>(costLimit: 256)
  /// For each triangle of the mesh at hand.
  var isFrontFacing: [Bool] = []
  /// For each vertex of the wireframe at hand.
  var positions: [SIMD4<Float>] = []
  /// The shapes of the occluders of the list at hand.
  var occluderVertices: [[SIMD3<Float>]] = []
  var picture = PixelRect.zero
  var projection = Projection(CameraIntrinsics(focalLength: [1, 1], principalPoint: [0, 0]))

  /// Plans `list`; the result is in ``plan`` until the next call.
  ///
  /// - Throws: `invalidDrawList` where a topology names vertices that are not there.
  mutating func makePlan(for list: DrawList) throws(RenderingError) {
    plan.removeAll()
    picture = PixelRect(x: 0, y: 0, width: max(list.width, 0), height: max(list.height, 0))
    guard !picture.isEmpty else { return }
    projection = Projection(list.camera)
    for (order, item) in list.items.enumerated() {
      switch item {
      case .occluder(let occluder): try add(occluder, order: order)
      case .sprite(let sprite): add(sprite, order: order)
      case .mesh(let mesh): try add(mesh, order: order)
      case .wireframe(let wireframe): try add(wireframe, order: order)
      // Nothing makes one yet.
      case .model: break
      }
    }
    plan.schedule(in: picture)
    occluderVertices.removeAll(keepingCapacity: true)
    connectivities.trim()
    outlines.trim()
  }

  /// Calls `body` with the plan to add to.
  mutating func withPlan<R>(_ body: (inout FramePlan) -> R) -> R { body(&plan) }

  /// What is known about a topology, checked against the vertices it is used with.
  mutating func connectivity(
    of topology: MeshTopology, vertices: [SIMD3<Float>], order: Int
  ) throws(RenderingError) -> MeshConnectivity {
    let connectivity = connectivities.value(for: topology, cost: topology.triangleIndices.count) {
      MeshConnectivity(topology, vertices: vertices)
    }
    guard connectivity.vertexCount <= vertices.count else {
      throw RenderingError(
        .invalidDrawList,
        "item \(order): a triangle names vertex \(connectivity.vertexCount - 1) of \(vertices.count)"
      )
    }
    return connectivity
  }

  /// Opacity as it is drawn; 0 for what is not a number.
  static func clamped(_ opacity: Float) -> Float {
    opacity > 0 ? min(opacity, 1) : 0
  }
}
