import Foundation
import GuiseCore

/// What the reference tracker found in one picture or in the frames of a clip (`X.mp.json`,
/// `X.mp.json.gz`, `X.mp_n1.json.gz`).
public struct ReferenceResult {
  public struct Face {
    /// 478 points; x as a fraction of the width, y of the height, z of the width.
    public let landmarks: [SIMD3<Float>]
    /// By name, `_neutral` included.
    public let blendShapes: [String: Float]
    /// Row-major 4 × 4, face to camera, centimetres.
    public let matrix: [Float]
  }

  public struct FrameResult {
    public let time: Duration
    public let faces: [Face]
  }

  public let width: Int
  public let height: Int
  /// One for a picture.
  public let frames: [FrameResult]

  public init(_ url: URL) throws {
    let data =
      url.pathExtension == "gz"
      ? try ToolProcess.output("gzip", ["-dc", url.path]) : try Data(contentsOf: url)
    guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw SupportError("\(url.lastPathComponent) is no reference result")
    }
    width = object["width"] as? Int ?? 0
    height = object["height"] as? Int ?? 0
    let frames = object["frames"] as? [[String: Any]] ?? [object]
    self.frames = try frames.map { frame in
      let milliseconds = (frame["ms"] as? NSNumber)?.intValue ?? 0
      return FrameResult(
        time: .milliseconds(milliseconds),
        faces: try (frame["faces"] as? [[String: Any]] ?? []).map(Self.face))
    }
  }

  private static func face(_ object: [String: Any]) throws -> Face {
    guard let landmarks = object["landmarks"] as? [[NSNumber]],
      let shapes = object["blendshapes"] as? [String: NSNumber],
      let matrix = object["matrix"] as? [[NSNumber]]
    else { throw SupportError("a face of a reference result is incomplete") }
    return Face(
      landmarks: landmarks.map { [$0[0].floatValue, $0[1].floatValue, $0[2].floatValue] },
      blendShapes: shapes.mapValues(\.floatValue),
      matrix: matrix.flatMap { $0.map(\.floatValue) })
  }
}
