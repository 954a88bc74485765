import Foundation

/// A child process that reads damaged files one after the other. When it dies or hangs, the file that
/// did it is known, and the next one starts.
final class Worker {
  enum Outcome {
    case answered(message: String)
    /// With what is known of the end: a signal, a timeout, memory.
    case failed(String)
  }

  /// Bytes of memory that reading one file may take.
  static let memoryLimit = 1 << 30
  /// Milliseconds that reading one file may take.
  static let timeLimit: Int32 = 20_000

  private let target: FuzzTarget
  private var process: Process?
  private var input = FileHandle.nullDevice
  private var output = FileHandle.nullDevice

  init(_ target: FuzzTarget) {
    self.target = target
  }

  func read(_ url: URL) throws -> Outcome {
    let process = try running()
    do {
      try input.write(contentsOf: Data("\(url.path)\n".utf8))
    } catch {
      return end("the reader was gone")
    }
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      guard wait(for: output.fileDescriptor) else {
        kill(process.processIdentifier, SIGKILL)
        return end("no answer after \(Self.timeLimit / 1000) s")
      }
      let part = output.availableData
      guard !part.isEmpty else { return end("crashed") }
      line += part
    }
    let fields = String(decoding: line.dropLast(), as: UTF8.self)
      .split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    let peak = (fields.first.flatMap { Int($0) } ?? 0) * 1024
    let message = fields.count > 1 ? String(fields[1]) : ""
    if peak > Self.memoryLimit {
      kill(process.processIdentifier, SIGKILL)
      return end("took \(peak >> 20) MiB of memory")
    }
    return message.isEmpty ? .failed("failed without a message") : .answered(message: message)
  }

  /// Ends the child.
  func close() {
    try? input.close()
    process?.waitUntilExit()
    process = nil
  }

  private func end(_ reason: String) -> Outcome {
    process?.waitUntilExit()
    let status = process.map { process in
      process.terminationReason == .uncaughtSignal
        ? ", signal \(process.terminationStatus)" : ", status \(process.terminationStatus)"
    }
    process = nil
    return .failed(reason + (status ?? ""))
  }

  private func wait(for descriptor: Int32) -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe Glibc.poll(&poll, 1, Self.timeLimit) > 0
  }

  private func running() throws -> Process {
    if let process { return process }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--worker", target.rawValue]
    // A backtrace takes longer than a thousand files.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let (toChild, fromChild) = (Pipe(), Pipe())
    process.standardInput = toChild
    process.standardOutput = fromChild
    process.standardError = FileHandle.nullDevice
    try process.run()
    input = toChild.fileHandleForWriting
    output = fromChild.fileHandleForReading
    self.process = process
    return process
  }

  /// The child's side: answers each path with the peak of its memory in KiB, a tab, and the message.
  static func serve(_ target: FuzzTarget) {
    // Ends a reader that runs away before it takes the machine with it.
    var limit = rlimit(rlim_cur: 8 << 30, rlim_max: 8 << 30)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
    while let path = readLine() {
      resetPeak()
      let message = target.read(URL(fileURLWithPath: path))
        .replacingOccurrences(of: "\n", with: " ")
      FileHandle.standardOutput.write(Data("\(peak)\t\(message)\n".utf8))
    }
  }

  private static func resetPeak() {
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
  }

  /// KiB.
  private static var peak: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
