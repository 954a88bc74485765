import Synchronization

/// One upright picture: pixels in their own format, with a time and what is needed to read them.
///
/// Orientation and rotation are already applied. This normalised picture is what "untouched" is
/// measured against: outside of what a filter draws, an output keeps its samples bit for bit.
///
/// A frame is a value: copying it is cheap, and writing to a copy leaves the other as it was.
///
///     var frame = Frame(format: .rgb8, width: 640, height: 480)
///     frame.withMutablePlane(0) { plane in … }
public struct Frame: Sendable {
  /// Where one plane lies in the storage.
  public struct PlaneLayout: Hashable, Sendable {
    /// Bytes from the storage's base to the first sample.
    public var offset: Int
    /// Bytes from a row to the next; a multiple of 64.
    public var rowBytes: Int
    /// Pixels in a row (chroma pixels in a chroma plane).
    public var width: Int
    public var height: Int
  }

  public let format: PixelFormat
  /// Pixels.
  public let width: Int
  /// Pixels.
  public let height: Int
  /// Time since the first frame of its source.
  public var time: Duration
  /// Width of a pixel over its height; 1 for square pixels.
  public var pixelAspectRatio: Double
  public var color: ColorDescription
  /// Embedded ICC profile of a photo, which overrides `color` where it is present.
  public var iccProfile: [UInt8]?
  public private(set) var storage: PixelStorage

  /// Bytes that a frame of this format and size needs.
  public static func byteCount(format: PixelFormat, width: Int, height: Int) -> Int {
    (0..<format.planeCount).reduce(0) { total, plane in
      let layout = planeLayout(plane, format: format, width: width, height: height, offset: 0)
      return total + layout.rowBytes * layout.height
    }
  }

  private static func planeLayout(
    _ plane: Int, format: PixelFormat, width: Int, height: Int, offset: Int
  ) -> PlaneLayout {
    let size = format.planeSize(plane, width: width, height: height)
    let row = size.width * format.samplesPerPixel(plane: plane) * format.bytesPerSample
    return PlaneLayout(
      offset: offset, rowBytes: (row + 63) & ~63, width: size.width, height: size.height)
  }

  /// A frame with uninitialised pixels.
  ///
  /// - Parameter storage: memory to reuse; at least ``byteCount(format:width:height:)`` bytes, and
  ///   referenced by nobody who still reads it.
  public init(
    format: PixelFormat, width: Int, height: Int, time: Duration = .zero,
    pixelAspectRatio: Double = 1, color: ColorDescription = ColorDescription(),
    iccProfile: [UInt8]? = nil, storage: PixelStorage? = nil
  ) {
    precondition(width > 0 && height > 0, "a frame has at least one pixel")
    let byteCount = Self.byteCount(format: format, width: width, height: height)
    precondition(storage.map { $0.byteCount >= byteCount } ?? true, "storage too small")
    self.format = format
    self.width = width
    self.height = height
    self.time = time
    self.pixelAspectRatio = pixelAspectRatio
    self.color = color
    self.iccProfile = iccProfile
    self.storage = storage ?? PixelStorage(byteCount: byteCount)
  }

  /// The layout of plane `plane` (0 is luma or the only one).
  public func layout(plane: Int) -> PlaneLayout {
    var offset = 0
    for index in 0..<plane {
      let before = Self.planeLayout(
        index, format: format, width: width, height: height, offset: offset)
      offset += before.rowBytes * before.height
    }
    return Self.planeLayout(plane, format: format, width: width, height: height, offset: offset)
  }

  /// Calls `body` with the bytes of a plane: `rowBytes` × `height`, valid during the call.
  public func withPlane<R, E: Error>(
    _ plane: Int, _ body: (RawSpan, PlaneLayout) throws(E) -> R
  ) throws(E) -> R {
    let layout = layout(plane: plane)
    let bytes = unsafe UnsafeRawBufferPointer(
      start: storage.base + layout.offset, count: layout.rowBytes * layout.height)
    return try body(unsafe bytes.bytes, layout)
  }

  /// Calls `body` with the writable bytes of a plane, copying shared storage before.
  public mutating func withMutablePlane<R, E: Error>(
    _ plane: Int, _ body: (inout MutableRawSpan, PlaneLayout) throws(E) -> R
  ) throws(E) -> R {
    makeUnique()
    let layout = layout(plane: plane)
    let bytes = unsafe UnsafeMutableRawBufferPointer(
      start: storage.base + layout.offset, count: layout.rowBytes * layout.height)
    var span = unsafe bytes.mutableBytes
    return try body(&span, layout)
  }

  /// Calls `body` with a pointer to a plane's first sample. For kernels and bindings.
  @unsafe public func withUnsafePlane<R, E: Error>(
    _ plane: Int, _ body: (UnsafeRawPointer, PlaneLayout) throws(E) -> R
  ) throws(E) -> R {
    let layout = layout(plane: plane)
    let pointer = unsafe UnsafeRawPointer(storage.base + layout.offset)
    let result = Result { () throws(E) -> R in try unsafe body(pointer, layout) }
    return try withExtendedLifetime(storage) { () throws(E) -> R in try result.get() }
  }

  /// Calls `body` with a writable pointer to a plane's first sample, copying shared storage before.
  @unsafe public mutating func withUnsafeMutablePlane<R, E: Error>(
    _ plane: Int, _ body: (UnsafeMutableRawPointer, PlaneLayout) throws(E) -> R
  ) throws(E) -> R {
    makeUnique()
    let layout = layout(plane: plane)
    let pointer = unsafe storage.base + layout.offset
    let result = Result { () throws(E) -> R in try unsafe body(pointer, layout) }
    return try withExtendedLifetime(storage) { () throws(E) -> R in try result.get() }
  }

  /// The frame's memory where nobody else refers to it, for another frame to use.
  consuming func takeUniqueStorage() -> PixelStorage? {
    guard isKnownUniquelyReferenced(&storage) else { return nil }
    // Pairs with the release of the last other reference, made on another thread.
    atomicMemoryFence(ordering: .acquiring)
    return storage
  }

  private mutating func makeUnique() {
    guard !isKnownUniquelyReferenced(&storage) else { return }
    let copy = PixelStorage(byteCount: storage.byteCount)
    unsafe copy.base.copyMemory(from: storage.base, byteCount: storage.byteCount)
    storage = copy
  }
}
