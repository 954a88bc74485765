import Foundation
import GuiseCodecs
import GuiseCore
import GuiseMedia
import GuiseRendering
import GuiseScene
import GuiseTracking

/// Whether one thing that Guise needs works on this machine: tried, not guessed.
///
///     for check in MachineCheck.all { print(check.run()) }
public struct MachineCheck: Sendable {
  /// What a check found.
  public struct Finding: Hashable, Sendable {
    public enum Status: String, Hashable, Sendable {
      case works
      /// Something that not everybody needs doesn't work.
      case limited
      /// Something that everybody needs doesn't work.
      case missing
    }

    public var status: Status
    /// What was found.
    public var detail: String
    /// What to do about it; empty where all is well.
    public var remedy: String

    public init(_ status: Status, _ detail: String, remedy: String = "") {
      self.status = status
      self.detail = detail
      self.remedy = remedy
    }
  }

  /// A word or two.
  public var name: String
  /// Tries it; takes up to a second.
  public var run: @Sendable () -> Finding

  public init(_ name: String, run: @escaping @Sendable () -> Finding) {
    self.name = name
    self.run = run
  }

  /// Everything but filters, which a catalog knows.
  public static let all = [models, inference, graphics, emoji, photos, videos]

  /// SHA-256 of the model bundle that Guise was built and tested with.
  public static let bundleHash = "64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff"

  private static let setup = "run “make setup” in Guise's folder"

  static let models = MachineCheck("face models") {
    let path = "models/face_landmarker_v2.task"
    guard let url = Installation.locate(path) else {
      return Finding(
        .missing, "there is no \(path) in \(folders)", remedy: "\(setup), or put the file there")
    }
    do {
      let bytes = [UInt8](try Data(contentsOf: url))
      _ = try LandmarkModelBundle(contentsOf: url)
      guard SHA256.hexDigest(of: bytes) == bundleHash else {
        return Finding(
          .limited, "\(url.path) is another version than Guise was tested with", remedy: setup)
      }
      return Finding(.works, url.path)
    } catch {
      return Finding(.missing, "\(error)", remedy: setup)
    }
  }

  static let inference = MachineCheck("LiteRT") {
    do {
      var options = TrackingOptions(mode: .photo)
      options.inferenceThreadCount = 1
      let tracker = try FaceTracker(bundle: .installed(), options: options)
      var frame = Frame(format: .rgb8, width: 128, height: 128)
      frame.fill(127)
      _ = try tracker.track(frame)
      let library = Installation.locate("lib/libLiteRt.so")?.path
      return Finding(.works, library ?? "found by the system's loader")
    } catch {
      return Finding(.missing, "\(error)", remedy: setup)
    }
  }

  static let graphics = MachineCheck("graphics") {
    do {
      let renderer = try Renderer()
      let camera = CameraIntrinsics(width: 64, height: 64)
      let white = Texture(Image(width: 1, height: 1, pixels: [255, 255, 255, 255]))
      let sprite = SpriteDraw(texture: white, transform: Transform(translation: [0, 0, -2]))
      let overlay = try renderer.draw(
        DrawList(width: 64, height: 64, camera: camera, items: [.sprite(sprite)]))
      guard !overlay.isEmpty else {
        return Finding(
          .missing, "\(renderer.deviceDescription) draws nothing", remedy: graphicsPackages)
      }
      return Finding(.works, renderer.deviceDescription)
    } catch {
      return Finding(.missing, "\(error)", remedy: graphicsPackages)
    }
  }

  private static let graphicsPackages =
    "install a driver: sudo apt install libegl1 libgles2 libgl1-mesa-dri"

  static let emoji = MachineCheck("emoji") {
    do {
      _ = try EmojiRasterizer().rasterizeEmoji("🐽", pixelSize: 256)
      let font = Installation.locate("fonts/OpenMoji.ttf")?.path
      guard let font else {
        return Finding(
          .limited, "a font of the system, which may be blurred in close-ups", remedy: setup)
      }
      return Finding(.works, font)
    } catch {
      return Finding(
        .missing, "\(error)", remedy: "\(setup), or: sudo apt install fonts-noto-color-emoji")
    }
  }

  private static var folders: String {
    Installation.searchPath.map(\.path).joined(separator: ", ")
  }
}

extension Frame {
  mutating func fill(_ value: UInt8) {
    for plane in 0..<format.planeCount {
      withMutablePlane(plane) { bytes, _ in
        for index in 0..<bytes.byteCount {
          bytes.storeBytes(of: value, toByteOffset: index, as: UInt8.self)
        }
      }
    }
  }
}
