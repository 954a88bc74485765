// Puts a filter on a photo or a video.
//
//   ApplyFilter emoji me.jpg worn.jpg

import Foundation
import GuiseCatalog
import GuiseFilters
import GuiseMedia
import GuisePipeline

let arguments = CommandLine.arguments.dropFirst().map { $0 }
guard arguments.count == 3 else {
  print("usage: ApplyFilter FILTER IN OUT")
  exit(2)
}
let (input, output) = (URL(fileURLWithPath: arguments[1]), URL(fileURLWithPath: arguments[2]))

do {
  let resources = ExportResources()
  let catalog = LocalCatalog(archives: resources.codecs.archives)
  let filter = try FilterPackage.load(catalog.url(of: arguments[0]), codecs: resources.codecs)
  let outfit = Outfit([filter])
  let report =
    switch try MediaKind.probe(input) {
    case .photo:
      try PhotoExport(outfit, resources: resources, options: ExportOptions())
        .run(input, to: output, cancellation: Cancellation())
    case .video:
      try VideoExport(outfit, resources: resources, options: ExportOptions())
        .run(input, to: output, cancellation: Cancellation())
    }
  print("\(report.frameCount) frames, \(report.frameCountWithFaces) with a face: \(output.path)")
} catch {
  print("\(error)")
  exit(1)
}
