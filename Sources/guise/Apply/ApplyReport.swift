import GuisePipeline

/// What `guise apply` says about one input that went well.
struct ApplyReport {
  var job: ApplyPlan.Job
  var report: ExportReport

  /// The output's path on standard output, or the whole report as JSON; warnings as messages.
  func print(on console: Console, isJSON: Bool) {
    for warning in report.warnings {
      console.warning(ApplyPlan.Failure(name: job.input.name, reason: warning).text)
    }
    console.note("\(job.input.name): \(summary)")
    if isJSON {
      console.result(json)
    } else if let output = job.output {
      console.result(output.relativePath)
    }
  }

  private var summary: String {
    let faces = report.faceCount == 1 ? "1 face" : "\(report.faceCount) faces"
    guard report.frameCount > 1 else { return faces }
    let seconds = (report.wallTime.seconds * 10).rounded() / 10
    return "\(report.frameCount) frames, \(report.frameCountWithFaces) with a face, "
      + "at most \(faces), \(seconds) s"
  }

  private var json: String {
    var line = JSONLine()
    line.add("input", job.input.name)
    line.add("status", report.result.rawValue)
    line.add("kind", job.kind == .photo ? "photo" : "video")
    line.add("output", job.output?.path ?? "-")
    line.add("frames", report.frameCount)
    line.add("framesWithFaces", report.frameCountWithFaces)
    line.add("faces", report.faceCount)
    line.add("warnings", report.warnings)
    line.add("seconds", report.wallTime.seconds)
    line.add("cpuSeconds", report.cpuTime.seconds)
    line.add("stages", report.stages.map(\.json))
    return line.text
  }

  static func json(_ failure: ApplyPlan.Failure, code: PipelineError.Code) -> String {
    var line = JSONLine()
    line.add("input", failure.name)
    line.add("status", "failed")
    line.add("code", code.rawValue)
    line.add("message", failure.reason)
    return line.text
  }
}

extension StageStatistics {
  var json: JSONLine {
    var line = JSONLine()
    line.add("name", name)
    line.add("frames", frameCount)
    line.add("cpuSeconds", cpuTime.seconds)
    line.add("seconds", wallTime.seconds)
    line.add("waitingForInputSeconds", waitingForInput.seconds)
    line.add("waitingForOutputSeconds", waitingForOutput.seconds)
    return line
  }
}
