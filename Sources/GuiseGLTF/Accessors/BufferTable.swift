import Foundation
import GuiseCore

/// The buffers of a file and the views into them, checked, with what is compressed unpacked when it is
/// first asked for.
struct BufferTable {
  struct View {
    let path: GLTFPath
    let buffer: Int
    let byteOffset: Int
    /// Of what is read: unpacked where the view is compressed.
    let byteCount: Int
    /// Nil where the elements are packed tightly.
    let byteStride: Int?
    let compression: MeshoptView?
  }

  /// A view that EXT_meshopt_compression packs.
  struct MeshoptView {
    let path: GLTFPath
    let buffer: Int
    let byteOffset: Int
    let byteCount: Int
    let elementCount: Int
    let elementByteCount: Int
    let mode: MeshoptMode
    let filter: MeshoptFilter
  }

  private struct Buffer {
    let path: GLTFPath
    let byteCount: Int
    /// Nil where the file gives no bytes.
    let data: Data?
  }

  private var buffers: [Buffer] = []
  private(set) var views: [View] = []
  private var unpacked: [Int: Data] = [:]
  private let decompressor: (any MeshDecompressing)?
  private let budget: DecodingBudget

  init(
    _ root: GLTFObject, binary: Data?, resources: inout ResourceStore,
    decompressor: (any MeshDecompressing)?, budget: DecodingBudget
  ) throws(GLTFError) {
    self.decompressor = decompressor
    self.budget = budget
    for (index, object) in try root.objects("buffers").enumerated() {
      buffers.append(
        try Self.readBuffer(object, binary: index == 0 ? binary : nil, resources: &resources))
    }
    for object in try root.objects("bufferViews") { views.append(try readView(object)) }
  }

  private static func readBuffer(
    _ object: GLTFObject, binary: Data?, resources: inout ResourceStore
  ) throws(GLTFError) -> Buffer {
    let byteCount = try object.requiredInteger("byteLength", in: 1...Int(UInt32.max))
    var data = binary
    if let uri = try object.string("uri") {
      data = try resources.fetch(uri, at: object.path.key("uri")).data
    }
    if let data, data.count < byteCount {
      throw object.path.key("byteLength").error(
        .outOfBounds, "expected a buffer of \(byteCount) bytes, found \(data.count)")
    }
    // What is longer is padding.
    return Buffer(path: object.path, byteCount: byteCount, data: data?.prefix(byteCount))
  }

  private func readView(_ object: GLTFObject) throws(GLTFError) -> View {
    let (buffer, offset, length) = try readRange(object)
    let compression = try readMeshopt(object, byteCount: length)
    return View(
      path: object.path, buffer: buffer, byteOffset: offset, byteCount: length,
      byteStride: try object.integer("byteStride", in: 4...252), compression: compression)
  }

  private func readRange(
    _ object: GLTFObject
  ) throws(GLTFError) -> (buffer: Int, offset: Int, length: Int) {
    let buffer = try object.requiredReference("buffer", count: buffers.count, to: "buffers")
    let offset = try object.integer("byteOffset", in: 0...Int(UInt32.max)) ?? 0
    let length = try object.requiredInteger("byteLength", in: 1...Int(UInt32.max))
    guard offset + length <= buffers[buffer].byteCount else {
      throw object.path.error(
        .outOfBounds,
        "expected bytes within the \(buffers[buffer].byteCount) of "
          + "buffers[\(buffer)], found \(offset)..<\(offset + length)")
    }
    return (buffer, offset, length)
  }

  private func readMeshopt(
    _ object: GLTFObject, byteCount: Int
  ) throws(GLTFError) -> MeshoptView? {
    guard decompressor != nil else { return nil }
    // Khronos took the extension over as it was; only what is new in its streams is not known here.
    let ratified = try object.extension("KHR_meshopt_compression")
    let original = try object.extension("EXT_meshopt_compression")
    guard let packed = original ?? ratified else { return nil }
    let (buffer, offset, length) = try readRange(packed)
    let stride = try packed.requiredInteger("byteStride", in: 1...256)
    let count = try packed.requiredInteger("count", in: 1...Int(Int32.max))
    guard
      let mode = try packed.word(
        "mode",
        [
          "ATTRIBUTES": MeshoptMode.attributes, "TRIANGLES": .triangles, "INDICES": .indices,
        ])
    else { throw packed.missing("mode") }
    let filter =
      try packed.word(
        "filter",
        [
          "NONE": MeshoptFilter.none, "OCTAHEDRAL": .octahedral, "QUATERNION": .quaternion,
          "EXPONENTIAL": .exponential, "COLOR": .color,
        ]) ?? .none
    guard mode.isValid(count: count, stride: stride), filter.isValid(mode: mode, stride: stride)
    else {
      throw packed.path.error(
        .invalidField,
        "a stride of \(stride) and a count of \(count) do not go with mode and filter")
    }
    guard stride * count == byteCount else {
      throw packed.path.key("count").error(
        .invalidField,
        "expected count × byteStride to be the view's \(byteCount) bytes, found \(stride * count)")
    }
    return MeshoptView(
      path: packed.path, buffer: buffer, byteOffset: offset, byteCount: length,
      elementCount: count, elementByteCount: stride, mode: mode, filter: filter)
  }

  /// The bytes of a view, unpacked.
  mutating func bytes(ofView index: Int) throws(GLTFError) -> Data {
    let view = views[index]
    guard let packed = view.compression else {
      return try bytes(ofBuffer: view.buffer, at: view.byteOffset, count: view.byteCount)
    }
    if let data = unpacked[index] { return data }
    guard let decompressor else { return Data() }
    try budget.charge(packed.elementCount, of: packed.elementByteCount, at: packed.path)
    let source = try bytes(
      ofBuffer: packed.buffer, at: packed.byteOffset, count: packed.byteCount)
    let data: Data
    do {
      data = try decompressor.decodeMeshopt(
        source, count: packed.elementCount, stride: packed.elementByteCount, mode: packed.mode,
        filter: packed.filter)
    } catch {
      throw packed.path.error(.invalidCompression, "\(error)")
    }
    guard data.count == view.byteCount else {
      throw packed.path.error(
        .invalidCompression, "expected \(view.byteCount) bytes, found \(data.count)")
    }
    unpacked[index] = data
    return data
  }

  private func bytes(
    ofBuffer index: Int, at offset: Int, count: Int
  ) throws(GLTFError) -> Data {
    guard let data = buffers[index].data else {
      throw buffers[index].path.error(
        .missingResource, "expected a buffer with bytes, found one without a uri")
    }
    let start = data.startIndex + offset
    return data[start..<start + count]
  }
}
