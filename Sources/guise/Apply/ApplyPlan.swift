import Foundation
import GuiseMedia

/// What is to be made of which input: decided, and checked, before any work begins.
struct ApplyPlan {
  /// One input that can be worked on.
  struct Job: Sendable {
    var input: Input
    /// Where to read it: the input's own file, or a pipe's temporary one.
    var source: URL
    var kind: MediaKind
    var format: String
    /// Nil for standard output.
    var output: URL?
  }

  struct Failure: Sendable {
    var name: String
    var reason: String
  }

  private(set) var jobs: [Job] = []
  private(set) var failures: [Failure] = []
  private let pattern: OutputPattern
  private let format: String?
  private let filter: String
  private let overwrites: Bool

  init(pattern: OutputPattern, format: String?, filter: String, overwrites: Bool) {
    self.pattern = pattern
    self.format = format
    self.filter = filter
    self.overwrites = overwrites
  }

  mutating func fail(_ name: String, _ reason: String) {
    failures.append(Failure(name: name, reason: reason))
  }

  /// Adds an input, or the reason why it can't be worked on.
  mutating func add(_ input: Input, source: URL) {
    do {
      let kind = try MediaKind.probe(source)
      let format = try outputFormat(of: input, source: source, kind: kind)
      let output = pattern.url(for: input, fileExtension: format, filter: filter)
      if let output { try checkDestination(output, of: input) }
      jobs.append(
        Job(input: input, source: source, kind: kind, format: format, output: output))
    } catch let error as UsageError {
      fail(input.name, error.message)
    } catch {
      fail(input.name, "\(error)")
    }
  }

  /// The name extension of the output.
  private func outputFormat(
    of input: Input, source: URL, kind: MediaKind
  ) throws -> String {
    let asked = pattern.fileExtension ?? format
    switch kind {
    case .photo:
      if let asked {
        guard PhotoFormat(pathExtension: asked) != nil else {
          throw UsageError("a photo can't be written as .\(asked)")
        }
        return asked
      }
      let own = try PhotoFormat(pathExtension: input.fileExtension) ?? PhotoFormat.probe(source)
      let format = PhotoFormat.defaultOutput(for: own)
      return PhotoFormat(pathExtension: input.fileExtension) == format
        ? input.fileExtension : format.pathExtension
    case .video:
      if let asked {
        guard VideoContainer(fileExtension: asked) != nil else {
          throw UsageError("a video can't be written as .\(asked); mp4, mov, mkv and webm can")
        }
        return asked
      }
      let own = VideoContainer(fileExtension: input.fileExtension)
      return own == nil ? VideoContainer.mp4.rawValue : input.fileExtension
    }
  }

  private func checkDestination(_ output: URL, of input: Input) throws(UsageError) {
    guard !overwrites, FileManager.default.fileExists(atPath: output.path) else { return }
    if let url = input.url, url.resolvedPath == output.resolvedPath {
      throw UsageError("the output would be the input itself; --overwrite allows that")
    }
    throw UsageError("\(output.relativePath) exists already; --overwrite replaces it")
  }

  /// - Throws: when two outputs would be one file, or an output would replace another input.
  func check() throws(UsageError) {
    if pattern.isSingle, jobs.count + failures.count > 1 {
      throw UsageError("several inputs need a folder or a template for -o, not one file")
    }
    var owners: [String: Input] = [:]
    for job in jobs {
      guard let path = job.output?.resolvedPath else { continue }
      if let other = owners.updateValue(job.input, forKey: path) {
        throw UsageError(
          "\(other.name) and \(job.input.name) would both be written to \(path)")
      }
    }
    for job in jobs {
      guard let path = job.input.url?.resolvedPath, let owner = owners[path] else { continue }
      if owner != job.input {
        throw UsageError("the output of \(owner.name) would replace the input \(job.input.name)")
      }
    }
  }
}

extension OutputPattern {
  /// Whether it stands for one output.
  fileprivate var isSingle: Bool {
    switch self {
    case .pipe, .file: true
    case .folder, .template: false
    }
  }
}

extension URL {
  /// Absolute, without links.
  fileprivate var resolvedPath: String { resolvingSymlinksInPath().standardizedFileURL.path }
}
