import Foundation
import GuiseCore

/// The accessors of a file: checked when the file is read, turned into arrays when they are used.
struct AccessorTable {
  struct Accessor {
    let path: GLTFPath
    /// Nil for zeros.
    let view: Int?
    let byteOffset: Int
    let format: AccessorFormat
    let count: Int
    let sparse: Sparse?
  }

  /// Elements that differ from the view's.
  struct Sparse {
    let path: GLTFPath
    let count: Int
    let indexView: Int
    let indexOffset: Int
    let indexComponent: AccessorFormat.Component
    let valueView: Int
    let valueOffset: Int
  }

  var buffers: BufferTable
  let budget: DecodingBudget
  private(set) var accessors: [Accessor] = []
  /// Elements that were unpacked by Draco, packed tightly; they take the place of views.
  var unpacked: [Int: Data] = [:]
  /// What was read already.
  var cache: [CacheKey: Any] = [:]

  struct CacheKey: Hashable {
    let accessor: Int
    let type: ObjectIdentifier
  }

  init(_ root: GLTFObject, buffers: BufferTable, budget: DecodingBudget) throws(GLTFError) {
    self.buffers = buffers
    self.budget = budget
    for object in try root.objects("accessors") { accessors.append(try readAccessor(object)) }
  }

  private func readAccessor(_ object: GLTFObject) throws(GLTFError) -> Accessor {
    let path = object.path
    let component = try readComponent(object, among: AccessorFormat.Component.all)
    guard
      let shape = try object.word(
        "type",
        [
          "SCALAR": AccessorFormat.Shape.scalar, "VEC2": .vector2, "VEC3": .vector3,
          "VEC4": .vector4, "MAT2": .matrix2, "MAT3": .matrix3, "MAT4": .matrix4,
        ])
    else { throw object.missing("type") }
    let isNormalized = try object.bool("normalized") ?? false
    if isNormalized, component == .float || component == .uint32 {
      throw path.key("normalized").error(
        .invalidAccessor, "expected components of 8 or 16 bits, found \(component)")
    }
    let format = AccessorFormat(
      shape: shape, component: component, isNormalized: isNormalized)
    let count = try object.requiredInteger("count", in: 1...Int(UInt32.max))
    let view = try object.reference("bufferView", count: buffers.views.count, to: "bufferViews")
    let offset = try object.integer("byteOffset") ?? 0
    if view == nil, offset != 0 {
      throw path.key("byteOffset").error(.invalidAccessor, "an offset needs a bufferView")
    }
    if let view {
      try checkFit(view, offset: offset, count: count, elementByteCount: format.byteCount, at: path)
    }
    return Accessor(
      path: path, view: view, byteOffset: offset, format: format, count: count,
      sparse: try object.object("sparse").map { sparse throws(GLTFError) in
        try readSparse(sparse, count: count, format: format)
      })
  }

  private func readComponent(
    _ object: GLTFObject, among components: [AccessorFormat.Component]
  ) throws(GLTFError) -> AccessorFormat.Component {
    let value = try object.requiredInteger("componentType")
    guard let component = AccessorFormat.Component(rawValue: value), components.contains(component)
    else {
      let known = components.map { "\($0.rawValue)" }.joined(separator: ", ")
      throw object.path.key("componentType").error(
        .invalidField, "expected one of \(known), found \(value)")
    }
    return component
  }

  private func readSparse(
    _ object: GLTFObject, count: Int, format: AccessorFormat
  ) throws(GLTFError) -> Sparse {
    let sparseCount = try object.requiredInteger("count", in: 1...Int(UInt32.max))
    guard sparseCount <= count else {
      throw object.path.key("count").error(
        .invalidAccessor, "expected at most the accessor's \(count), found \(sparseCount)")
    }
    guard let indices = try object.object("indices") else { throw object.missing("indices") }
    guard let values = try object.object("values") else { throw object.missing("values") }
    let views = buffers.views.count
    let component = try readComponent(indices, among: [.uint8, .uint16, .uint32])
    let sparse = Sparse(
      path: object.path, count: sparseCount,
      indexView: try indices.requiredReference("bufferView", count: views, to: "bufferViews"),
      indexOffset: try indices.integer("byteOffset") ?? 0, indexComponent: component,
      valueView: try values.requiredReference("bufferView", count: views, to: "bufferViews"),
      valueOffset: try values.integer("byteOffset") ?? 0)
    try checkFit(
      sparse.indexView, offset: sparse.indexOffset, count: sparseCount,
      elementByteCount: component.byteCount, isPacked: true, at: indices.path)
    try checkFit(
      sparse.valueView, offset: sparse.valueOffset, count: sparseCount,
      elementByteCount: format.byteCount, isPacked: true, at: values.path)
    return sparse
  }

  /// All sizes are below 2³², so that nothing here overflows 64 bits.
  private func checkFit(
    _ view: Int, offset: Int, count: Int, elementByteCount: Int, isPacked: Bool = false,
    at path: GLTFPath
  ) throws(GLTFError) {
    let view = buffers.views[view]
    let stride = isPacked ? elementByteCount : view.byteStride ?? elementByteCount
    guard stride >= elementByteCount else {
      throw view.path.key("byteStride").error(
        .invalidAccessor,
        "expected at least the \(elementByteCount) bytes of an element of \(path), found \(stride)")
    }
    let end = offset + stride * (count - 1) + elementByteCount
    guard end <= view.byteCount else {
      throw path.error(
        .outOfBounds,
        "expected \(count) elements within the \(view.byteCount) bytes of \(view.path), "
          + "found an end at \(end)")
    }
  }
}
