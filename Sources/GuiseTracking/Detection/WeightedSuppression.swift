/// Makes one detection of those that mean the same face: boxes and points are averaged, weighted by
/// score (MediaPipe's `NonMaxSuppressionCalculator`, WEIGHTED).
enum WeightedSuppression {
  /// Two detections whose boxes overlap by more (intersection over union) are one.
  static let overlapThreshold: Float = 0.5

  /// Leaves the best first, each with the score of its best part.
  static func apply(to detections: inout [FaceDetection], scratch: inout [FaceDetection]) {
    scratch.removeAll(keepingCapacity: true)
    // Equal scores keep the detector's order, so that the result does not depend on the sort.
    detections.sortStably { $0.score > $1.score }
    while let best = detections.first {
      var merged = best
      var total: Float = 0
      var bounds = Bounds(min: .zero, max: .zero)
      var keypoints = FaceDetection.Keypoints()
      var kept = 0
      for index in detections.indices {
        let detection = detections[index]
        guard detection.bounds.intersectionOverUnion(best.bounds) > overlapThreshold else {
          detections[kept] = detection
          kept += 1
          continue
        }
        total += detection.score
        bounds.min += detection.bounds.min * detection.score
        bounds.max += detection.bounds.max * detection.score
        keypoints.x += detection.keypoints.x * detection.score
        keypoints.y += detection.keypoints.y * detection.score
      }
      if total > 0 {
        merged.bounds = Bounds(min: bounds.min / total, max: bounds.max / total)
        merged.keypoints.x = keypoints.x / total
        merged.keypoints.y = keypoints.y / total
      } else {
        // A box without area overlaps nothing, not even itself.
        detections.removeFirst()
        kept -= 1
      }
      scratch.append(merged)
      detections.removeLast(detections.count - kept)
    }
    swap(&detections, &scratch)
  }
}

extension Array {
  /// Sorts by insertion: stable, in place, for the few elements that there are.
  mutating func sortStably(_ isBefore: (Element, Element) -> Bool) {
    guard count > 1 else { return }
    for end in 1..<count {
      var index = end
      while index > 0, isBefore(self[index], self[index - 1]) {
        swapAt(index, index - 1)
        index -= 1
      }
    }
  }
}
