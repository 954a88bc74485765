import Foundation
import GuiseCore
import GuiseFilters
import GuiseMedia
import GuiseTracking

/// Puts an outfit on a video: decode, track, draw and encode, each on a thread of its own.
///
/// Every frame of the input reaches the output, with or without a face, in order and with its time.
/// Queues between the stages are bounded, so that memory doesn't grow with the video.
///
///     let export = VideoExport(Outfit([filter]), resources: resources, options: ExportOptions())
///     let report = try export.run(input, to: output, cancellation: cancellation) { done, total in … }
public struct VideoExport: Sendable {
  /// Told how many frames are written, of how many where that is known.
  public typealias Progress = @Sendable (_ done: Int, _ total: Int?) -> Void

  private struct TrackedFrame: Sendable {
    var frame: Frame
    var faces: [FaceAnchor]
  }

  private let outfit: Outfit
  private let resources: ExportResources
  private let options: ExportOptions

  public init(_ outfit: Outfit, resources: ExportResources, options: ExportOptions) {
    self.outfit = outfit
    self.resources = resources
    self.options = options
  }

  /// Exports one video.
  ///
  /// - Parameters:
  ///   - output: its extension says the container. The file appears whole or not at all.
  ///   - cancellation: looked at between two frames.
  ///   - progress: called on the encoder's thread, after each frame.
  /// - Throws: ``PipelineError`` with any code; nothing was written then.
  public func run(
    _ input: URL, to output: URL, cancellation: Cancellation,
    progress: @escaping Progress = { _, _ in }
  ) throws(PipelineError) -> ExportReport {
    let start = ContinuousClock.now
    let startTime = processTime()
    let run = PipelineRun(cancellation: cancellation)
    let tally = Tally()
    startStages(of: run, input, output, tally, progress)
    do {
      let stages = try run.wait()
      var report = tally.report
      report.stages = stages
      report.wallTime = ContinuousClock.now - start
      report.cpuTime = processTime() - startTime
      if report.frameCountWithFaces == 0 {
        report.warnings.append("there is no face in it: written without a filter")
      }
      return report
    } catch {
      throw PipelineError(wrapping: error, as: .badInput)
    }
  }

  private func startStages(
    of run: PipelineRun, _ input: URL, _ output: URL, _ tally: Tally, _ progress: @escaping Progress
  ) {
    let info = run.queue(of: VideoInfo.self, capacity: 1)
    let decoded = run.queue(of: Frame.self, capacity: Self.queueCapacity)
    let tracked = run.queue(of: TrackedFrame.self, capacity: Self.queueCapacity)
    let drawn = run.queue(of: Frame.self, capacity: Self.queueCapacity)
    let pool = FramePool()

    run.stage("decode") { [options] clock in
      let reader = try stage(.badInput) {
        try VideoReader(url: input, options: VideoReadingOptions(trim: options.trim, pool: pool))
      }
      try info.push(reader.info, &clock)
      info.finish()
      while let frame = try stage(.badInput, { try reader.nextFrame() }) {
        try run.check()
        clock.frameCount += 1
        try decoded.push(consume frame, &clock)
      }
      tally.add(warnings: reader.warnings)
      decoded.finish()
    }

    run.stage("track") { [outfit, resources, options] clock in
      var options = options
      options.inferenceThreadCount = options.inferenceThreadCount ?? Self.inferenceThreadCount
      let tracker = try resources.tracker(
        .streaming, outputs: outfit.usesBlendShapes ? [.pose, .blendShapes] : [.pose], options)
      while let frame = try decoded.pop(&clock) {
        let faces = try tracker.track(frame, camera: options.camera(of: frame))
        clock.frameCount += 1
        // Given away whole: a frame that two stages hold is copied when it is drawn on.
        try tracked.push(TrackedFrame(frame: consume frame, faces: consume faces), &clock)
      }
      tracked.finish()
    }

    run.stage("draw") { [outfit, resources, options] clock in
      let painter = try FramePainter(outfit, resources: resources)
      while var next = try tracked.pop(&clock) {
        tally.count(next.faces)
        if !next.faces.isEmpty {
          let camera = options.camera(of: next.frame)
          tally.add(touched: try painter.paint(next.faces, camera: camera, on: &next.frame))
        }
        if options.isMirrored { next.frame.mirror() }
        clock.frameCount += 1
        try drawn.push((consume next).frame, &clock)
      }
      drawn.finish()
    }

    run.stage("encode") { [options] clock in
      guard let info = try info.pop(&clock) else { return }
      try checkDestination(output)
      let writer = try stage(.badOutput) {
        try VideoWriter(
          url: output, like: info,
          options: VideoWritingOptions(
            quality: options.quality, stripMetadata: options.stripsMetadata))
      }
      do {
        while let frame = try drawn.pop(&clock) {
          try stage(.badOutput) { try writer.write(frame) }
          clock.frameCount += 1
          pool.recycle(consume frame)
          progress(clock.frameCount, info.frameCount)
        }
        try run.check()
        if options.requiresFace && !tally.hasFaces {
          throw PipelineError(.noFace, "\(input.lastPathComponent): there is no face in it")
        }
        try checkDestination(output)
        try stage(.badOutput) { try writer.finish() }
        tally.add(warnings: writer.warnings)
      } catch {
        writer.cancel()
        throw error
      }
    }
  }

  /// The writer replaces what is there; whether it may is known here.
  private func checkDestination(_ output: URL) throws(PipelineError) {
    if !options.replacesOutput, FileManager.default.fileExists(atPath: output.path) {
      throw PipelineError(.badOutput, "\(output.lastPathComponent): exists already")
    }
  }

  /// Frames that wait between two stages: enough to even out that some frames take longer.
  private static let queueCapacity = 3

  /// A second thread speeds one frame up, but costs more CPU time in all; where the other stages
  /// have work for every core, one is better.
  static let inferenceThreadCount = ProcessInfo.processInfo.activeProcessorCount >= 6 ? 2 : 1
}

/// Runs `body` in a stage; its errors mean `code`.
func stage<Value>(
  _ code: PipelineError.Code, _ body: () throws -> Value
) throws(PipelineError) -> Value {
  do {
    return try body()
  } catch {
    throw PipelineError(wrapping: error, as: code)
  }
}
