import Foundation

/// How a ``Renderer`` is made.
public struct RendererOptions: Hashable, Sendable {
  /// Which graphics device draws.
  public enum Device: Hashable, Sendable {
    /// The first GPU that works; Mesa's software rasteriser where there is none.
    case automatic
    /// Mesa's software rasteriser: the same picture on every machine.
    case software
    /// The device of this number, as EGL counts them, and no other.
    case index(Int)
  }

  public var device: Device

  /// - Parameter device: by default what the environment variable `GUISE_GPU` asks for
  ///   (`software`, or a device's number), and ``Device/automatic`` where it is not set.
  public init(device: Device = .fromEnvironment) {
    self.device = device
  }
}

extension RendererOptions.Device {
  /// What `GUISE_GPU` asks for; ``automatic`` where it is not set or neither `software` nor a number.
  public static var fromEnvironment: Self {
    let value = ProcessInfo.processInfo.environment["GUISE_GPU"] ?? ""
    if value == "software" { return .software }
    if let index = Int(value), index >= 0 { return .index(index) }
    return .automatic
  }
}
