import Foundation
import GuiseCore
import GuiseScene

/// Draws draw lists off screen with OpenGL ES 3: on a GPU where there is one, else with Mesa's
/// software rasteriser.
///
/// Only the smallest rectangle that the list touches is drawn and read back. Edges are anti-aliased
/// analytically (sprites, lines, outlines of meshes), and by four depth samples a pixel where one
/// thing hides another.
///
/// A renderer belongs to the thread that made it: it draws on that thread, and should be released
/// there. Colours are not converted: a texture drawn at its own size keeps its exact values.
///
///     let renderer = try Renderer()
///     let overlay = try renderer.draw(list)
public final class Renderer {
  private let device: GLDevice
  private let thread = Thread.current
  private var planner = FramePlanner()
  private var pool = OverlayPool()

  /// Pixels of the largest part of a picture that is drawn at once. Its depth has twice the side,
  /// which every device must offer (2048).
  private static let tileLimit = 1024

  /// Opens the device.
  ///
  /// - Throws: `noDevice` with what each device answered.
  public init(_ options: RendererOptions = RendererOptions()) throws(RenderingError) {
    device = try GLDevice(options.device)
  }

  /// The device that draws, its driver and version, in one line for people.
  public var deviceDescription: String { device.description }

  /// Draws `list` over a transparent picture.
  ///
  /// - Returns: what was touched; empty, without any work on the device, where nothing was.
  /// - Throws: `invalidDrawList`, `contextLost`, `outOfMemory` or `driver`.
  public func draw(_ list: DrawList) throws(RenderingError) -> Overlay {
    precondition(Thread.current === thread, "a renderer draws on the thread that made it")
    try planner.makePlan(for: list)
    let bounds = planner.plan.bounds
    guard !bounds.isEmpty else { return .empty }
    let rowBytes = Overlay.rowBytes(width: bounds.width)
    let storage = pool.storage(byteCount: rowBytes * bounds.height)
    let columns = (bounds.width + Self.tileLimit - 1) / Self.tileLimit
    let rows = (bounds.height + Self.tileLimit - 1) / Self.tileLimit
    let tileWidth = (bounds.width + columns - 1) / columns
    let tileHeight = (bounds.height + rows - 1) / rows
    try device.begin(planner.plan, tileWidth: tileWidth, tileHeight: tileHeight)
    for row in 0..<rows {
      for column in 0..<columns {
        let tile = PixelRect(
          x: bounds.x + column * tileWidth, y: bounds.y + row * tileHeight, width: tileWidth,
          height: tileHeight
        ).intersection(bounds)
        guard !tile.isEmpty else { continue }
        try device.draw(
          planner.plan, tile: tile, bounds: bounds, storage: storage, rowBytes: rowBytes)
      }
    }
    device.end()
    return Overlay(rect: bounds, rowBytes: rowBytes, storage: storage)
  }
}
