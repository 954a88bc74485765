import GuiseCore

/// A 3D model: a hierarchy of nodes that place meshes, cameras and lights, with all that they need.
///
/// Immutable and shared; its identity lets a renderer keep it on the GPU. Poses, weights and clocks
/// belong to whoever shows it. Space is right-handed, metres, +y up, and a model looks along +z (as
/// glTF 2.0 says). Every index within a model is valid.
///
///     for index in model.hierarchyOrder {
///       world[index] = (model.parent(of: index).map { world[$0] } ?? .identity) * model[index].transform.matrix
///     }
public final class Model: Sendable {
  /// As the file was called.
  public let name: String
  public let scenes: [Scene]
  /// The scene that is shown unless another is asked for; nil where the model names none.
  public let defaultScene: ModelIndex<Scene>?
  public let nodes: [Node]
  public let meshes: [Mesh]
  public let skins: [Skin]
  public let materials: [Material]
  public let textures: [Texture]
  public let images: [Image]
  public let videos: [Video]
  public let cameras: [Camera]
  public let lights: [Light]
  public let animations: [Animation]
  /// What the model can be switched between as a whole, such as colours of one shoe.
  public let variants: [Variant]
  /// A picture that lies over the whole output.
  public let viewport: ViewportOverlay?

  /// All nodes, each after its parent, so that one pass gives every world transform.
  public let hierarchyOrder: [ModelIndex<Node>]
  private let parents: [ModelIndex<Node>?]

  /// What a model is made of.
  public struct Contents: Sendable {
    public var name = ""
    public var scenes: [Scene] = []
    public var defaultScene: ModelIndex<Scene>?
    public var nodes: [Node] = []
    public var meshes: [Mesh] = []
    public var skins: [Skin] = []
    public var materials: [Material] = []
    public var textures: [Texture] = []
    public var images: [Image] = []
    public var videos: [Video] = []
    public var cameras: [Camera] = []
    public var lights: [Light] = []
    public var animations: [Animation] = []
    public var variants: [Variant] = []
    public var viewport: ViewportOverlay?

    public init() {}
  }

  /// - Parameter contents: its nodes must form trees: no node has two parents, none is its own
  ///   ancestor.
  public init(_ contents: Contents) {
    name = contents.name
    scenes = contents.scenes
    defaultScene = contents.defaultScene
    nodes = contents.nodes
    meshes = contents.meshes
    skins = contents.skins
    materials = contents.materials
    textures = contents.textures
    images = contents.images
    videos = contents.videos
    cameras = contents.cameras
    lights = contents.lights
    animations = contents.animations
    variants = contents.variants
    viewport = contents.viewport

    var parents = [ModelIndex<Node>?](repeating: nil, count: contents.nodes.count)
    for (index, node) in contents.nodes.enumerated() {
      for child in node.children {
        precondition(parents[child.rawValue] == nil, "a node has one parent")
        parents[child.rawValue] = ModelIndex(index)
      }
    }
    var order = parents.indices.filter { parents[$0] == nil }.map { ModelIndex<Node>($0) }
    var next = 0
    while next < order.count {
      order.append(contentsOf: contents.nodes[order[next].rawValue].children)
      next += 1
    }
    precondition(order.count == contents.nodes.count, "nodes form trees")
    self.parents = parents
    hierarchyOrder = order
  }

  /// Nil for the root of a tree.
  public func parent(of node: ModelIndex<Node>) -> ModelIndex<Node>? { parents[node.rawValue] }

  /// The roots of what is shown: of the default scene, else of the first, else of all trees.
  public var visibleRoots: [ModelIndex<Node>] {
    if let defaultScene { return self[defaultScene].roots }
    if let scene = scenes.first { return scene.roots }
    return hierarchyOrder.filter { parent(of: $0) == nil }
  }

  /// The first node of that name, in the order of the hierarchy.
  public func node(named name: String) -> ModelIndex<Node>? {
    hierarchyOrder.first { self[$0].name == name }
  }

  public subscript(index: ModelIndex<Scene>) -> Scene { scenes[index.rawValue] }
  public subscript(index: ModelIndex<Node>) -> Node { nodes[index.rawValue] }
  public subscript(index: ModelIndex<Mesh>) -> Mesh { meshes[index.rawValue] }
  public subscript(index: ModelIndex<Skin>) -> Skin { skins[index.rawValue] }
  public subscript(index: ModelIndex<Material>) -> Material { materials[index.rawValue] }
  public subscript(index: ModelIndex<Texture>) -> Texture { textures[index.rawValue] }
  public subscript(index: ModelIndex<Image>) -> Image { images[index.rawValue] }
  public subscript(index: ModelIndex<Video>) -> Video { videos[index.rawValue] }
  public subscript(index: ModelIndex<Camera>) -> Camera { cameras[index.rawValue] }
  public subscript(index: ModelIndex<Light>) -> Light { lights[index.rawValue] }
  public subscript(index: ModelIndex<Animation>) -> Animation { animations[index.rawValue] }
  public subscript(index: ModelIndex<Variant>) -> Variant { variants[index.rawValue] }
}

extension Model {
  /// Trees of nodes that are shown together.
  public struct Scene: Sendable {
    public var name: String
    public var roots: [ModelIndex<Node>]

    public init(name: String = "", roots: [ModelIndex<Node>]) {
      self.name = name
      self.roots = roots
    }
  }

  /// A set of materials for the whole model; each ``Primitive`` says which it then wears.
  public struct Variant: Hashable, Sendable {
    public var name: String

    public init(name: String) {
      self.name = name
    }
  }
}
