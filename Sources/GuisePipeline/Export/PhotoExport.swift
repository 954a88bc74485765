import Foundation
import GuiseCore
import GuiseFilters
import GuiseMedia
import GuiseRendering
import GuiseTracking

/// Puts an outfit on photos, one after the other, with models and graphics that are set up once.
///
/// Setting up begins with the initialiser, on threads of its own, while the first photo is read.
/// Not `Sendable`: for several photos at a time use several.
///
///     let export = PhotoExport(Outfit([filter]), resources: resources, options: ExportOptions())
///     let report = try export.run(input, to: output, cancellation: Cancellation())
public final class PhotoExport {
  private let options: ExportOptions
  private let painter: SerialThread<FramePainter>
  private let stillTracker: Background<FaceTracker>
  /// For animated photos: their frames are followed like a video's.
  private let makeMovingTracker: () throws(PipelineError) -> FaceTracker
  private var movingTracker: FaceTracker?

  public init(_ outfit: Outfit, resources: ExportResources, options: ExportOptions) {
    self.options = options
    let outputs: TrackingOptions.Outputs =
      outfit.usesBlendShapes ? [.pose, .blendShapes] : [.pose]
    stillTracker = Background("tracker") {
      try resources.tracker(.photo, outputs: outputs, options)
    }
    makeMovingTracker = { () throws(PipelineError) in
      try resources.tracker(.streaming, outputs: outputs, options)
    }
    painter = SerialThread("draw") {
      let painter = try FramePainter(outfit, resources: resources)
      painter.warmUp(try resources.bundle().topology)
      return painter
    }
  }

  deinit {
    painter.close()
  }

  /// Reads a photo, animated or not, draws on it and writes it.
  ///
  /// A photo without a face is copied as a file where its format stays the same and nothing else is
  /// asked for.
  ///
  /// - Parameters:
  ///   - output: its extension says the format. The file appears whole or not at all.
  ///   - cancellation: looked at between two steps.
  /// - Throws: ``PipelineError`` with any code; nothing was written then.
  public func run(
    _ input: URL, to output: URL, cancellation: Cancellation
  ) throws(PipelineError) -> ExportReport {
    let start = ContinuousClock.now
    let startTime = processTime()
    do {
      try cancellation.check()
      var report = ExportReport()
      var photo = try report.measure("read") {
        try step(.badInput) { try PhotoReader.read(input) }
      }
      try cancellation.check()
      let faces = try trackAndDraw(&photo, into: &report, cancellation)
      try cancellation.check()
      if faces == 0 && options.requiresFace {
        throw PipelineError(.noFace, "\(input.lastPathComponent): there is no face in it")
      }
      report.warnings += photo.warnings
      let (result, warnings) = try report.measure("write") {
        try write(photo, of: input, to: output, hasFaces: faces > 0, cancellation)
      }
      report.result = result
      report.warnings += warnings
      if faces == 0 {
        report.warnings.append(
          report.result == .unchanged
            ? "there is no face in it: written unchanged"
            : "there is no face in it: written without a filter")
      }
      report.wallTime = ContinuousClock.now - start
      report.cpuTime = processTime() - startTime
      return report
    } catch {
      throw PipelineError(wrapping: error, as: .badInput)
    }
  }

  /// - Returns: the most faces of a frame.
  private func trackAndDraw(
    _ photo: inout Photo, into report: inout ExportReport, _ cancellation: Cancellation
  ) throws -> Int {
    let isAnimated = photo.frames.count > 1
    let tracker = try report.measure("load") {
      try isAnimated ? animationTracker() : stillTracker.value()
    }
    tracker.reset()
    for index in photo.frames.indices {
      try cancellation.check()
      let camera = options.camera(of: photo.frames[index])
      let faces = try report.measure("track") {
        try tracker.track(photo.frames[index], camera: camera)
      }
      report.count(faces: faces.count)
      if faces.isEmpty && !options.isMirrored { continue }
      // The frame is handed over, so that the painter is its only owner and copies nothing.
      let handover = Handover(photo.take(frame: index))
      let isMirrored = options.isMirrored
      let start = ContinuousClock.now
      let (frame, rect, cpuTime) = try painter.perform { painter in
        let cpuTime = currentThreadTime()
        if index == 0 { painter.reset() }
        var frame = handover.take()
        let rect =
          faces.isEmpty ? .zero : try painter.paint(faces, camera: camera, on: &frame)
        if isMirrored { frame.mirror() }
        return (frame, rect, currentThreadTime() - cpuTime)
      }
      report.add("draw", wallTime: ContinuousClock.now - start, cpuTime: cpuTime)
      photo.frames[index] = frame
      report.touchedRect = report.touchedRect.union(rect)
    }
    return report.faceCount
  }

  private func animationTracker() throws(PipelineError) -> FaceTracker {
    if let movingTracker { return movingTracker }
    let tracker = try makeMovingTracker()
    movingTracker = tracker
    return tracker
  }

  private func write(
    _ photo: Photo, of input: URL, to output: URL, hasFaces: Bool, _ cancellation: Cancellation
  ) throws(PipelineError) -> (ExportReport.Result, warnings: [String]) {
    let file = try step(.badOutput) {
      try AtomicFile(for: output, policy: options.replacesOutput ? .overwrite : .keepExisting)
    }
    do {
      var warnings: [String] = []
      let isCopied = !hasFaces && staysTheSame(photo, output)
      if isCopied {
        try copy(input, to: file.temporaryURL)
      } else {
        warnings = try PhotoWriter.write(
          photo, to: file.temporaryURL,
          options: PhotoWritingOptions(
            quality: options.quality, stripMetadata: options.stripsMetadata))
      }
      try cancellation.check()
      try file.commit()
      return (isCopied ? .unchanged : .written, warnings)
    } catch {
      file.discard()
      // The writer knows the temporary file only.
      var error = PipelineError(wrapping: error, as: .badOutput)
      error.message = error.message.replacing(
        file.temporaryURL.lastPathComponent, with: output.lastPathComponent)
      throw error
    }
  }

  private func staysTheSame(_ photo: Photo, _ output: URL) -> Bool {
    !options.isMirrored && !options.stripsMetadata && options.quality == nil
      && PhotoFormat(pathExtension: output.pathExtension) == photo.format
  }

  private func copy(_ input: URL, to output: URL) throws {
    let source = try FileHandle(forReadingFrom: input)
    defer { try? source.close() }
    let destination = try FileHandle(forWritingTo: output)
    defer { try? destination.close() }
    while let bytes = try source.read(upToCount: 1 << 20), !bytes.isEmpty {
      try destination.write(contentsOf: bytes)
    }
  }

  /// Runs `body`; its errors mean `code`.
  private func step<Value>(
    _ code: PipelineError.Code, _ body: () throws -> Value
  ) throws(PipelineError) -> Value {
    do {
      return try body()
    } catch {
      throw PipelineError(wrapping: error, as: code)
    }
  }
}

extension Photo {
  /// Takes a frame out and leaves one of a single pixel.
  fileprivate mutating func take(frame index: Int) -> Frame {
    var frame = Frame(format: .rgb8, width: 1, height: 1)
    swap(&frame, &frames[index])
    return frame
  }
}

/// Carries a value to one other thread and lets go of it there.
private final class Handover<Value>: @unchecked Sendable {
  // Unchecked: filled before the other thread starts to look, emptied by it alone.
  private var value: Value?

  init(_ value: consuming Value) {
    self.value = consume value
  }

  func take() -> Value {
    guard let value = value.take() else { preconditionFailure("handed over twice") }
    return value
  }
}
