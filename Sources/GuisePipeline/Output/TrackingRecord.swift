import GuiseCore

/// The faces of one frame as a line of text: what `guise track` writes. CommandLine.md documents
/// each field.
///
///     let record = TrackingRecord(frame: 0, time: .zero, width: 512, height: 512, faces: anchors)
///     print(record.jsonLine)
public struct TrackingRecord: Sendable {
  /// Counts from 0.
  public var frame: Int
  public var time: Duration
  /// Pixels, upright.
  public var width: Int
  /// Pixels, upright.
  public var height: Int
  public var faces: [FaceAnchor]

  public init(frame: Int, time: Duration, width: Int, height: Int, faces: [FaceAnchor]) {
    self.frame = frame
    self.time = time
    self.width = width
    self.height = height
    self.faces = faces
  }

  /// One JSON object, without a line end.
  public var jsonLine: String {
    var line = JSONLine()
    line.add("frame", frame)
    line.add("time", time.seconds)
    line.add("width", width)
    line.add("height", height)
    line.add("faces", faces.map(Self.json))
    return line.text
  }

  private static func json(_ face: FaceAnchor) -> JSONLine {
    var line = JSONLine()
    line.add("id", face.id)
    line.add("isTracked", face.isTracked)
    line.add("score", face.score)
    line.add("presence", face.presence)
    line.add("landmarks", points: face.landmarks)
    var shapes = JSONLine()
    for location in BlendShapeLocation.allCases {
      shapes.add(location.name, face.blendShapes?[location] ?? 0)
    }
    line.add("blendShapes", shapes)
    line.add("transform", face.transform.elements)
    line.add("leftEyeTransform", face.leftEyeTransform.elements)
    line.add("rightEyeTransform", face.rightEyeTransform.elements)
    line.add("lookAtPoint", [face.lookAtPoint.x, face.lookAtPoint.y, face.lookAtPoint.z])
    return line
  }

  /// The names of the columns of ``csvLines``, separated by commas.
  public static let csvHeader: String = {
    var columns = ["frame", "time", "width", "height", "id", "isTracked", "score", "presence"]
    columns += BlendShapeLocation.allCases.map(\.name)
    for name in ["transform", "leftEyeTransform", "rightEyeTransform"] {
      columns += (0..<16).map { "\(name)\($0)" }
    }
    columns += ["lookAtPointX", "lookAtPointY", "lookAtPointZ"]
    for point in 0..<FaceTopology.landmarkCount {
      columns += ["landmark\(point)X", "landmark\(point)Y", "landmark\(point)Z"]
    }
    return columns.joined(separator: ",")
  }()

  /// One line of comma-separated values for each face, without line ends; a frame without a face
  /// gives one line whose columns from `id` on are empty.
  public var csvLines: [String] {
    let start = "\(frame),\(time.seconds),\(width),\(height)"
    guard !faces.isEmpty else {
      let empty = Self.csvHeader.count { $0 == "," } - 3
      return [start + String(repeating: ",", count: empty)]
    }
    return faces.map { face in
      var values = ["\(face.id)", face.isTracked ? "1" : "0"]
      func add(_ numbers: some Sequence<Float>) {
        values += numbers.map { $0.isFinite ? $0.description : "" }
      }
      add([face.score, face.presence])
      add(BlendShapeLocation.allCases.map { face.blendShapes?[$0] ?? 0 })
      for transform in [face.transform, face.leftEyeTransform, face.rightEyeTransform] {
        add(transform.elements)
      }
      for point in [face.lookAtPoint] + face.landmarks { add([point.x, point.y, point.z]) }
      return start + "," + values.joined(separator: ",")
    }
  }
}
