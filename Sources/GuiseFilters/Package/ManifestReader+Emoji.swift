import GuiseCore

extension ManifestReader {
  mutating func readEmoji(_ fields: inout ManifestFields) -> FilterLayer.Content? {
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
