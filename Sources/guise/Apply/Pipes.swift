import Foundation
import GuisePipeline

/// Standard input and output as files: codecs want to seek, and an output must be whole before its
/// first byte leaves.
///
/// The files lie in a folder that is made when it is needed, and goes away by ``remove()``.
struct Pipes: Sendable {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("guise-\(UUID().uuidString)", isDirectory: true)

  /// Says that a write to standard output failed.
  static let lostReader = "standard output can't be written: nobody reads it, or the disk is full"

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  private func makeFolder() throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Reads standard input to its end.
  ///
  /// - Throws: when `cancellation` is raised meanwhile, or the disk is full.
  func readStandardInput(_ cancellation: Cancellation) throws -> URL {
    try makeFolder()
    let url = folder.appendingPathComponent("input")
    try Data().write(to: url)
    let file = try FileHandle(forWritingTo: url)
    defer { try? file.close() }
    let input = FileHandle.standardInput
    while true {
      try cancellation.check()
      guard waitForInput(fileDescriptor: input.fileDescriptor, milliseconds: 100) else { continue }
      // What is there, not a full megabyte: more would block.
      let bytes = input.availableData
      if bytes.isEmpty { return url }
      try file.write(contentsOf: bytes)
    }
  }

  /// A place for what goes to standard output.
  func output(format: String) throws -> URL {
    try makeFolder()
    return folder.appendingPathComponent("output.\(format)")
  }

  /// Copies a finished file to standard output.
  ///
  /// - Throws: when the reader went away, or `cancellation` is raised.
  func writeStandardOutput(_ url: URL, _ cancellation: Cancellation) throws {
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    while let bytes = try file.read(upToCount: 1 << 18), !bytes.isEmpty {
      try cancellation.check()
      do {
        try FileHandle.standardOutput.write(contentsOf: bytes)
      } catch {
        throw PipelineError(.badOutput, Self.lostReader)
      }
    }
  }
}
