/// A path within a package: relative, with `/`, staying inside.
struct PackagePath: Hashable {
  /// As it stands in the manifest.
  let text: String
  let components: [String]

  /// Why a text is no such path.
  struct Invalid: Error {
    let detail: String
  }

  init(_ text: String) throws(Invalid) {
    func invalid(_ reason: String) -> Invalid { Invalid(detail: "the path \"\(text)\" \(reason)") }
    guard !text.isEmpty else { throw Invalid(detail: "expected a path, found an empty string") }
    guard text.utf8.count <= 1024 else { throw Invalid(detail: "the path is too long") }
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw Invalid(detail: "the path has a control character")
    }
    guard !text.contains("\\") else { throw invalid("has a backslash: write /") }
    guard !text.hasPrefix("/"), text.dropFirst().first != ":" else {
      throw invalid("is absolute: it must be relative to the package")
    }
    let components = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for component in components {
      if component == ".." { throw invalid("leaves the package") }
      if component == "." || component.isEmpty { throw invalid("has an empty or \".\" component") }
      if component.utf8.count > 255 { throw invalid("has a component that is too long") }
    }
    self.text = text
    self.components = components
  }
}
