import GuisePipeline

/// How `guise` ends. Scripts rely on these numbers.
enum ExitCode: Hashable, Sendable {
  /// All was done.
  case done
  /// Some inputs failed; each was named.
  case inputsFailed
  /// The command line makes no sense; nothing was done.
  case usage
  /// No face was found where one was required.
  case noFace
  /// Something that must be installed is missing.
  case missingDependency
  /// Stopped by a signal.
  case interrupted(signal: Int32)

  var number: Int32 {
    switch self {
    case .done: 0
    case .inputsFailed: 1
    case .usage: 2
    case .noFace: 3
    case .missingDependency: 4
    case .interrupted(let signal): 128 + signal
    }
  }
}

extension ExitCode {
  /// How a run ends that failed with this code alone.
  init(_ code: PipelineError.Code) {
    switch code {
    case .badInput, .badOutput, .badFilter: self = .inputsFailed
    case .noFace: self = .noFace
    case .missingDependency: self = .missingDependency
    case .cancelled: self = .interrupted(signal: 2)
    }
  }
}
