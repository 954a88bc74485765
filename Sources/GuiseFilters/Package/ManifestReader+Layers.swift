import GuiseCore

/// The kinds of layers that the format knows.
private enum LayerKind: String, CaseIterable {
  case emoji, mesh
  /// Known to the format, not yet to this version.
  case model, sticker
}

private enum MeshStyle: String, CaseIterable {
  case wireframe, texture
}

extension ManifestReader {
  /// One layer; nil where it has an error.
  mutating func readLayer(_ value: JSONValue, path: String) -> FilterLayer? {
    guard let members = value.object else {
      fail(.invalidField, path, value.offset, "expected an object, found \(value.kindName)")
      return nil
    }
    var fields = ManifestFields(members, path: path, offset: value.offset)
    guard let kind = readKind(&fields) else { return nil }
    let trigger = choice("when", &fields, default: FilterTrigger.always)
    let opacity = number("opacity", &fields, in: 0...1, default: 1)
    let content: FilterLayer.Content? =
      switch kind {
      case .emoji: readEmoji(&fields)
      case .mesh: readMesh(&fields)
      case .model, .sticker: nil
      }
    warnOfUnknown(fields)
    return content.map { FilterLayer($0, trigger: trigger, opacity: opacity) }
  }

  private mutating func readKind(_ fields: inout ManifestFields) -> LayerKind? {
    guard let value = required("kind", &fields) else { return nil }
    let path = fields.path(of: "kind")
    guard let text = value.string else {
      fail(.invalidField, path, value.offset, "expected a string, found \(value.kindName)")
      return nil
    }
    switch LayerKind(rawValue: text) {
    case .none:
      fail(
        .unsupported, path, value.offset,
        "layer kind '\(text.prefix(80))' is not known; expected 'emoji' or 'mesh'")
    case .model, .sticker:
      fail(
        .unsupported, path, value.offset,
        "layer kind '\(text)' is not supported by this version")
    case .some(let kind): return kind
    }
    return nil
  }

  private mutating func readMesh(_ fields: inout ManifestFields) -> FilterLayer.Content? {
    let errorCount = errors.count
    guard let style = requiredChoice("style", &fields, of: MeshStyle.self) else { return nil }
    switch style {
    case .wireframe:
      let standard = WireframeLayer()
      let layer = WireframeLayer(
        color: color("color", &fields, default: standard.color),
        lineWidth: number(
          "lineWidth", &fields, in: 0.25...32, unit: " pixels", default: standard.lineWidth),
        eyes: choice("eyes", &fields, default: .cut),
        mouth: choice("mouth", &fields, default: .cut))
      return errors.count == errorCount ? .wireframe(layer) : nil
    case .texture:
      let source = requiredPath("source", &fields)
      let layer = TextureLayer(
        source: source ?? "",
        edge: number("edge", &fields, in: 0...4, unit: " rings", default: 2),
        eyes: choice("eyes", &fields, default: .cut),
        mouth: choice("mouth", &fields, default: .cut))
      return errors.count == errorCount ? .texture(layer) : nil
    }
  }

  private mutating func readEmoji(_ fields: inout ManifestFields) -> FilterLayer.Content? {
    let errorCount = errors.count
    let feature = requiredChoice("feature", &fields, of: EmojiFeature.self)
    let options = readOptions(&fields)
    let selected = readSelected(&fields, options: options)
    let standard = feature?.defaultSize ?? 0.06
    let size = number("size", &fields, in: 0.005...1, unit: " metres", default: standard)
    let offset = vector("offset", &fields, in: -1...1, unit: " metres")
    guard errors.count == errorCount, let feature else { return nil }
    return .emoji(
      EmojiLayer(
        feature: feature, options: options, selected: selected, size: size, offset: offset))
  }

  private mutating func readOptions(_ fields: inout ManifestFields) -> [EmojiLayer.Option] {
    guard let value = required("options", &fields) else { return [] }
    let path = fields.path(of: "options")
    guard let values = value.array, !values.isEmpty else {
      let found = value.array == nil ? value.kindName : "an empty array"
      fail(
        .invalidField, path, value.offset,
        "expected an array of emoji and \"off\", found \(found)")
      return []
    }
    guard values.count <= limits.optionCount else {
      fail(
        .overLimit, path, value.offset,
        "has \(values.count) options; at most \(limits.optionCount) are allowed")
      return []
    }
    var options: [EmojiLayer.Option] = []
    for (index, value) in values.enumerated() {
      let path = "\(path)[\(index)]"
      switch value.string {
      case "off": options.append(.off)
      case .some(let text) where text.count == 1 && text.utf8.count <= 64:
        options.append(.emoji(text))
      default:
        fail(
          .invalidField, path, value.offset,
          "expected one emoji or \"off\", found \(Self.shown(value))")
      }
    }
    return options
  }

  private mutating func readSelected(
    _ fields: inout ManifestFields, options: [EmojiLayer.Option]
  ) -> Int {
    guard let value = fields.take("selected") else { return 0 }
    guard let index = value.integer, options.isEmpty || options.indices.contains(index) else {
      fail(
        .invalidField, fields.path(of: "selected"), value.offset,
        "expected the index of an option, 0 to \(max(0, options.count - 1)), "
          + "found \(Self.shown(value))")
      return 0
    }
    return index
  }
}
