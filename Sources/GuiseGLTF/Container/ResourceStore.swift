import Foundation

/// Fetches what URIs name, each file once, within the limits.
struct ResourceStore {
  private let loader: any GLTFResourceLoading
  private var remaining: Int
  private var files: [String: Data] = [:]
  private let budget: DecodingBudget

  init(_ loader: any GLTFResourceLoading, limits: GLTFLimits, budget: DecodingBudget) {
    self.loader = loader
    self.budget = budget
    remaining = limits.resourceByteCount
  }

  /// - Returns: the bytes, and the media type that a data URI states, else an empty string.
  mutating func fetch(
    _ uri: String, at path: GLTFPath
  ) throws(GLTFError) -> (data: Data, mediaType: String) {
    switch try ResourceURI(uri, at: path) {
    case .data(let data, let mediaType): return (data, mediaType)
    case .file(let name):
      if let data = files[name] { return (data, "") }
      let data: Data
      do {
        data = try loader.loadResource(name, byteLimit: remaining)
      } catch let error as GLTFError {
        throw path.error(error.code, error.detail)
      } catch {
        throw path.error(.missingResource, "the file \"\(name)\" can't be had: \(error)")
      }
      guard data.count <= remaining else {
        throw path.error(
          .overLimit, "\"\(name)\" has \(data.count) bytes; \(remaining) may be read")
      }
      remaining -= data.count
      budget.addInput(data.count)
      files[name] = data
      return (data, "")
    }
  }
}
