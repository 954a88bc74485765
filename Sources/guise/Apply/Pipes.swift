import Foundation
import GuisePipeline
import Synchronization

/// Standard input and output as files: codecs want to seek, and an output must be whole before its
/// first byte leaves.
///
/// The files lie in a folder that is made when it is needed, and goes away by ``remove()``.
struct Pipes: Sendable {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("guise-\(UUID().uuidString)", isDirectory: true)

  /// The folders that are there, for ``removeAll()``.
  private static let folders = Mutex<Set<URL>>([])

  func remove() {
    try? FileManager.default.removeItem(at: folder)
    _ = Self.folders.withLock { $0.remove(folder) }
  }

  /// Removes every folder of this process: the last act of a program that was interrupted.
  static func removeAll() {
    for folder in folders.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) }
  }

  private func makeFolder() throws(PipelineError) {
    _ = Self.folders.withLock { $0.insert(folder) }
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw PipelineError(
        .badOutput, "the folder \(folder.path) can't be made: \(error.localizedDescription)")
    }
  }

  /// Reads standard input to its end.
  ///
  /// - Throws: when `cancellation` is raised meanwhile, it can't be read, or the disk is full.
  func readStandardInput(_ cancellation: Cancellation) throws(PipelineError) -> URL {
    try makeFolder()
    let url = folder.appendingPathComponent("input")
    let file: FileHandle
    do {
      try Data().write(to: url)
      file = try FileHandle(forWritingTo: url)
    } catch {
      throw PipelineError(.badInput, "can't be kept in \(folder.path): \(error)")
    }
    defer { try? file.close() }
    while true {
      try cancellation.check()
      guard waitForInput(fileDescriptor: STDIN_FILENO, milliseconds: 100) else { continue }
      let bytes: [UInt8]
      do {
        bytes = try StandardStreams.read()
      } catch {
        throw PipelineError(.badInput, "standard input can't be read: \(error.reason)")
      }
      if bytes.isEmpty { return url }
      do {
        try StandardStreams.write(bytes, to: file.fileDescriptor)
      } catch {
        throw PipelineError(.badInput, "can't be kept in \(folder.path): \(error.reason)")
      }
    }
  }

  /// A place for what goes to standard output.
  func output(format: String) throws(PipelineError) -> URL {
    try makeFolder()
    return folder.appendingPathComponent("output.\(format)")
  }

  /// Copies a finished file to standard output.
  ///
  /// - Throws: when it can't be written, or `interruption` was raised; it is where the reader went
  ///   away.
  func writeStandardOutput(_ url: URL, _ interruption: Interruption) throws {
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    while let bytes = try file.read(upToCount: 1 << 18), !bytes.isEmpty {
      try interruption.cancellation.check()
      try interruption.write(bytes)
    }
  }
}
