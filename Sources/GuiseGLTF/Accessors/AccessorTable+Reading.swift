import Foundation
import GuiseCore
import GuiseScene

extension AccessorTable {
  /// An accessor that holds one element for each vertex.
  func accessor(
    _ index: Int, ofVertices vertexCount: Int, at path: GLTFPath
  ) throws(GLTFError) -> Accessor {
    let accessor = accessors[index]
    guard accessor.count == vertexCount else {
      throw path.error(
        .invalidAccessor,
        "expected \(vertexCount) elements as POSITION has, found \(accessor.count)")
    }
    return accessor
  }

  /// All elements as floats; those that were read before come again at no cost.
  mutating func floats<Element: FloatElement>(
    _ index: Int, as type: Element.Type, at path: GLTFPath
  ) throws(GLTFError) -> [Element] {
    let key = CacheKey(accessor: index, type: ObjectIdentifier(type))
    if let known = cache[key] as? [Element] { return known }
    let elements = try elements(of: index, zero: Element.zero, at: path) { $0.floats(as: type) }
    try checkFinite(elements, at: path)
    cache[key] = elements
    return elements
  }

  /// All elements as unsigned integers.
  mutating func integers<Element: IntegerElement>(
    _ index: Int, as type: Element.Type, at path: GLTFPath
  ) throws(GLTFError) -> [Element] {
    let key = CacheKey(accessor: index, type: ObjectIdentifier(type))
    if let known = cache[key] as? [Element] { return known }
    let elements = try elements(of: index, zero: Element.zero, at: path) { $0.integers(as: type) }
    cache[key] = elements
    return elements
  }

  /// All elements, with those of a sparse accessor in their places; zeros where it has no view.
  private mutating func elements<Element>(
    of index: Int, zero: Element, at path: GLTFPath, reading read: (ElementSource) -> [Element]
  ) throws(GLTFError) -> [Element] {
    let accessor = accessors[index]
    try budget.charge(accessor.count, of: MemoryLayout<Element>.stride, at: path)
    var elements =
      try source(of: index).map(read) ?? [Element](repeating: zero, count: accessor.count)
    if let sparse = accessor.sparse {
      let (places, source) = try self.read(sparse, of: accessor)
      for (place, value) in zip(places, read(source)) { elements[Int(place)] = value }
    }
    return elements
  }

  /// The elements that are not zero. A sparse accessor without a view costs what it changes.
  mutating func deltas<Element: SIMD<Float> & FloatElement & Sendable>(
    _ index: Int, as type: Element.Type, at path: GLTFPath
  ) throws(GLTFError) -> Model.MorphDeltas<Element> {
    let key = CacheKey(accessor: index, type: ObjectIdentifier(Model.MorphDeltas<Element>.self))
    if let known = cache[key] as? Model.MorphDeltas<Element> { return known }
    let accessor = accessors[index]
    let deltas: Model.MorphDeltas<Element>
    if accessor.view == nil, unpacked[index] == nil {
      deltas = try sparseDeltas(accessor, as: type, at: path)
    } else {
      let values = try floats(index, as: type, at: path)
      // The values themselves are needed no longer.
      cache[CacheKey(accessor: index, type: ObjectIdentifier(type))] = nil
      let count = values.reduce(0) { $1 == .zero ? $0 : $0 + 1 }
      var vertices: [UInt32] = []
      var changes: [Element] = []
      vertices.reserveCapacity(count)
      changes.reserveCapacity(count)
      for (vertex, value) in values.enumerated() where value != .zero {
        vertices.append(UInt32(truncatingIfNeeded: vertex))
        changes.append(value)
      }
      deltas = Model.MorphDeltas(vertices: vertices, values: changes)
    }
    cache[key] = deltas
    return deltas
  }

  private mutating func sparseDeltas<Element: SIMD<Float> & FloatElement & Sendable>(
    _ accessor: Accessor, as type: Element.Type, at path: GLTFPath
  ) throws(GLTFError) -> Model.MorphDeltas<Element> {
    guard let sparse = accessor.sparse else { return .init() }
    try budget.charge(sparse.count, of: MemoryLayout<Element>.stride + 4, at: path)
    let (places, source) = try read(sparse, of: accessor)
    let values = source.floats(as: type)
    try checkFinite(values, at: path)
    let changes = values.indices.filter { values[$0] != .zero }
    return Model.MorphDeltas(
      vertices: changes.map { places[$0] }, values: changes.map { values[$0] })
  }

  /// Nil for zeros.
  private mutating func source(of index: Int) throws(GLTFError) -> ElementSource? {
    let accessor = accessors[index]
    let format = accessor.format
    if let data = unpacked[index] {
      return ElementSource(
        data, offset: 0, stride: format.byteCount, count: accessor.count, format: format)
    }
    guard let view = accessor.view else { return nil }
    return ElementSource(
      try buffers.bytes(ofView: view), offset: accessor.byteOffset,
      stride: buffers.views[view].byteStride ?? format.byteCount, count: accessor.count,
      format: format)
  }

  /// Which elements a sparse accessor changes, and to what.
  private mutating func read(
    _ sparse: Sparse, of accessor: Accessor
  ) throws(GLTFError) -> (places: [UInt32], values: ElementSource) {
    let indexFormat = AccessorFormat(shape: .scalar, component: sparse.indexComponent)
    try budget.charge(sparse.count, of: 4 + accessor.format.byteCount, at: sparse.path)
    let places = ElementSource(
      try buffers.bytes(ofView: sparse.indexView), offset: sparse.indexOffset,
      stride: indexFormat.byteCount, count: sparse.count, format: indexFormat
    ).integers(as: UInt32.self)
    var least: UInt32 = 0
    for (place, index) in places.enumerated() {
      guard index >= least, index < accessor.count else {
        throw sparse.path.key("indices").error(
          .invalidData,
          "expected ascending indices below \(accessor.count), found \(index) as number \(place)")
      }
      least = index + 1
    }
    let values = ElementSource(
      try buffers.bytes(ofView: sparse.valueView), offset: sparse.valueOffset,
      stride: accessor.format.byteCount, count: sparse.count, format: accessor.format)
    return (places, values)
  }

  private func checkFinite<Element: FloatElement>(
    _ elements: [Element], at path: GLTFPath
  ) throws(GLTFError) {
    var probe: Float = 0
    for element in elements { probe += element.finiteProbe }
    guard probe == 0 else {
      let index = elements.firstIndex { $0.finiteProbe != 0 } ?? 0
      throw path.error(.invalidData, "expected finite numbers, found others in element \(index)")
    }
  }
}
