/// What accessors a vertex attribute may have (glTF 2.0, 3.7.2.1), and what KHR_mesh_quantization adds.
struct AttributeFormats {
  private let shapes: [AccessorFormat.Shape]
  private let components: Set<Component>

  private struct Component: Hashable {
    let type: AccessorFormat.Component
    let isNormalized: Bool
  }

  private init(
    _ shapes: [AccessorFormat.Shape], plain: [AccessorFormat.Component] = [],
    normalized: [AccessorFormat.Component] = []
  ) {
    self.shapes = shapes
    components = Set(
      plain.map { Component(type: $0, isNormalized: false) }
        + normalized.map { Component(type: $0, isNormalized: true) })
  }

  func allow(_ format: AccessorFormat) -> Bool {
    shapes.contains(format.shape)
      && components.contains(
        Component(type: format.component, isNormalized: format.isNormalized))
  }

  var description: String {
    let types = components.map { ($0.isNormalized ? "normalized " : "") + "\($0.type)" }
    return shapes.map(\.rawValue).joined(separator: " or ") + " of "
      + types.sorted().joined(separator: ", ")
  }

  /// - Parameter semantic: without its set, `TEXCOORD`.
  init?(_ semantic: String, isQuantized: Bool, isMorphTarget: Bool = false) {
    let small: [AccessorFormat.Component] = isQuantized ? [.int8, .uint8, .int16, .uint16] : []
    let signed: [AccessorFormat.Component] = isQuantized ? [.int8, .int16] : []
    switch (semantic, isMorphTarget) {
    case ("POSITION", _): self.init([.vector3], plain: [.float] + small, normalized: small)
    case ("NORMAL", _): self.init([.vector3], plain: [.float], normalized: signed)
    case ("TANGENT", false): self.init([.vector4], plain: [.float], normalized: signed)
    case ("TANGENT", true): self.init([.vector3], plain: [.float], normalized: signed)
    case ("TEXCOORD", false):
      self.init([.vector2], plain: [.float] + small, normalized: [.uint8, .uint16] + signed)
    case ("TEXCOORD", true):
      self.init(
        [.vector2], plain: [.float] + small, normalized: [.int8, .uint8, .int16, .uint16])
    case ("COLOR", false):
      self.init([.vector3, .vector4], plain: [.float], normalized: [.uint8, .uint16])
    case ("COLOR", true):
      self.init(
        [.vector3, .vector4], plain: [.float], normalized: [.int8, .uint8, .int16, .uint16])
    case ("JOINTS", false): self.init([.vector4], plain: [.uint8, .uint16])
    case ("WEIGHTS", false):
      self.init([.vector4], plain: [.float], normalized: [.uint8, .uint16])
    case ("indices", false): self.init([.scalar], plain: [.uint8, .uint16, .uint32])
    default: return nil
    }
  }
}
