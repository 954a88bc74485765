import Foundation
import GuiseCodecs
import GuiseCore
import GuiseFilters
import GuiseRendering

/// What one filter draws, on the thread that made it.
final class Painter {
  private let session: FilterSession
  private let renderer: Renderer
  private let compositor = Compositor()
  private var output = FilterOutput()

  /// - Parameter filter: a filter's path.
  init(_ filter: String, topology: FaceTopology) throws {
    let codecs = FilterCodecs(
      images: VipsImageDecoder(), glyphs: EmojiRasterizer(), archives: ZipArchiveReader())
    let package = try FilterPackage.load(URL(fileURLWithPath: filter), codecs: codecs)
    session = FilterSession(filter: package, topology: topology, codecs: codecs)
    renderer = try Renderer()
  }

  func paint(_ faces: [FaceAnchor], on frame: inout Frame, time: Duration) throws {
    let input = FilterInput(faces: faces, width: frame.width, height: frame.height, time: time)
    try session.update(input, into: &output)
    try compositor.blend(renderer.draw(output.drawList), into: &frame)
  }
}
