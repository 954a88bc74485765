import GuiseCore
import GuiseScene

/// What a filter session sees of one frame.
public struct FilterInput: Sendable {
  /// The faces, with geometry; one without wears nothing. Blend shapes are needed where
  /// `usesBlendShapes` of the filter says so; without, eyes stay open and triggers don't fire.
  public var faces: [FaceAnchor]
  /// Pixels of the picture.
  public var width: Int
  /// Pixels of the picture.
  public var height: Int
  public var camera: CameraIntrinsics
  /// Since the first frame.
  public var time: Duration
  /// Where the user tapped since the last frame, in pixels of the unmirrored picture.
  public var taps: [SIMD2<Float>]

  public init(
    faces: [FaceAnchor], width: Int, height: Int, camera: CameraIntrinsics? = nil,
    time: Duration = .zero, taps: [SIMD2<Float>] = []
  ) {
    self.faces = faces
    self.width = width
    self.height = height
    self.camera = camera ?? CameraIntrinsics(width: width, height: height)
    self.time = time
    self.taps = taps
  }
}

/// What a filter session makes of one frame. Reused from frame to frame, it costs no allocation.
public struct FilterOutput: Sendable {
  public var drawList: DrawList

  public init() {
    drawList = DrawList(width: 0, height: 0, camera: CameraIntrinsics(width: 1, height: 1))
  }
}
