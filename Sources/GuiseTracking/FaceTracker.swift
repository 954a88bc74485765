import GuiseCore

/// Finds and follows faces in frames.
///
/// In streaming mode frames come in their order, and the time is theirs; equal and backward times
/// are taken as one usual step. In photo mode each frame stands for itself.
///
/// Not `Sendable`: use from any one thread at a time. A steady stream makes no heap allocation in
/// Guise's own code as long as no more than 15 earlier results are held.
///
///     let tracker = try FaceTracker(bundle: .installed(), options: TrackingOptions(mode: .streaming))
///     for anchor in try tracker.track(frame) { print(anchor.id, anchor.transform.translation) }
public final class FaceTracker {
  /// The canonical face of the bundle.
  public let topology: FaceTopology
  public let options: TrackingOptions

  private enum Engine {
    case photo(PhotoTracker)
    case streaming(StreamingTracker)
  }

  private let engine: Engine

  /// Loads LiteRT, if this process has not yet, and compiles the models: some 20 ms.
  ///
  /// - Throws: ``TrackingError/Code/missingDependency`` without LiteRT,
  ///   ``TrackingError/Code/invalidBundle`` where the models are others,
  ///   ``TrackingError/Code/invalidOptions``.
  public init(
    bundle: LandmarkModelBundle, options: TrackingOptions
  ) throws(TrackingError) {
    try options.validate()
    self.options = options
    topology = bundle.topology
    let models = try FaceModels(bundle, options: options)
    engine =
      switch options.mode {
      case .photo: .photo(PhotoTracker(models, options: options))
      case .streaming: .streaming(StreamingTracker(models, options: options))
      }
  }

  /// The faces of a frame, by id. In streams also those that were just lost, fading (`isTracked` is
  /// false).
  ///
  /// - Parameter camera: of the frame; nil for 63° vertically, with the frame's pixel aspect.
  /// - Throws: ``TrackingError/Code/unsupportedFrame``, ``TrackingError/Code/inferenceFailed``. The
  ///   tracker can be used again after it.
  public func track(
    _ frame: Frame, camera: CameraIntrinsics? = nil
  ) throws(TrackingError) -> [FaceAnchor] {
    guard frame.pixelAspectRatio.isFinite, (0.05...20).contains(frame.pixelAspectRatio) else {
      throw TrackingError(
        .unsupportedFrame,
        "a frame's pixel aspect ratio must be 0.05...20, is \(frame.pixelAspectRatio)")
    }
    guard max(frame.width, frame.height) <= Self.sideLimit else {
      throw TrackingError(
        .unsupportedFrame,
        "a frame of \(frame.width) × \(frame.height) pixels can't be tracked, "
          + "only up to \(Self.sideLimit) a side")
    }
    let camera =
      camera
      ?? CameraIntrinsics(
        width: frame.width, height: frame.height, pixelAspectRatio: frame.pixelAspectRatio)
    return switch engine {
    case .photo(let tracker): try tracker.track(frame, camera: camera)
    case .streaming(let tracker): try tracker.track(frame, camera: camera)
    }
  }

  /// Forgets all faces, as for a new stream. Ids go on counting.
  public func reset() {
    if case .streaming(let tracker) = engine { tracker.reset() }
  }

  private static let sideLimit = 65_535
}
