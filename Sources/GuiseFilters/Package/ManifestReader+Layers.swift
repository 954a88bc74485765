import GuiseCore

/// The kinds of layers that the format knows.
private enum LayerKind: String, CaseIterable {
  case emoji, mesh
  /// Known to the format, not yet to this version.
  case model, sticker
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
}
