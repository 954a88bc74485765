import Foundation
import GuiseScene

extension ModelReader {
  mutating func readImages() throws(GLTFError) {
    for object in try root.objects("images") {
      let uri = try object.string("uri")
      let view = try object.reference(
        "bufferView", count: counts.bufferViews, to: "bufferViews")
      var mediaType = try object.string("mimeType") ?? ""
      let data: Data
      switch (uri, view) {
      case (let uri?, nil):
        let fetched = try resources.fetch(uri, at: object.path.key("uri"))
        data = fetched.data
        if mediaType.isEmpty { mediaType = fetched.mediaType }
      case (nil, let view?):
        let bytes = try accessors.buffers.bytes(ofView: view)
        // A copy, so that a picture does not keep the whole file.
        try accessors.budget.charge(bytes.count, of: 1, at: object.path)
        data = Data(bytes)
      case (nil, nil):
        throw object.path.error(.missingField, "expected a uri or a bufferView, found neither")
      case (_?, _?):
        throw object.path.error(.invalidField, "expected a uri or a bufferView, found both")
      }
      // What the bytes say goes before what is said of them.
      mediaType = Self.mediaType(of: data) ?? mediaType
      contents.images.append(
        Model.Image(name: try name(of: object), mediaType: mediaType, data: data))
    }
  }

  private static func mediaType(of data: Data) -> String? {
    let signatures: KeyValuePairs<[UInt8], String> = [
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]: "image/png",
      [0xFF, 0xD8, 0xFF]: "image/jpeg",
      [0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB]: "image/ktx2",
      [0x47, 0x49, 0x46, 0x38]: "image/gif",
      [0x44, 0x44, 0x53, 0x20]: "image/vnd-ms.dds",
    ]
    if data.starts(with: "RIFF".utf8), data.dropFirst(8).starts(with: "WEBP".utf8) {
      return "image/webp"
    }
    return signatures.first { data.starts(with: $0.key) }?.value
  }

  mutating func readTextures() throws(GLTFError) {
    var samplers: [Model.Sampler] = []
    for object in try root.objects("samplers") { samplers.append(try Self.readSampler(object)) }
    for object in try root.objects("textures") {
      let sampler = try object.reference("sampler", count: samplers.count, to: "samplers")
      var image = try object.reference("source", count: counts.images, to: "images")
      if let webp = try object.extension("EXT_texture_webp"),
        let source = try webp.reference("source", count: counts.images, to: "images")
      {
        image = source
      }
      if image == nil {
        let names = try object.object("extensions")?.members.map(\.key) ?? []
        let reason =
          names.isEmpty ? "has no source" : "has none but of \(names.joined(separator: ", "))"
        warnings.add("the texture \(reason) and is left white", at: object.path)
      }
      contents.textures.append(
        Model.Texture(
          name: try name(of: object), image: image.map { ModelIndex($0) },
          sampler: sampler.map { samplers[$0] } ?? Model.Sampler()))
    }
  }

  private static func readSampler(_ object: GLTFObject) throws(GLTFError) -> Model.Sampler {
    typealias Filter = Model.Sampler.Filter
    var sampler = Model.Sampler()
    if let filter = try object.integer("magFilter") {
      guard let known: Filter = [9728: Filter.nearest, 9729: .linear][filter] else {
        throw object.path.key("magFilter").error(
          .invalidField, "expected 9728 or 9729, found \(filter)")
      }
      sampler.magnification = known
    }
    if let filter = try object.integer("minFilter") {
      let known: [Int: (Filter, Filter?)] = [
        9728: (.nearest, nil), 9729: (.linear, nil), 9984: (.nearest, .nearest),
        9985: (.linear, .nearest), 9986: (.nearest, .linear), 9987: (.linear, .linear),
      ]
      guard let (within, between) = known[filter] else {
        throw object.path.key("minFilter").error(
          .invalidField, "expected 9728, 9729 or 9984 to 9987, found \(filter)")
      }
      sampler.minification = within
      sampler.mipFilter = between
    }
    sampler.wrapHorizontal = try readWrap(object, "wrapS")
    sampler.wrapVertical = try readWrap(object, "wrapT")
    return sampler
  }

  private static func readWrap(
    _ object: GLTFObject, _ key: String
  ) throws(GLTFError) -> Model.Sampler.Wrap {
    switch try object.integer(key) {
    case 10497, nil: return .repeated
    case 33648: return .mirrored
    case 33071: return .clamped
    case let value?:
      throw object.path.key(key).error(
        .invalidField, "expected 10497, 33071 or 33648, found \(value)")
    }
  }

  /// A `textureInfo` with its transform.
  func textureReference(
    _ object: GLTFObject, _ key: String
  ) throws(GLTFError) -> Model.TextureReference? {
    guard let info = try object.object(key) else { return nil }
    var reference = Model.TextureReference(
      texture: ModelIndex(
        try info.requiredReference("index", count: counts.textures, to: "textures")),
      coordinateSet: try info.integer("texCoord", in: 0...255) ?? 0)
    if let transform = try info.extension("KHR_texture_transform") {
      reference.transform = Model.TextureTransform(
        offset: try transform.vector2("offset") ?? .zero,
        rotationRadians: try transform.number("rotation") ?? 0,
        scale: try transform.vector2("scale") ?? SIMD2(repeating: 1))
      if let set = try transform.integer("texCoord", in: 0...255) { reference.coordinateSet = set }
    }
    return reference
  }
}
