import Foundation

extension URL {
  /// Whether there is a folder at this path, also through links; nil where there is nothing.
  var isFolder: Bool? {
    let target = resolvingSymlinksInPath()
    return (try? target.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory
  }
}
