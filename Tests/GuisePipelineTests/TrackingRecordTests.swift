import Foundation
import GuiseCore
import Testing

@testable import GuisePipeline

@Suite struct TrackingRecordTests {
  private func record(faces: Int) -> TrackingRecord {
    var shapes = BlendShapes()
    shapes[.jawOpen] = 0.25
    let landmarks = (0..<FaceTopology.landmarkCount).map { SIMD3<Float>(Float($0), 0.5, -1) }
    let face = FaceAnchor(
      id: 7, score: 0.5, landmarks: landmarks, transform: Transform(translation: [1, 2, 3]),
      blendShapes: shapes)
    return TrackingRecord(
      frame: 3, time: .milliseconds(1500), width: 640, height: 480,
      faces: Array(repeating: face, count: faces))
  }

  @Test func jsonHoldsEveryField() throws {
    let data = Data(record(faces: 2).jsonLine.utf8)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["frame"] as? Int == 3)
    #expect(object["time"] as? Double == 1.5)
    let faces = try #require(object["faces"] as? [[String: Any]])
    #expect(faces.count == 2)
    #expect(
      Set(faces[0].keys) == [
        "id", "isTracked", "score", "presence", "landmarks", "blendShapes", "transform",
        "leftEyeTransform", "rightEyeTransform", "lookAtPoint",
      ])
    #expect((faces[0]["landmarks"] as? [[Double]])?.count == 478)
    let shapes = try #require(faces[0]["blendShapes"] as? [String: Double])
    #expect(shapes.count == 52 && shapes["jawOpen"] == 0.25)
    #expect((faces[0]["transform"] as? [Double])?[12...14] == [1, 2, 3])
  }

  @Test(arguments: [0, 1, 3]) func csvHasARowForEachFaceAndAtLeastOne(faces: Int) {
    let columns = TrackingRecord.csvHeader.split(separator: ",")
    #expect(Set(columns).count == columns.count)
    let lines = record(faces: faces).csvLines
    #expect(lines.count == max(1, faces))
    for line in lines {
      let values = line.split(separator: ",", omittingEmptySubsequences: false)
      #expect(values.count == columns.count)
      if faces > 0 { #expect(values[columns.firstIndex(of: "jawOpen") ?? 0] == "0.25") }
    }
  }

  @Test func jsonEscapesAndHasNoNaN() throws {
    var line = JSONLine()
    line.add("a\"b", "tab\t\u{1} quote\" back\\ 🐽")
    line.add("nan", Float.nan)
    line.add("list", ["x", "y"])
    #expect(
      line.text
        == #"{"a\"b": "tab\t\u0001 quote\" back\\ 🐽", "nan": null, "list": ["x", "y"]}"#)
  }
}
