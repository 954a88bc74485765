import GuiseCore

/// Finds a face's pose, metric shape and gaze from its landmarks in the picture and the camera.
///
/// Landmarks are seen from a virtual camera that looks straight at the face (``FaceView``). The
/// face's size is taken from the canonical face: a weighted similarity fit of the canonical basis
/// points to the landmarks, unprojected at a mean depth of 1, gives the rotation and, by its scale,
/// the distance (as MediaPipe's geometry pipeline does at the picture's centre). A few Gauss–Newton
/// steps (``PoseRefinement``) bring it onto what the camera saw. Each vertex then lies on its
/// landmark's ray, at the depth that the network gave it, registered to the pose.
///
///     let solver = PoseSolver(metadata)
///     var pose = FacePose()
///     if solver.solve(landmarks: landmarks, camera: camera, into: &pose) { … }
struct PoseSolver: Sendable {
  private let basis: [GeometryMetadata.BasisPoint]
  private let gaze: GazeSolver

  init(_ geometry: GeometryMetadata) {
    basis = geometry.basis
    gaze = GazeSolver()
  }

  /// Fills `pose`.
  ///
  /// - Parameters:
  ///   - landmarks: 478 points (or the first 468: the eyes then look straight ahead); x and y in
  ///     pixels, z in the same scale as x, toward the camera negative.
  ///   - camera: of the picture that the landmarks are in.
  /// - Returns: false, with `pose` left as it was, where the landmarks have no pose: one is not
  ///   finite, they coincide or lie on one line, or the face is not before the camera.
  func solve(
    landmarks: [SIMD3<Float>], camera: CameraIntrinsics, into pose: inout FacePose
  ) -> Bool {
    precondition(landmarks.count >= FaceTopology.vertexCount)
    guard let view = FaceView(landmarks: landmarks, basis: basis, camera: camera) else {
      return false
    }
    var fit = SimilarityFit()
    for point in basis {
      guard let sight = view.sight(landmarks[point.index]) else { return false }
      fit.add(
        point.position, sight.ray * FaceView.depthFactor(sight.relativeDepth),
        weight: point.weight)
    }
    guard let similarity = fit.solution(), similarity.scale > Self.smallestScale else {
      return false
    }
    var refined = PoseRefinement(
      rotation: similarity.rotation, translation: similarity.translation / similarity.scale)
    refined.run(landmarks: landmarks, view: view, basis: basis)
    let depth = depthPlane(landmarks: landmarks, view: view, pose: refined)

    // Face → camera, rounded to what `Transform` holds, so that the vertices undo exactly that.
    let rotation = view.rotation * refined.rotation
    let translation = view.rotation(refined.translation)
    let transform = Transform(
      SIMD4(SIMD3<Float>(rotation.x), 0), SIMD4(SIMD3<Float>(rotation.y), 0),
      SIMD4(SIMD3<Float>(rotation.z), 0), SIMD4(SIMD3<Float>(translation), 1))
    guard translation.isFinite, translation.length < Self.farthest else { return false }

    // No landmark may be beside or behind the virtual camera: checked before anything is written.
    for index in 0..<FaceTopology.vertexCount where view.sight(landmarks[index]) == nil {
      return false
    }
    for index in 0..<FaceTopology.vertexCount {
      guard let sight = view.sight(landmarks[index]) else { return false }
      let factor = FaceView.depthFactor(depth(sight))
      let place = view.rotation(sight.ray * (factor * depth.mean))
      pose.vertices[index] = SIMD3<Float>(rotation.inverse(place - translation))
    }
    pose.transform = transform
    gaze.solve(
      landmarks: landmarks, view: view, rotation: rotation, translation: translation, into: &pose)
    return true
  }

  /// A face that seems smaller than 1/5000 of its distance is none.
  private static let smallestScale = 1e-3
  /// Metres.
  private static let farthest = 1e4

  /// Depths of landmarks, registered to a pose.
  private struct DepthPlane {
    /// Metres.
    var mean: Double
    /// Added to a landmark's relative depth: a constant and the slope in the rays' x and y.
    var constant = 0.0
    var slopeX = 0.0
    var slopeY = 0.0

    func callAsFunction(_ sight: FaceView.Sight) -> Double {
      sight.relativeDepth + constant + slopeX * sight.ray.x + slopeY * sight.ray.y
    }
  }

  /// The plane that, added to the network's depths, brings those of the basis points as near as can
  /// be to the depths that the pose gives them: the network's depth may tilt as a whole.
  private func depthPlane(
    landmarks: [SIMD3<Float>], view: FaceView, pose: PoseRefinement
  ) -> DepthPlane {
    var weight = 0.0
    var mean = 0.0
    var center = SIMD3<Double>.zero
    var difference = 0.0
    for point in basis {
      guard let sight = view.sight(landmarks[point.index]) else { continue }
      weight += point.weight
      mean -= (pose.rotation(point.position).z + pose.translation.z) * point.weight
      center += sight.ray * point.weight
      difference -= sight.relativeDepth * point.weight
    }
    mean /= weight
    center /= weight
    difference /= weight
    var plane = DepthPlane(mean: mean, constant: difference)
    var (xx, xy, yy, xd, yd) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for point in basis {
      guard let sight = view.sight(landmarks[point.index]) else { continue }
      let ray = sight.ray - center
      let expected = -(pose.rotation(point.position).z + pose.translation.z) / mean - 1
      let error = expected - sight.relativeDepth - difference
      xx += ray.x * ray.x * point.weight
      xy += ray.x * ray.y * point.weight
      yy += ray.y * ray.y * point.weight
      xd += ray.x * error * point.weight
      yd += ray.y * error * point.weight
    }
    let determinant = xx * yy - xy * xy
    guard determinant > 1e-6 * xx * yy else { return plane }
    plane.slopeX = (xd * yy - yd * xy) / determinant
    plane.slopeY = (yd * xx - xd * xy) / determinant
    plane.constant = difference - plane.slopeX * center.x - plane.slopeY * center.y
    return plane
  }
}
