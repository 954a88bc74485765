// Prints what the faces of a photo express, strongest first.
//
//   PrintBlendShapes PHOTO.jpg

import Foundation
import GuiseCore
import GuiseMedia
import GuiseTracking

let path = CommandLine.arguments.dropFirst().first ?? "photo.jpg"
do {
  let photo = try PhotoReader.read(URL(fileURLWithPath: path))
  let tracker = try FaceTracker(bundle: .installed(), options: TrackingOptions(mode: .photo))
  for face in try tracker.track(photo.frames[0]) {
    let shapes = face.blendShapes ?? BlendShapes()
    let strongest = BlendShapeLocation.allCases.sorted { shapes[$0] > shapes[$1] }.prefix(8)
    print("face \(face.id), \(Int(-face.transform.translation.z * 100)) cm away")
    for location in strongest {
      print("  \(location.name): \(Int((shapes[location] * 100).rounded())) %")
    }
  }
} catch {
  print("\(path): \(error)")
  exit(1)
}
