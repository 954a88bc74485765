/// Bounds on what a glTF file may ask of the machine.
public struct GLTFLimits: Hashable, Sendable {
  /// Bytes of the file itself.
  public var fileByteCount: Int
  /// Bytes of all files that it names, together.
  public var resourceByteCount: Int
  /// Bytes that are decoded whatever the size of the input.
  public var decodedByteCountFloor: Int
  /// Bytes that are decoded for each byte of input beyond the floor.
  public var decodedBytesPerInputByte: Int
  /// Bytes that are decoded at most.
  public var decodedByteCountCeiling: Int

  public init(
    fileByteCount: Int = 256 << 20, resourceByteCount: Int = 512 << 20,
    decodedByteCountFloor: Int = 64 << 20, decodedBytesPerInputByte: Int = 64,
    decodedByteCountCeiling: Int = 2 << 30
  ) {
    self.fileByteCount = fileByteCount
    self.resourceByteCount = resourceByteCount
    self.decodedByteCountFloor = decodedByteCountFloor
    self.decodedBytesPerInputByte = decodedBytesPerInputByte
    self.decodedByteCountCeiling = decodedByteCountCeiling
  }
}

/// What may still be decoded. Nothing is ever given back, so it bounds the time as well as the memory:
/// a file can't make a small array be read over and over.
final class DecodingBudget {
  private let limits: GLTFLimits
  private var inputByteCount = 0
  private var used = 0

  init(_ limits: GLTFLimits) {
    self.limits = limits
  }

  private var allowed: Int {
    let (scaled, overflows) = inputByteCount.multipliedReportingOverflow(
      by: limits.decodedBytesPerInputByte)
    let (sum, overflowsToo) = scaled.addingReportingOverflow(limits.decodedByteCountFloor)
    return overflows || overflowsToo
      ? limits.decodedByteCountCeiling : min(sum, limits.decodedByteCountCeiling)
  }

  /// More input allows more output.
  func addInput(_ byteCount: Int) { inputByteCount += byteCount }

  /// Bytes that may still be decoded.
  var remaining: Int { allowed - used }

  /// Before `count` elements are decoded.
  func charge(_ count: Int, of elementByteCount: Int, at path: GLTFPath) throws(GLTFError) {
    let (bytes, overflows) = count.multipliedReportingOverflow(by: elementByteCount)
    guard !overflows, bytes <= remaining else {
      throw path.error(
        .overLimit,
        "\(count) elements of \(elementByteCount) bytes are more than \(inputByteCount) bytes of "
          + "input may decode to (\(allowed) in all)")
    }
    used += bytes
  }
}
