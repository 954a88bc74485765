import GuiseCore

/// Walks over the rows that an overlay and a frame share and blends them, with memory that stays from
/// frame to frame.
final class BlendScratch {
  /// Luma rows: the one before the chroma row's own, its own two, and the one after.
  private let rows = [BlendRow(), BlendRow(), BlendRow(), BlendRow()]
  private let mixed = BlendRow()
  private let chroma = BlendRow()
  /// Of the last frame's format and color; frames of one source are alike.
  private var channels: (format: PixelFormat, color: ColorDescription, weights: [ChannelWeights])?

  /// One call's inputs.
  @safe private struct Job {
    let pixels: UnsafePointer<UInt8>
    let rowBytes: Int
    /// The overlay's place.
    let rect: PixelRect
    /// Its part within the picture.
    let clip: PixelRect
    let pictureSize: (width: Int, height: Int)
    let format: PixelFormat
    let tables: ColorTables?

    /// The overlay's pixel at picture column `x` of picture row `y`.
    func pixel(_ x: Int, _ y: Int) -> UnsafePointer<UInt8> {
      unsafe pixels + (y - rect.y) * rowBytes + (x - rect.x) * 4
    }

    /// Picture columns of row `y` that are not transparent; nil where there are none.
    func visibleColumns(_ y: Int) -> Range<Int>? {
      guard y >= clip.y, y < clip.maxY else { return nil }
      guard
        let columns = unsafe BlendRow.visibleColumns(pixel(clip.x, y), count: clip.width)
      else { return nil }
      return columns.lowerBound + clip.x..<columns.upperBound + clip.x
    }
  }

  /// - Parameters:
  ///   - clip: the part of the overlay's rectangle within the picture; not empty.
  ///   - color: resolved.
  func blend(
    _ overlay: Overlay, into frame: inout Frame, clip: PixelRect, color: ColorDescription,
    tables: ColorTables?
  ) {
    guard let storage = overlay.storage else { return }
    let job = unsafe Job(
      pixels: UnsafePointer(storage.base.assumingMemoryBound(to: UInt8.self)),
      rowBytes: overlay.rowBytes, rect: overlay.rect, clip: clip,
      pictureSize: (frame.width, frame.height), format: frame.format, tables: tables)
    for row in rows { row.reserve(clip.width + 4) }
    mixed.reserve(clip.width + 4)
    chroma.reserve(clip.width + 4)
    // Makes the frame's storage its own.
    unsafe frame.withUnsafeMutablePlane(0) { _, _ in }
    if frame.format.isYUV {
      blendYUV(job, frame: frame, color: color)
    } else {
      blendRGB(job, frame: frame)
    }
    withExtendedLifetime(storage) {}
  }

  private func weights(of format: PixelFormat, color: ColorDescription) -> [ChannelWeights] {
    if let channels, channels.format == format, channels.color == color { return channels.weights }
    let weights = ChannelWeights.channels(of: format, color: color)
    channels = (format, color, weights)
    return weights
  }

  private func blendRGB(_ job: Job, frame: Frame) {
    let layout = frame.layout(plane: 0)
    let pixelBytes = job.format.samplesPerPixel(plane: 0) * job.format.bytesPerSample
    for y in job.clip.y..<job.clip.maxY {
      guard let columns = job.visibleColumns(y) else { continue }
      unsafe rows[0].load(
        job.pixel(columns.lowerBound, y), count: columns.count, column: 0, tables: job.tables)
      let samples = unsafe frame.storage.base + layout.offset + y * layout.rowBytes
      unsafe rows[0].blendRGB(
        0..<columns.count, into: samples + columns.lowerBound * pixelBytes,
        hasAlpha: job.format.layout == .rgba, bitDepth: job.format.bitDepth)
    }
  }

  private func blendYUV(_ job: Job, frame: Frame, color: ColorDescription) {
    let weights = weights(of: job.format, color: color)
    let shift = job.format.chromaShift
    let siting = Siting(color.chromaSiting)
    let luma = frame.layout(plane: 0)
    let sampleBytes = job.format.bytesPerSample
    for line in job.clip.y >> shift.y...(job.clip.maxY - 1) >> shift.y {
      let first = line << shift.y
      let last = first + (1 << shift.y) - 1
      guard
        let visible = union(
          job.visibleColumns(first), last > first ? job.visibleColumns(last) : nil)
      else { continue }
      // Whole chroma samples.
      let mask = (1 << shift.x) - 1
      let columns = visible.lowerBound & ~mask..<(visible.upperBound + mask) & ~mask
      load(first, columns: columns, of: job, into: rows[1])
      if last > first { load(last, columns: columns, of: job, into: rows[2]) }
      let inPicture = max(columns.lowerBound, job.clip.x)..<min(columns.upperBound, job.clip.maxX)
      for y in max(first, job.clip.y)...min(last, job.clip.maxY - 1) {
        let samples = unsafe frame.storage.base + luma.offset + y * luma.rowBytes
        let local =
          inPicture.lowerBound - columns.lowerBound..<inPicture.upperBound - columns.lowerBound
        unsafe rows[1 + y - first].blend(
          local, into: samples + inPicture.lowerBound * sampleBytes, weights: weights[0],
          bitDepth: job.format.bitDepth)
      }
      guard job.format.planeCount > 1 else { continue }
      let source = chromaSource(
        first: first, last: last, columns: columns, job: job, siting: siting)
      let start = columns.lowerBound >> shift.x
      let count = columns.count >> shift.x
      let blended: BlendRow
      if shift.x > 0 {
        chroma.halve(
          source, upper: rows[1], lower: last > first ? rows[2] : rows[1],
          isLeft: siting.isLeft, count: count)
        blended = chroma
      } else {
        blended = source
      }
      blendChroma(blended, line: line, start: start, count: count, job: job, frame: frame, weights)
    }
  }

  private func blendChroma(
    _ row: BlendRow, line: Int, start: Int, count: Int, job: Job, frame: Frame,
    _ weights: [ChannelWeights]
  ) {
    let sampleBytes = job.format.bytesPerSample
    if job.format.layout == .yuv420SemiPlanar {
      let layout = frame.layout(plane: 1)
      unsafe row.blendPair(
        0..<count,
        into: frame.storage.base + layout.offset + line * layout.rowBytes + start * 2 * sampleBytes,
        first: weights[1], second: weights[2], bitDepth: job.format.bitDepth)
      return
    }
    for plane in 1...2 {
      let layout = frame.layout(plane: plane)
      unsafe row.blend(
        0..<count,
        into: frame.storage.base + layout.offset + line * layout.rowBytes + start * sampleBytes,
        weights: weights[plane], bitDepth: job.format.bitDepth)
    }
  }

  /// The row that chroma is taken from: where a chroma sample covers two luma rows, their weighted
  /// mean at its vertical siting.
  private func chromaSource(
    first: Int, last: Int, columns: Range<Int>, job: Job, siting: Siting
  ) -> BlendRow {
    guard last > first else { return rows[1] }
    if siting.verticalWeights.x > 0 { load(first - 1, columns: columns, of: job, into: rows[0]) }
    if siting.verticalWeights.w > 0 { load(last + 1, columns: columns, of: job, into: rows[3]) }
    mixed.mix(rows, weights: siting.verticalWeights, count: columns.count)
    return mixed
  }

  /// Loads picture columns of row `y`, and one on each side. Beyond the overlay is transparency,
  /// beyond the picture its last row and column again.
  private func load(_ y: Int, columns: Range<Int>, of job: Job, into row: BlendRow) {
    let y = min(max(y, 0), job.pictureSize.height - 1)
    let all = -1..<columns.count + 1
    guard y >= job.clip.y, y < job.clip.maxY else { return row.clear(all) }
    let from = max(columns.lowerBound - 1, job.clip.x)
    let to = min(columns.upperBound + 1, job.clip.maxX)
    let local = from - columns.lowerBound..<to - columns.lowerBound
    row.clear(all.lowerBound..<local.lowerBound)
    row.clear(local.upperBound..<all.upperBound)
    unsafe row.load(
      job.pixel(from, y), count: to - from, column: local.lowerBound, tables: job.tables)
    if columns.lowerBound == 0 { row.copy(column: 0, to: -1) }
    let end = job.pictureSize.width - columns.lowerBound
    if all.contains(end) { row.copy(column: end - 1, to: end) }
  }

  private func union(_ a: Range<Int>?, _ b: Range<Int>?) -> Range<Int>? {
    guard let a else { return b }
    guard let b else { return a }
    return min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
  }
}

/// Where subsampled chroma samples lie among the luma samples that they cover.
private struct Siting {
  /// Whether a sample lies on its left luma sample, not between two.
  let isLeft: Bool
  /// Weights of the luma row before, the two that a sample covers, and the one after.
  let verticalWeights: SIMD4<Float>

  init(_ siting: ColorDescription.ChromaSiting) {
    switch siting {
    case .left, .unspecified, .topLeft, .bottomLeft: isLeft = true
    case .center, .top, .bottom: isLeft = false
    }
    switch siting {
    case .left, .unspecified, .center: verticalWeights = [0, 0.5, 0.5, 0]
    case .topLeft, .top: verticalWeights = [0.25, 0.5, 0.25, 0]
    case .bottomLeft, .bottom: verticalWeights = [0, 0.25, 0.5, 0.25]
    }
  }
}
