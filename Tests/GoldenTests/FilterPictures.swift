import Foundation
import GuiseCodecs
import GuiseCore
import GuiseFilters
import GuiseRendering
import GuiseScene
import GuiseTracking
import TestSupport
import Testing

/// The filters that ship, on pictures to be looked at rather than compared.
///
/// With `GUISE_PICTURES=folder` each filter is put on every photo that `GUISE_PHOTOS` names (paths
/// divided by colons), and the results are written to that folder.
@Suite struct FilterPictures {
  @Test(
    .enabled(if: PictureRequest.folder != nil, "GUISE_PICTURES is not set"),
    arguments: ShippedFilters.ids)
  func onPhotos(id: String) throws {
    let folder = try #require(PictureRequest.folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let bundle = try LandmarkModelBundle.installed()
    let filter = try ShippedFilters.load(id)
    for photo in PictureRequest.photos {
      var frame = try DecodedPicture.read(photo)
      let tracker = try FaceTracker(bundle: bundle, options: TrackingOptions(mode: .photo))
      let faces = try tracker.track(frame, camera: nil)
      let session = FilterSession(
        filter: filter, topology: bundle.topology, codecs: ShippedFilters.codecs)
      var output = FilterOutput()
      try session.update(
        FilterInput(faces: faces, width: frame.width, height: frame.height), into: &output)
      let overlay = try Renderer(RendererOptions(device: .software)).draw(output.drawList)
      Compositor().blend(overlay, into: &frame)
      let name = photo.deletingPathExtension().lastPathComponent
      try Data(PNG.encode(image(of: frame))).write(
        to: folder.appendingPathComponent("\(name)-\(id).png"))
    }
  }

  private func image(of frame: Frame) -> Image {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(frame.width * frame.height * 4)
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        for channel in 0..<3 {
          pixels.append(UInt8(frame.sample(plane: 0, x: x * 3 + channel, y: y)))
        }
        pixels.append(255)
      }
    }
    return Image(width: frame.width, height: frame.height, alpha: .straight, pixels: pixels)
  }
}

private enum PictureRequest {
  static let environment = ProcessInfo.processInfo.environment
  static let folder = environment["GUISE_PICTURES"].map { URL(fileURLWithPath: $0) }
  static let photos = (environment["GUISE_PHOTOS"] ?? "").split(separator: ":")
    .map { URL(fileURLWithPath: String($0)) }
}
