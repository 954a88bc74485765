import GuiseCore

/// The models of one tracker, compiled, and what turns their answers into anchors.
///
/// Use from one thread at a time.
final class FaceModels {
  let detector: FaceDetector
  let landmarks: LandmarkDetector
  /// Nil where nobody asked for blend shapes.
  let blendShapes: BlendShapeEstimator?
  /// Nil where nobody asked for the pose.
  let pose: PoseSolver?
  /// Nil where nobody asked for the light.
  let light: LightEstimator?
  let topology: FaceTopology

  init(_ bundle: LandmarkModelBundle, options: TrackingOptions) throws(TrackingError) {
    let environment = try LiteRTEnvironment()
    detector = try FaceDetector(
      bundle, in: environment, threadCount: options.inferenceThreadCount,
      threshold: options.detectionThreshold)
    landmarks = try LandmarkDetector(
      bundle, in: environment, threadCount: options.inferenceThreadCount)
    blendShapes =
      options.outputs.contains(.blendShapes)
      ? try BlendShapeEstimator(bundle, in: environment) : nil
    pose = options.outputs.contains(.pose) ? PoseSolver(bundle.geometry) : nil
    light = options.outputs.contains(.lightEstimate) ? LightEstimator(bundle.topology) : nil
    topology = bundle.topology
  }

  /// Completes an anchor from landmarks in the space of ``Region``.
  ///
  /// - Parameters:
  ///   - anchor: its id, state and score are kept.
  ///   - storage: memory that becomes the anchor's; reused where nobody else holds it.
  func fill(
    _ anchor: inout FaceAnchor, with storage: inout AnchorStorage, landmarks: [SIMD3<Float>],
    pixelAspectRatio: Double, camera: CameraIntrinsics
  ) throws(TrackingError) {
    if let blendShapes { anchor.blendShapes = try blendShapes.estimate(landmarks) }
    let toPixels = SIMD3(1 / Float(pixelAspectRatio), 1, 1 / Float(pixelAspectRatio))
    for index in landmarks.indices { storage.landmarks[index] = landmarks[index] * toPixels }
    if let pose,
      pose.solve(landmarks: storage.landmarks, camera: camera, into: &storage.pose)
    {
      anchor.transform = storage.pose.transform
      anchor.leftEyeTransform = storage.pose.leftEyeTransform
      anchor.rightEyeTransform = storage.pose.rightEyeTransform
      anchor.lookAtPoint = storage.pose.lookAtPoint
      anchor.geometry = FaceGeometry(vertices: storage.pose.vertices, topology: topology)
    }
    anchor.landmarks = storage.landmarks
  }
}

/// The arrays that one anchor shares with whoever holds it.
struct AnchorStorage {
  var landmarks = [SIMD3<Float>](repeating: .zero, count: FaceTopology.landmarkCount)
  var pose = FacePose()
}
