import Foundation
import GuiseCore
import GuiseFilters
import GuiseMedia
import GuisePipeline
import Synchronization

/// One call of `guise apply`, from its arguments to its exit code.
final class ApplyRun: Sendable {
  private let command: ApplyCommand
  private let console: Console
  private let interruption: Interruption
  private let outcome = Mutex(Outcome())

  private struct Outcome {
    var failures: [ApplyPlan.Failure] = []
    var codes: Set<PipelineError.Code> = []
    var doneCount = 0
  }

  init(_ command: ApplyCommand, on console: Console) {
    self.command = command
    self.console = console
    interruption = Interruption(on: console)
  }

  func run() throws -> ExitCode {
    // Loads models from here on, while filters are found and inputs looked at.
    let resources = ExportResources()
    let (outfit, warnings) = try OutfitLoader(resources).load(
      filters: command.filters, faceFilters: command.faceFilters, emoji: command.emoji)
    warnings.forEach(console.warning)

    let pattern = try outputPattern()
    let (inputs, missing) = Input.expand(
      command.inputs, outputFolder: pattern.folder, isBeside: pattern == .beside)
    var plan = ApplyPlan(
      pattern: pattern, format: command.format, filter: outfit.allIDs.first ?? "",
      overwrites: command.overwrites)
    for failure in missing {
      // “guise apply -f emoji in.jpg out.jpg”
      let isMeantForOutput =
        command.output == nil && command.inputs.count > 1 && failure.name == command.inputs.last
        && failure.reason == Input.notFound
      plan.fail(
        failure.name, failure.reason + (isMeantForOutput ? "; an output is named with -o" : ""))
    }
    let pipes = Pipes()
    defer { pipes.remove() }
    for input in inputs {
      do throws(PipelineError) {
        if let url = input.url {
          plan.add(input, source: url)
        } else {
          plan.add(input, source: try pipes.readStandardInput(interruption.cancellation))
        }
      } catch {
        if error.code == .cancelled { return interruption.exitCode }
        plan.fail(input.name, error.message)
      }
    }
    try plan.check()
    for failure in plan.failures { report(failure, code: .badInput) }

    var options = command.exportOptions
    export(plan.jobs.filter { $0.kind == .photo }, outfit, resources, options, pipes)
    options.maximumFaceCount = command.faceCount.map { min($0, 8) }
    for job in plan.jobs where job.kind == .video && !shouldStop {
      let export = VideoExport(outfit, resources: resources, options: options)
      let progress = progressLine(unit: "frames", label: job.input.name)
      perform(job, pipes) { output, cancellation throws(PipelineError) in
        try export.run(job.source, to: output, cancellation: cancellation) {
          progress.update(done: $0, of: $1)
        }
      }
      progress.finish()
    }
    return finish(inputCount: plan.jobs.count + plan.failures.count)
  }

  private func outputPattern() throws(UsageError) -> OutputPattern {
    if let output = command.output {
      let pattern = try OutputPattern(output)
      if pattern == .pipe && command.isJSON {
        throw UsageError("--json can't share standard output with -o -")
      }
      return pattern
    }
    return command.inputs == ["-"] ? .pipe : .beside
  }

  // MARK: Work

  private func export(
    _ photos: [ApplyPlan.Job], _ outfit: Outfit, _ resources: ExportResources,
    _ options: ExportOptions, _ pipes: Pipes
  ) {
    guard !photos.isEmpty else { return }
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let threadCount = min(command.jobs ?? min(cores, 8), photos.count)
    var options = options
    // Several photos at a time keep the cores busy by themselves.
    options.inferenceThreadCount = threadCount > 1 ? 1 : min(cores, 2)
    let progress = progressLine(unit: "photos", label: "")
    Batch.run(
      photos, threadCount: threadCount, cancellation: interruption.cancellation,
      worker: { [options] in PhotoExport(outfit, resources: resources, options: options) },
      body: { [self] export, job in
        guard !shouldStop else { return }
        perform(job, pipes) { output, cancellation throws(PipelineError) in
          try export.run(job.source, to: output, cancellation: cancellation)
        }
        progress.update(done: outcome.withLock { $0.doneCount }, of: photos.count)
      })
    progress.finish()
  }

  /// Runs one export and reports what became of it.
  private func perform(
    _ job: ApplyPlan.Job, _ pipes: Pipes,
    _ export: (URL, Cancellation) throws(PipelineError) -> ExportReport
  ) {
    do {
      if job.kind == .photo, command.trim != nil {
        console.warning("\(job.input.name): --trim has no effect on a photo")
      }
      let madeFolders = try job.output.map(makeFolder) ?? nil
      let report: ExportReport
      do {
        let output = try job.output ?? pipes.output(format: job.format)
        report = try export(output, interruption.cancellation)
        if job.output == nil {
          try pipes.writeStandardOutput(output, interruption)
        }
      } catch {
        madeFolders.map(removeEmptyFolders)
        throw error
      }
      outcome.withLock { $0.doneCount += 1 }
      ApplyReport(job: job, report: report).print(on: console, isJSON: command.isJSON)
    } catch let error as PipelineError {
      let failure = ApplyPlan.Failure(name: job.input.name, reason: error.message)
      self.report(failure, code: error.code)
    } catch {
      let failure = ApplyPlan.Failure(
        name: job.input.name, reason: (error as NSError).localizedDescription)
      self.report(failure, code: .badOutput)
    }
  }

  /// Makes the folder of an output.
  ///
  /// - Returns: the topmost folder that was missing.
  private func makeFolder(of output: URL) throws(PipelineError) -> URL? {
    let folder = output.deletingLastPathComponent()
    var missing: URL?
    var parent = folder
    while !FileManager.default.fileExists(atPath: parent.path), parent.path != "/" {
      missing = parent
      parent.deleteLastPathComponent()
    }
    guard missing != nil else { return nil }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return missing
    } catch {
      throw PipelineError(
        .badOutput, "the folder \(folder.path) can't be made: \(error.localizedDescription)")
    }
  }

  /// Nothing was written: what was made for it goes, unless others wrote there meanwhile.
  private func removeEmptyFolders(_ folder: URL) {
    let manager = FileManager.default
    let children =
      (try? manager.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    children.filter(\.hasDirectoryPath).forEach(removeEmptyFolders)
    if (try? manager.contentsOfDirectory(atPath: folder.path))?.isEmpty == true {
      try? manager.removeItem(at: folder)
    }
  }

  // MARK: Outcome

  /// Whether nothing more can come of it.
  private var shouldStop: Bool {
    interruption.cancellation.isCancelled
      || outcome.withLock { $0.codes.contains(.missingDependency) }
  }

  private func report(_ failure: ApplyPlan.Failure, code: PipelineError.Code) {
    let isFirst = outcome.withLock { outcome in
      if code != .cancelled { outcome.failures.append(failure) }
      return outcome.codes.insert(code).inserted
    }
    if code == .cancelled || (code == .missingDependency && !isFirst) { return }
    console.error(failure.text)
    if command.isJSON {
      console.result(ApplyReport.json(failure, code: code))
    }
  }

  private func finish(inputCount: Int) -> ExitCode {
    let outcome = outcome.withLock { $0 }
    if interruption.cancellation.isCancelled { return interruption.exitCode }
    if outcome.codes.contains(.missingDependency) {
      console.note("“guise doctor” says what to install.")
      return .missingDependency
    }
    if outcome.failures.count > 0, inputCount > 1 {
      let summary = "\(outcome.failures.count) of \(inputCount) inputs failed"
      // They are named once more only where they stand among what went well.
      if outcome.doneCount > 0 {
        console.error("\(summary):")
        for failure in outcome.failures { console.error("  \(failure.text)") }
      } else {
        console.error(summary)
      }
    }
    if outcome.failures.isEmpty { return .done }
    return outcome.codes == [.noFace] ? .noFace : .inputsFailed
  }

  private func progressLine(unit: String, label: String) -> ProgressLine {
    ProgressLine(
      on: console, isShown: !console.isQuiet && Terminal.isStandardErrorTerminal, unit: unit,
      label: label)
  }
}

extension ApplyPlan.Failure {
  /// Messages of the modules below begin with the file's name already.
  var text: String {
    let file = (name as NSString).lastPathComponent
    return reason.hasPrefix("\(file):") || reason.hasPrefix("\(name):")
      ? name + reason.dropFirst(reason.hasPrefix("\(name):") ? name.count : file.count)
      : "\(name): \(reason)"
  }
}

extension Outfit {
  var allIDs: [String] { (filters + filtersByPlace.values.flatMap { $0 }).map(\.id) }
}
