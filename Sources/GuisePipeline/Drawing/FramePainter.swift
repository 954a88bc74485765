import GuiseCodecs
import GuiseCore
import GuiseFilters
import GuiseRendering
import GuiseScene

/// Draws what faces wear into frames: filter sessions, renderer and compositor, in one thread's hands.
///
/// In the steady state a frame costs no allocation here.
final class FramePainter {
  private let everyone: FilterSession?
  private let single: [(place: Int, session: FilterSession)]
  private let renderer: Renderer
  private var compositor = Compositor()
  /// The ICC profile that the compositor converts to.
  private var profile: [UInt8]?
  private var places = FacePlaces()
  private var output = FilterOutput()
  private var combined = DrawList(width: 0, height: 0, camera: .init(width: 1, height: 1))
  private var chosen: [FaceAnchor] = []

  /// Sets graphics up on the calling thread, to which the painter is bound; waits for the models.
  ///
  /// - Throws: ``PipelineError/Code/missingDependency`` where nothing can be drawn here.
  init(_ outfit: Outfit, resources: ExportResources) throws(PipelineError) {
    do {
      renderer = try Renderer()
    } catch {
      throw PipelineError(wrapping: error, as: .missingDependency)
    }
    let topology = try resources.bundle().topology
    let codecs = resources.codecs
    everyone =
      outfit.filters.isEmpty
      ? nil : FilterSession(filters: outfit.filters, topology: topology, codecs: codecs)
    single = outfit.filtersByPlace.sorted { $0.key < $1.key }.map { place, filters in
      (place, FilterSession(filters: filters, topology: topology, codecs: codecs))
    }
  }

  /// Draws a face nobody sees, so that shaders are compiled and pictures uploaded before the first
  /// real one comes: while the first photo is still being read and tracked.
  func warmUp(_ topology: FaceTopology) {
    let vertices = topology.neutralVertices
    let face = FaceAnchor(
      id: 0, landmarks: Array(repeating: .zero, count: FaceTopology.landmarkCount),
      geometry: FaceGeometry(vertices: vertices, topology: topology),
      transform: Transform(translation: [0, 0, -0.5]), blendShapes: BlendShapes())
    let input = FilterInput(faces: [face], width: 256, height: 256)
    for session in [everyone].compactMap({ $0 }) + single.map(\.session) {
      // What goes wrong here goes wrong again, and is told, with the real face.
      try? session.update(input, into: &output)
      _ = try? renderer.draw(output.drawList)
    }
    reset()
  }

  /// Begins another photo or video.
  func reset() {
    everyone?.reset()
    for (_, session) in single { session.reset() }
    places.reset()
  }

  /// Draws into `frame`.
  ///
  /// - Returns: the rectangle that was touched; pixels outside of it are as they were.
  func paint(
    _ faces: [FaceAnchor], camera: CameraIntrinsics, on frame: inout Frame
  ) throws -> PixelRect {
    var input = FilterInput(
      faces: faces, width: frame.width, height: frame.height, camera: camera, time: frame.time)
    if single.isEmpty {
      guard let everyone else { return .zero }
      try everyone.update(input, into: &output)
      return try draw(output.drawList, on: &frame)
    }
    // The list shares its vertices with the sessions: given back before their next update, so that
    // nothing is copied.
    defer { combined.items.removeAll(keepingCapacity: true) }
    combined.width = frame.width
    combined.height = frame.height
    combined.camera = camera
    let places = places.places(of: faces)
    let owned = single.map(\.place)
    input.faces = zip(faces, places).compactMap { owned.contains($1) ? nil : $0 }
    if let everyone {
      try everyone.update(input, into: &output)
      combined.items += output.drawList.items
    }
    for (place, session) in single {
      input.faces = zip(faces, places).compactMap { $1 == place ? $0 : nil }
      try session.update(input, into: &output)
      combined.items += output.drawList.items
    }
    return try draw(combined, on: &frame)
  }

  private func draw(_ list: DrawList, on frame: inout Frame) throws -> PixelRect {
    guard !list.items.isEmpty else { return .zero }
    let overlay = try renderer.draw(list)
    guard !overlay.isEmpty else { return .zero }
    try useProfile(of: frame)
    compositor.blend(overlay, into: &frame)
    return overlay.rect
  }

  /// Graphics are brought to the colour space of a photo's own profile.
  private func useProfile(of frame: Frame) throws {
    guard frame.iccProfile != profile else { return }
    profile = frame.iccProfile
    guard let profile else {
      compositor = Compositor()
      return
    }
    let transform = try ColorProfileTransform(iccProfile: profile)
    compositor = Compositor { transform.convert($0) }
  }
}
