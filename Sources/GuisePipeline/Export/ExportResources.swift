import GuiseCore
import GuiseFilters
import GuiseTracking

/// What exports need from the machine, loaded once and shared: the face models and the codecs that
/// filters use.
///
/// Loading starts at once, on a thread of its own; whoever needs the models waits for them.
///
///     let resources = ExportResources()
///     let filter = try FilterPackage.load(url, codecs: resources.codecs)
public final class ExportResources: Sendable {
  public let codecs = FilterCodecs.installed
  private let models: Background<LandmarkModelBundle>

  /// - Parameter loadModels: nil for the installed bundle.
  public init(loadModels: (@Sendable () throws -> LandmarkModelBundle)? = nil) {
    models = Background("models", loadModels ?? { try LandmarkModelBundle.installed() })
  }

  /// Waits for the models.
  ///
  /// - Throws: ``PipelineError/Code/missingDependency``.
  func bundle() throws(PipelineError) -> LandmarkModelBundle {
    do {
      return try models.value()
    } catch {
      throw PipelineError(wrapping: error, as: .missingDependency)
    }
  }

  func tracker(
    _ mode: TrackingOptions.Mode, outputs: TrackingOptions.Outputs, _ options: ExportOptions
  ) throws(PipelineError) -> FaceTracker {
    let limit = mode == .photo ? 64 : 8
    var tracking = TrackingOptions(
      mode: mode, maximumFaceCount: options.maximumFaceCount.map { min($0, limit) })
    tracking.outputs = outputs
    tracking.inferenceThreadCount = options.inferenceThreadCount ?? 2
    do {
      return try FaceTracker(bundle: bundle(), options: tracking)
    } catch {
      throw PipelineError(wrapping: error, as: .missingDependency)
    }
  }
}

extension ExportOptions {
  /// The camera of a frame.
  func camera(of frame: Frame) -> CameraIntrinsics {
    CameraIntrinsics(
      width: frame.width, height: frame.height,
      verticalFieldOfViewRadians: verticalFieldOfViewRadians
        ?? CameraIntrinsics.defaultFieldOfViewRadians,
      pixelAspectRatio: frame.pixelAspectRatio)
  }
}
