import Foundation
import GuiseCore
import GuiseMedia
import GuiseTracking

/// Finds the faces of a photo or video, frame by frame, without drawing.
///
///     let export = TrackingExport(resources: resources, options: ExportOptions())
///     let report = try export.run(input, cancellation: cancellation) { print($0.jsonLine) }
public struct TrackingExport: Sendable {
  private let resources: ExportResources
  private let options: ExportOptions

  /// - Parameter options: those that are about outputs have no effect.
  public init(resources: ExportResources, options: ExportOptions) {
    self.resources = resources
    self.options = options
  }

  /// Tracks one photo or video.
  ///
  /// - Parameter record: gets every frame in order, on a thread of this run. An error that it throws
  ///   ends the run.
  /// - Throws: ``PipelineError``.
  public func run(
    _ input: URL, cancellation: Cancellation,
    progress: @escaping VideoExport.Progress = { _, _ in },
    record: @escaping @Sendable (TrackingRecord) throws -> Void
  ) throws(PipelineError) -> ExportReport {
    let start = ContinuousClock.now
    let startTime = processTime()
    let tally = Tally()
    do {
      let kind = try stage(.badInput) { try MediaKind.probe(input) }
      let run = PipelineRun(cancellation: cancellation)
      switch kind {
      case .photo: self.startStages(of: run, photo: input, tally, record)
      case .video: self.startStages(of: run, video: input, tally, progress, record)
      }
      let stages = try run.wait()
      var report = tally.report
      report.stages = stages
      report.wallTime = ContinuousClock.now - start
      report.cpuTime = processTime() - startTime
      if options.requiresFace && report.faceCount == 0 {
        throw PipelineError(.noFace, "\(input.lastPathComponent): there is no face in it")
      }
      return report
    } catch {
      throw PipelineError(wrapping: error, as: .badInput)
    }
  }

  private func startStages(
    of run: PipelineRun, photo input: URL, _ tally: Tally,
    _ record: @escaping @Sendable (TrackingRecord) throws -> Void
  ) {
    run.stage("track") { [resources, options] clock in
      let photo = try stage(.badInput) { try PhotoReader.read(input) }
      let mode: TrackingOptions.Mode = photo.frames.count > 1 ? .streaming : .photo
      let tracker = try resources.tracker(mode, outputs: [.pose, .blendShapes], options)
      for (index, frame) in photo.frames.enumerated() {
        try run.check()
        let faces = try tracker.track(frame, camera: options.camera(of: frame))
        tally.count(faces)
        clock.frameCount += 1
        try record(TrackingRecord(frame: index, of: frame, faces: faces))
      }
    }
  }

  private func startStages(
    of run: PipelineRun, video input: URL, _ tally: Tally,
    _ progress: @escaping VideoExport.Progress,
    _ record: @escaping @Sendable (TrackingRecord) throws -> Void
  ) {
    let info = run.queue(of: VideoInfo.self, capacity: 1)
    let decoded = run.queue(of: Frame.self, capacity: 3)
    let records = run.queue(of: TrackingRecord.self, capacity: 3)

    run.stage("decode") { [options] clock in
      let reader = try stage(.badInput) {
        try VideoReader(url: input, options: VideoReadingOptions(trim: options.trim))
      }
      try info.push(reader.info, &clock)
      info.finish()
      while let frame = try stage(.badInput, { try reader.nextFrame() }) {
        try run.check()
        clock.frameCount += 1
        try decoded.push(frame, &clock)
      }
      decoded.finish()
    }

    run.stage("track") { [resources, options] clock in
      let tracker = try resources.tracker(.streaming, outputs: [.pose, .blendShapes], options)
      while let frame = try decoded.pop(&clock) {
        let faces = try tracker.track(frame, camera: options.camera(of: frame))
        tally.count(faces)
        try records.push(TrackingRecord(frame: clock.frameCount, of: frame, faces: faces), &clock)
        clock.frameCount += 1
      }
      records.finish()
    }

    run.stage("write") { clock in
      let frameCount = try info.pop(&clock)?.frameCount
      while let next = try records.pop(&clock) {
        try record(next)
        clock.frameCount += 1
        progress(clock.frameCount, frameCount)
      }
    }
  }
}

extension TrackingRecord {
  fileprivate init(frame index: Int, of frame: Frame, faces: [FaceAnchor]) {
    self.init(
      frame: index, time: frame.time, width: frame.width, height: frame.height, faces: faces)
  }
}
