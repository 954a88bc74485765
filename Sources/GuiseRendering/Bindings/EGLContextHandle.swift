private import CEGL
import Foundation
import GuiseCore

/// An OpenGL ES 3 context without a window, on the device that the options ask for.
@safe final class EGLContextHandle {
  private let display: EGLDisplay
  private let context: EGLContext
  /// The device, its driver and the version of OpenGL ES, for people.
  private(set) var description = ""

  /// Makes the context and makes it the thread's current one.
  ///
  /// - Throws: `noDevice` with what each device that was tried answered.
  init(_ device: RendererOptions.Device) throws(RenderingError) {
    var failures: [String] = []
    for candidate in Self.candidates(for: device) {
      do throws(RenderingError) {
        let (display, context) = try unsafe Self.open(candidate.display, name: candidate.name)
        unsafe self.display = display
        unsafe self.context = context
      } catch {
        failures.append("\(candidate.name): \(error.message)")
        continue
      }
      description = Self.currentDescription(device: candidate.name)
      return
    }
    if failures.isEmpty { failures = ["EGL knows no such device"] }
    throw RenderingError(
      .noDevice, "no graphics device gives OpenGL ES 3 (\(failures.joined(separator: "; ")))")
  }

  deinit {
    // Objects of the context go with it. Displays are shared by all contexts of a process and are
    // never terminated: that would end the others too.
    if unsafe eglGetCurrentContext() == context {
      _ = unsafe eglMakeCurrent(display, nil, nil, nil)
    }
    _ = unsafe eglDestroyContext(display, context)
  }

  /// Makes this the thread's current context, if it is not.
  func makeCurrent() throws(RenderingError) {
    guard unsafe eglGetCurrentContext() != context else { return }
    guard unsafe eglMakeCurrent(display, nil, nil, context) == EGLBoolean(EGL_TRUE) else {
      throw Self.failure("making the drawing context current")
    }
  }

  // MARK: Devices

  @safe private struct Candidate {
    let name: String
    let isSoftware: Bool
    let display: EGLDisplay

    init(name: String, isSoftware: Bool, display: EGLDisplay) {
      self.name = name
      self.isSoftware = isSoftware
      unsafe self.display = display
    }
  }

  /// Displays to try, best first.
  private static func candidates(for device: RendererOptions.Device) -> [Candidate] {
    let devices = self.devices
    switch device {
    case .automatic:
      return devices.filter { !$0.isSoftware } + surfaceless + devices.filter(\.isSoftware)
    case .software:
      return devices.filter(\.isSoftware) + surfaceless
    case .index(let index):
      return devices.indices.contains(index) ? [devices[index]] : []
    }
  }

  /// Mesa's own way to do without a window system, also where EGL can't count devices.
  private static var surfaceless: [Candidate] {
    guard
      clientExtensions.contains("EGL_MESA_platform_surfaceless"),
      let display = unsafe eglGetPlatformDisplay(
        EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
    else { return [] }
    return [unsafe Candidate(name: "Mesa, surfaceless", isSoftware: false, display: display)]
  }

  private static var devices: [Candidate] {
    guard
      clientExtensions.contains("EGL_EXT_platform_device"),
      clientExtensions.contains("EGL_EXT_device_base")
        || clientExtensions.contains("EGL_EXT_device_enumeration"),
      let queryAddress = unsafe eglGetProcAddress("eglQueryDevicesEXT"),
      let stringAddress = unsafe eglGetProcAddress("eglQueryDeviceStringEXT")
    else { return [] }
    let queryDevices = unsafe unsafeBitCast(
      queryAddress,
      to: (@convention(c) (
        EGLint, UnsafeMutablePointer<EGLDeviceEXT?>?, UnsafeMutablePointer<EGLint>?
      ) -> EGLBoolean).self)
    let queryString = unsafe unsafeBitCast(
      stringAddress,
      to: (@convention(c) (EGLDeviceEXT?, EGLint) -> UnsafePointer<CChar>?).self)
    var handles = unsafe [EGLDeviceEXT?](repeating: nil, count: 64)
    var count: EGLint = 0
    guard unsafe queryDevices(64, &handles, &count) == EGLBoolean(EGL_TRUE) else { return [] }
    var devices: [Candidate] = []
    for index in 0..<Int(count) {
      let extensions =
        unsafe queryString(handles[index], EGL_EXTENSIONS)
        .map { unsafe String(cString: $0) } ?? ""
      guard
        let display = unsafe eglGetPlatformDisplay(
          EGLenum(EGL_PLATFORM_DEVICE_EXT), UnsafeMutableRawPointer(handles[index]), nil)
      else { continue }
      unsafe devices.append(
        Candidate(
          name: "EGL device \(index)",
          isSoftware: extensions.contains("EGL_MESA_device_software"), display: display))
    }
    return devices
  }

  private static var clientExtensions: String {
    unsafe eglQueryString(nil, EGL_EXTENSIONS).map { unsafe String(cString: $0) } ?? ""
  }

  private static func open(
    _ display: EGLDisplay, name: String
  ) throws(RenderingError) -> (EGLDisplay, EGLContext) {
    let yes = EGLBoolean(EGL_TRUE)
    guard unsafe eglInitialize(display, nil, nil) == yes else {
      throw failure("opening the display")
    }
    guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == yes else {
      throw failure("choosing OpenGL ES")
    }
    let extensions =
      unsafe eglQueryString(display, EGL_EXTENSIONS)
      .map { unsafe String(cString: $0) } ?? ""
    guard extensions.contains("EGL_KHR_surfaceless_context") else {
      throw RenderingError(.noDevice, "it can't draw without a window")
    }
    var config: EGLConfig?
    if !extensions.contains("EGL_KHR_no_config_context") {
      let wanted: [EGLint] = [
        EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE,
      ]
      var count: EGLint = 0
      guard unsafe eglChooseConfig(display, wanted, &config, 1, &count) == yes, count > 0 else {
        throw failure("choosing a configuration")
      }
    }
    let attributes: [EGLint] = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE]
    guard let context = unsafe eglCreateContext(display, config, nil, attributes) else {
      throw failure("making a context")
    }
    guard unsafe eglMakeCurrent(display, nil, nil, context) == yes else {
      let error = failure("making the context current")
      _ = unsafe eglDestroyContext(display, context)
      throw error
    }
    return unsafe (display, context)
  }

  private static func failure(_ action: String) -> RenderingError {
    let status = Int(eglGetError())
    return RenderingError(
      status == Int(EGL_CONTEXT_LOST) ? .contextLost : .driver,
      "\(action) failed, EGL status 0x\(String(status, radix: 16))", status: status)
  }

  private static func currentDescription(device: String) -> String {
    func text(_ name: Int32) -> String {
      unsafe glGetString(GLenum(name)).map { unsafe String(cString: $0) } ?? "?"
    }
    return "\(text(GL_RENDERER)), \(text(GL_VERSION)) (\(device))"
  }
}
