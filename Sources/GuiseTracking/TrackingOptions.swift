/// How a ``FaceTracker`` works.
///
///     var options = TrackingOptions(mode: .streaming)
///     options.outputs = [.pose, .blendShapes]
public struct TrackingOptions: Hashable, Sendable {
  public enum Mode: Hashable, Sendable {
    /// Each frame by itself: deterministic, small faces too, no smoothing, ids count from 1 in each.
    case photo
    /// Frames of a video or a camera in their order: faces are followed, named and smoothed.
    case streaming
  }

  /// What is computed besides the landmarks.
  public struct Outputs: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Transform, metric mesh, eye transforms and look-at point.
    public static let pose = Outputs(rawValue: 1)
    /// The 52 expression coefficients.
    public static let blendShapes = Outputs(rawValue: 2)
    /// The light on each face; brings the pose along, which it needs.
    public static let lightEstimate = Outputs(rawValue: 4 | pose.rawValue)
  }

  public var mode: Mode
  /// 1…64 in photos, 1…8 in streams.
  public var maximumFaceCount: Int
  public var outputs: Outputs = [.pose, .blendShapes]
  /// Threads that run the detector and the landmark model, 1…16. Results do not depend on it.
  public var inferenceThreadCount = 2
  /// How sure the detector must be that it sees a face, 0…1.
  public var detectionThreshold: Float = 0.5
  /// How sure the landmark model must be that it sees a face, 0…1.
  public var presenceThreshold: Float = 0.5
  /// What tests compare with the reference, which differs.
  var tuning = Tuning()

  /// - Parameter maximumFaceCount: nil for 64 in photos and 4 in streams.
  public init(mode: Mode, maximumFaceCount: Int? = nil) {
    self.mode = mode
    self.maximumFaceCount = maximumFaceCount ?? (mode == .photo ? 64 : 4)
  }

  /// What is fixed but for tests.
  struct Tuning: Hashable, Sendable {
    enum Smoothing: Hashable, Sendable {
      /// By ``ShapeFilter``.
      case shape
      /// As MediaPipe does with one face, by ``OneEuroFilter``.
      case reference
      case none
    }

    /// How landmarks of streams are smoothed.
    var smoothing = Smoothing.shape
    /// How long after a detection the next one is made, while faces are tracked but more are wanted.
    var detectionInterval: Duration = .milliseconds(250)
    /// Whether a detection takes the place of the region that a tracked face's landmarks gave. The
    /// reference does so when it tracks several faces; the region is then less steady, and a turned
    /// face that the detector sees badly is lost.
    var followsDetections = false
    /// Whether photos get the finer second pass.
    var searchesTiles = true
    /// How long a lost face is reported, fading.
    var holdDuration: Duration = .milliseconds(300)
    /// How long a lost face keeps its id for when it comes back.
    var memoryDuration: Duration = .milliseconds(1500)
  }

  func validate() throws(TrackingError) {
    let limit = mode == .photo ? 64 : 8
    guard (1...limit).contains(maximumFaceCount) else {
      throw TrackingError(
        .invalidOptions,
        "maximumFaceCount must be 1...\(limit) in \(mode) mode, is \(maximumFaceCount)")
    }
    guard (1...16).contains(inferenceThreadCount) else {
      throw TrackingError(
        .invalidOptions, "inferenceThreadCount must be 1...16, is \(inferenceThreadCount)")
    }
    for (name, value) in [
      ("detectionThreshold", detectionThreshold), ("presenceThreshold", presenceThreshold),
    ] where !(0...1).contains(value) {
      throw TrackingError(.invalidOptions, "\(name) must be 0...1, is \(value)")
    }
  }
}
