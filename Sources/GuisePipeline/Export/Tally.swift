import GuiseCore
import Synchronization

/// What the stages of one run count together.
final class Tally: Sendable {
  private let state = Mutex(ExportReport())

  var report: ExportReport { state.withLock { $0 } }
  var hasFaces: Bool { state.withLock { $0.faceCount > 0 } }

  /// A frame with its faces.
  func count(_ faces: [FaceAnchor]) {
    state.withLock { $0.count(faces: faces.count) }
  }

  func add(touched rect: PixelRect) {
    state.withLock { $0.touchedRect = $0.touchedRect.union(rect) }
  }

  func add(warnings: [String]) {
    state.withLock { $0.warnings += warnings }
  }
}
