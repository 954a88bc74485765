import Foundation

/// Runs the tools that tests use to have pictures and clips decoded by somebody else.
public enum ToolProcess {
  /// Runs `tool`, found in the search path, and gives what it wrote to standard output.
  ///
  /// - Throws: where it can't be started, or ends with another status than 0.
  public static func output(_ tool: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw SupportError(
        "\(tool) \(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
    }
    return data
  }
}
