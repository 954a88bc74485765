import Foundation
import GuiseCodecs
import GuiseCore
import GuiseFilters
import GuiseMedia
import GuiseRendering
import GuiseTracking

/// What can be measured. Each has the whole process to itself.
enum Benchmark {
  /// The tracker in streaming mode, with blend shapes and pose.
  static func track(_ arguments: Arguments) throws -> Measurement {
    let frames = try RawFrames.load(arguments.operand(1, "a file of frames"))
    let tracker = try tracker(arguments)
    let count = arguments.number("count", default: 240)
    var points: [Float] = []
    let wantsPoints = arguments.option("points") != nil
    let measurement = try Measurement(warmUp: wantsPoints ? 0 : 30, count: count) { index in
      let faces = try tracker.track(at(index, of: frames))
      if wantsPoints { append(faces, to: &points) }
      return faces.count { $0.isTracked }
    }
    if let path = arguments.option("points") {
      let bytes = unsafe points.withUnsafeBytes { unsafe Data($0) }
      try bytes.write(to: URL(fileURLWithPath: path))
    }
    return measurement
  }

  /// What is worn, drawn and blended: session, renderer, read-back, compositor.
  static func overlay(_ arguments: Arguments) throws -> Measurement {
    var frames = try RawFrames.load(arguments.operand(1, "a file of frames"))
    let tracker = try tracker(arguments)
    let anchors = try frames.map { try tracker.track($0) }
    let painter = try Painter(arguments.operand(2, "a filter"), topology: tracker.topology)
    return try Measurement { index in
      let place = index % frames.count
      try painter.paint(anchors[place], on: &frames[place], time: RawFrames.time(index))
      return anchors[place].count
    }
  }

  /// Tracking and drawing together, into frames of a pool, as an export does.
  static func frame(_ arguments: Arguments) throws -> Measurement {
    var frames = try RawFrames.load(arguments.operand(1, "a file of frames"))
    let tracker = try tracker(arguments)
    let painter = try Painter(arguments.operand(2, "a filter"), topology: tracker.topology)
    // Once through all frames before: buffers have then grown to the largest.
    return try Measurement(warmUp: frames.count) { index in
      let place = index % frames.count
      frames[place].time = RawFrames.time(index)
      let anchors = try tracker.track(frames[place])
      try painter.paint(anchors, on: &frames[place], time: RawFrames.time(index))
      return anchors.count
    }
  }

  /// Reading a clip.
  static func decode(_ arguments: Arguments) throws -> Measurement {
    let url = URL(fileURLWithPath: try arguments.operand(1, "a clip"))
    let count = try VideoReader(url: url).info.frameCount ?? 240
    let reader = try VideoReader(url: url)
    return try Measurement(warmUp: 0, count: count) { _ in try reader.nextFrame() == nil ? 0 : 1 }
  }

  /// Writing the first frames of a clip, decoded before, without sound and with the settings of an
  /// export, up to the finished file.
  static func encode(_ arguments: Arguments) throws -> Measurement {
    let reader = try VideoReader(url: URL(fileURLWithPath: arguments.operand(1, "a clip")))
    var frames: [Frame] = []
    while frames.count < arguments.number("count", default: 240),
      let frame = try reader.nextFrame()
    {
      frames.append(frame)
    }
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "guise-bench-\(ProcessInfo.processInfo.processIdentifier).mp4")
    defer { try? FileManager.default.removeItem(at: url) }
    var info = reader.info
    info.audio = []
    let writer = try VideoWriter(url: url, like: info)
    return try Measurement(warmUp: 0, count: frames.count) { index in
      try writer.write(frames[index])
      if index == frames.count - 1 { try writer.finish() }
      return 0
    }
  }

  private static func tracker(_ arguments: Arguments) throws -> FaceTracker {
    var options = TrackingOptions(
      mode: .streaming, maximumFaceCount: arguments.number("faces", default: 1))
    options.inferenceThreadCount = arguments.number("threads", default: 2)
    return try FaceTracker(bundle: .installed(), options: options)
  }

  /// The sequence, repeated; time goes on.
  private static func at(_ index: Int, of frames: [Frame]) -> Frame {
    var frame = frames[index % frames.count]
    frame.time = RawFrames.time(index)
    return frame
  }

  /// x and y of the first face's points; NaN where there is none.
  private static func append(_ faces: [FaceAnchor], to points: inout [Float]) {
    let count = FaceTopology.landmarkCount
    guard let face = faces.first, face.isTracked else {
      points += [Float](repeating: .nan, count: 2 * count)
      return
    }
    for point in face.landmarks { points += [point.x, point.y] }
  }
}
