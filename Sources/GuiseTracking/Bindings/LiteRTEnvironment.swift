internal import CLiteRT

/// What LiteRT's models share. Freed with the last model that holds it.
@safe final class LiteRTEnvironment {
  let library: LiteRTLibrary
  let handle: LiteRtEnvironment

  /// On the CPU only: LiteRT then looks for no accelerator libraries.
  init() throws(TrackingError) {
    let library = try LiteRTLibrary.shared()
    var options = unsafe [
      LiteRtEnvOption(
        tag: Int32(kLiteRtEnvOptionTagAutoRegisterAccelerators),
        value: Self.integer(Int64(kLiteRtHwAcceleratorCpu))),
      LiteRtEnvOption(
        tag: Int32(kLiteRtEnvOptionTagMinLoggerSeverity),
        value: Self.integer(Int64(kLiteRtLogSeverityError))),
    ]
    var handle: LiteRtEnvironment?
    try unsafe library.check(
      library.functions.createEnvironment(Int32(options.count), &options, &handle),
      "create an environment")
    guard let handle = unsafe handle else {
      throw TrackingError(.inferenceFailed, "LiteRT gave no environment")
    }
    self.library = library
    unsafe self.handle = handle
  }

  deinit {
    unsafe library.functions.destroyEnvironment(handle)
  }

  private static func integer(_ value: Int64) -> LiteRtAny {
    var any = unsafe LiteRtAny()
    unsafe any.type = Int32(kLiteRtAnyTypeInt)
    unsafe any.int_value = value
    return unsafe any
  }
}
