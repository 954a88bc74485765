/// A place in the JSON of a glTF file, `meshes[2].primitives[0]`. Made at every step down, written only
/// for messages.
struct GLTFPath: Sendable {
  private enum Component: Sendable {
    case key(String)
    case index(Int)
  }

  private final class Link: Sendable {
    let parent: Link?
    let component: Component

    init(_ parent: Link?, _ component: Component) {
      self.parent = parent
      self.component = component
    }
  }

  private let link: Link?

  private init(_ link: Link?) {
    self.link = link
  }

  static let root = GLTFPath(nil)

  func key(_ key: String) -> GLTFPath { GLTFPath(Link(link, .key(key))) }
  func index(_ index: Int) -> GLTFPath { GLTFPath(Link(link, .index(index))) }

  func error(_ code: GLTFError.Code, _ detail: String) -> GLTFError {
    GLTFError(code, path: description, detail)
  }
}

extension GLTFPath: CustomStringConvertible {
  var description: String {
    var components: [Component] = []
    var next = link
    while let link = next {
      components.append(link.component)
      next = link.parent
    }
    var text = ""
    for component in components.reversed() {
      switch component {
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }
}
