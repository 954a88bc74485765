import Foundation
import GuiseCore
import TestSupport

/// Runs the built `guise` as a user's shell would.
struct GuiseProcess {
  struct Result {
    var status: Int32
    var output: Data
    var messages: String
    var text: String { String(decoding: output, as: UTF8.self) }
    /// The lines that say what went wrong.
    var errors: [String] {
      messages.split(separator: "\n").map(String.init).filter { $0.hasPrefix("error: ") }
    }
  }

  /// The executable beside the test bundle.
  static let executable = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("guise")

  /// Whether what setup installs is there; without it no face can be found.
  static let isSetUp =
    Installation.locate("models/face_landmarker_v2.task") != nil
    && Installation.locate("samples/astronaut.png") != nil

  /// A folder of its own, gone when the object is.
  final class Scratch {
    let url: URL

    init() throws {
      url = FileManager.default.temporaryDirectory
        .appendingPathComponent("guise-test-\(UUID().uuidString)").resolvingSymlinksInPath()
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try write(
        "filters/dot/filter.json",
        """
        {"formatVersion": 1, "id": "dot", "title": "Dot", "layers": [
          {"kind": "emoji", "feature": "nose", "options": ["🔴", "off"]}]}
        """)
    }

    deinit {
      try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    func write(_ name: String, _ text: String) throws {
      try write(name, Data(text.utf8))
    }

    func write(_ name: String, _ data: Data) throws {
      let file = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }

    func copySample(to name: String) throws {
      guard let sample = Installation.locate("samples/astronaut.png") else {
        throw SupportError("the sample photo is missing")
      }
      try write(name, try Data(contentsOf: sample))
    }

    /// All files but the filters, relative, hidden ones too.
    var files: [String] {
      let all = (try? FileManager.default.subpathsOfDirectory(atPath: url.path)) ?? []
      return all.filter { path in
        var isFolder: ObjCBool = false
        _ = unsafe FileManager.default.fileExists(
          atPath: url.appendingPathComponent(path).path, isDirectory: &isFolder)
        return !isFolder.boolValue && !path.hasPrefix("filters/") && !path.hasPrefix("stream-")
      }.sorted()
    }
  }

  /// - Parameters:
  ///   - environment: added to the test's own.
  ///   - signal: sent after `delay` seconds.
  ///   - shellLimit: what `ulimit` is to say before.
  ///   - redirection: what a shell is to do with the streams, `<&-`.
  static func run(
    _ arguments: [String], in scratch: Scratch, input: Data? = nil,
    environment: [String: String] = [:], signal: Int32? = nil, delay: Double = 0,
    shellLimit: String? = nil, redirection: String? = nil
  ) throws -> Result {
    let process = Process()
    if shellLimit != nil || redirection != nil {
      let limit = shellLimit.map { "ulimit \($0); " } ?? ""
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments =
        ["-c", "\(limit)\"$0\" \"$@\" \(redirection ?? "")", executable.path] + arguments
    } else {
      process.executableURL = executable
      process.arguments = arguments
    }
    process.currentDirectoryURL = scratch.url
    var variables = ProcessInfo.processInfo.environment
    variables["GUISE_FILTERS"] = scratch.path("filters")
    variables.merge(environment) { $1 }
    process.environment = variables
    // Files, not pipes: nobody has to read while it runs.
    let names = ["stream-in", "stream-out", "stream-err"].map { scratch.path("\($0)-\(UUID())") }
    try (input ?? Data()).write(to: URL(fileURLWithPath: names[0]))
    for name in names[1...] { try Data().write(to: URL(fileURLWithPath: name)) }
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: names[0]))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: names[1]))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: names[2]))
    try process.run()
    if let signal {
      Thread.sleep(forTimeInterval: delay)
      kill(process.processIdentifier, signal)
    }
    let deadline = Date(timeIntervalSinceNow: 60)
    while process.isRunning {
      if Date() > deadline {
        kill(process.processIdentifier, SIGKILL)
        throw SupportError("guise \(arguments.joined(separator: " ")) does not end")
      }
      Thread.sleep(forTimeInterval: 0.005)
    }
    return Result(
      status: process.terminationStatus,
      output: try Data(contentsOf: URL(fileURLWithPath: names[1])),
      messages: String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: names[2])), as: UTF8.self))
  }
}
