/// What a session remembers of one face.
struct FaceState {
  /// The anchor's id.
  let id: Int
  /// Seconds, on the session's clock.
  var lastSeen: Double
  /// The face's brightness without what changes faster than light does; nil before the first one.
  var brightness: Float?
  /// One for each layer of the session.
  var layers: [LayerState]

  struct LayerState {
    /// Index of the layer's options.
    var selected: Int
    var isTriggered = false
    /// Follows `isTriggered` within a moment, 0…1; nil before the face's first frame.
    var visibility: Float?
  }
}
