import GuiseCodecs
import GuiseFilters
import GuiseMedia
import GuiseRendering
import GuiseTracking

extension PipelineError {
  /// An error of another module, as it is seen from outside.
  ///
  /// - Parameters:
  ///   - error: a ``PipelineError`` stays itself.
  ///   - code: what it means where the error doesn't say so itself.
  init(wrapping error: any Error, as code: Code) {
    switch error {
    case let error as PipelineError:
      self = error
    case let error as TrackingError:
      switch error.code {
      case .missingDependency, .unreadableFile, .invalidBundle:
        self.init(.missingDependency, error.message)
      case .invalidOptions, .inferenceFailed, .unsupportedFrame:
        self.init(code, error.message)
      }
    case let error as RenderingError:
      self.init(error.code == .noDevice ? .missingDependency : code, error.message)
    case let error as FilterError:
      self.init(.badFilter, error.message)
    case let error as CodecError:
      self.init(error.code == .unavailable ? .missingDependency : code, error.message)
    case let error as MediaError:
      self.init(error.code == .cancelled ? .cancelled : code, error.message)
    default:
      self.init(code, "\(error)")
    }
  }
}
