import Foundation
import GuiseMedia
import GuisePipeline

/// `guise track`: the faces of a photo or video as data.
struct TrackCommand: Command {
  var output: String?
  var format: String?
  var faceCount: Int?
  var fieldOfView: Double?
  var trim: TimeRange?
  var requiresFace = false
  var overwrites = false
  var isJSON = false
  var isQuiet = false
  var input: String?

  static let syntax = Syntax<TrackCommand>(
    name: "track", summary: "Write the faces of a photo or video as data, without drawing",
    discussion: """
      Writes one JSON object a line for each frame, or comma-separated values with a row for each \
      face: landmarks in pixels, blend shapes, the head's transform in metres, eyes and gaze. A \
      photo is frame 0. Documentation/CommandLine.md describes every field.
      """,
    operands: .one(\.input, value: .path("IN"), help: "A photo or video; - is standard input."),
    options: [
      .option(
        \.output, "output", short: "o", value: .path("OUT"),
        help: "A .jsonl or .csv file; - (the default) is standard output."),
      .option(
        \.format, "format", value: .choice("FORMAT", of: ["jsonl", "csv"]),
        help: "jsonl or csv, where OUT's name doesn't say it; jsonl by default."),
      .option(
        \.faceCount, "faces", value: .integer("N", in: 1...64),
        help: "At most N faces: 64 in photos and 4 in videos by default; 8 is a video's most."),
      .option(
        \.fieldOfView, "fov", value: .number("DEG", in: 5...170),
        help: "The camera's vertical field of view in degrees; 63 by default."),
      .option(
        \.trim, "trim", value: .timeRange,
        help: "Only this part of a video, such as 5-10, 1:30- or -0:20."),
      .flag(
        \.requiresFace, "require-face",
        help: "End with status 3 where no face is found; no file is written."),
      .flag(\.overwrites, "overwrite", help: "Replace OUT where it exists."),
      .flag(\.isJSON, "json", help: "Print a JSON object about the whole run; OUT must be a file."),
      .flag(\.isQuiet, "quiet", short: "q", help: "Only warnings and errors."),
    ],
    examples: [
      .init("guise track me.jpg", "Prints one line of JSON."),
      .init("guise track clip.mp4 -o clip.csv", "A table for a spreadsheet."),
    ],
    validate: { command throws(UsageError) in
      if command.isJSON, command.file == nil {
        throw UsageError("--json can't share standard output with the data: give -o FILE")
      }
      if let file = command.file, !["jsonl", "csv"].contains(file.pathExtension.lowercased()),
        command.format == nil
      {
        throw UsageError(
          "“\(file.lastPathComponent)” ends in neither .jsonl nor .csv: give --format")
      }
    })

  /// Nil for standard output.
  private var file: URL? {
    output.flatMap { $0 == "-" ? nil : URL(fileURLWithPath: $0) }
  }

  private var isCSV: Bool { (format ?? file?.pathExtension.lowercased()) == "csv" }

  func run(on console: Console) throws -> ExitCode {
    let console = console.quieted(isQuiet)
    let interruption = Interruption(on: console)
    let resources = ExportResources()
    let name = input ?? ""
    do {
      let pipes = Pipes()
      defer { pipes.remove() }
      let source =
        try name == "-"
        ? pipes.readStandardInput(interruption.cancellation) : URL(fileURLWithPath: name)
      let report = try track(source, resources, interruption, console)
      if report.faceCount == 0 { console.warning("\(name): there is no face in it") }
      if isJSON, let file { console.result(json(report, file)) }
      return .done
    } catch let error as PipelineError {
      if error.code == .cancelled { return interruption.exitCode }
      console.error(ApplyPlan.Failure(name: name, reason: error.message).text)
      if error.code == .missingDependency { console.note("“guise doctor” says what to install.") }
      return ExitCode(error.code)
    } catch let error as MediaError {
      // Of the output: those of the input are wrapped.
      console.error(error.message)
      return .inputsFailed
    }
  }

  private func track(
    _ source: URL, _ resources: ExportResources, _ interruption: Interruption, _ console: Console
  ) throws -> ExportReport {
    var options = ExportOptions()
    options.maximumFaceCount = faceCount
    options.verticalFieldOfViewRadians = fieldOfView.map { Float($0 * .pi / 180) }
    options.trim = trim?.videoTrim
    options.requiresFace = requiresFace
    let atomic = try file.map {
      try AtomicFile(for: $0, policy: overwrites ? .overwrite : .keepExisting)
    }
    let sink = try LineWriter(atomic, interruption)
    if isCSV { try sink.write(TrackingRecord.csvHeader) }
    let progress = ProgressLine(
      on: console, isShown: !isQuiet && file != nil && Terminal.isStandardErrorTerminal,
      unit: "frames", label: input ?? "")
    defer { progress.finish() }
    let isCSV = isCSV
    let report = try TrackingExport(resources: resources, options: options).run(
      source, cancellation: interruption.cancellation,
      progress: { progress.update(done: $0, of: $1) },
      record: { record in
        for line in isCSV ? record.csvLines : [record.jsonLine] { try sink.write(line) }
      })
    try sink.close()
    try atomic?.commit()
    return report
  }

  private func json(_ report: ExportReport, _ file: URL) -> String {
    var line = JSONLine()
    line.add("input", input ?? "")
    line.add("output", file.path)
    line.add("frames", report.frameCount)
    line.add("framesWithFaces", report.frameCountWithFaces)
    line.add("faces", report.faceCount)
    line.add("seconds", report.wallTime.seconds)
    line.add("cpuSeconds", report.cpuTime.seconds)
    line.add("stages", report.stages.map(\.json))
    return line.text
  }
}

/// Writes lines to a file or to standard output.
private final class LineWriter: Sendable {
  private let file: FileHandle?
  private let name: String
  private let interruption: Interruption

  /// - Parameter output: nil for standard output.
  init(_ output: AtomicFile?, _ interruption: Interruption) throws {
    file = try output.map { try FileHandle(forWritingTo: $0.temporaryURL) }
    name = output?.destination.lastPathComponent ?? ""
    self.interruption = interruption
  }

  func write(_ line: String) throws(PipelineError) {
    guard let file else { return try interruption.write((line + "\n").utf8) }
    do {
      try StandardStreams.write((line + "\n").utf8, to: file.fileDescriptor)
    } catch {
      throw PipelineError(.badOutput, "\(name) can't be written: \(error.reason)")
    }
  }

  func close() throws {
    try file?.close()
  }
}
