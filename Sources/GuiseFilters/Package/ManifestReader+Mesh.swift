import GuiseCore

private enum MeshStyle: String, CaseIterable {
  case wireframe, texture
}

extension ManifestReader {
  mutating func readMesh(_ fields: inout ManifestFields) -> FilterLayer.Content? {
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
}
