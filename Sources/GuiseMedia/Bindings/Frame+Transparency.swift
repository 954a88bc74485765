import GuiseCore

extension Frame {
  /// Whether any pixel of an RGBA frame lets something through.
  var hasTransparency: Bool {
    guard format.layout == .rgba else { return false }
    let isDeep = format.bitDepth > 8
    return unsafe withUnsafePlane(0) { base, layout in
      (0..<layout.height).contains { y in
        let row = unsafe base + y * layout.rowBytes
        if isDeep {
          let samples = unsafe row.assumingMemoryBound(to: UInt16.self)
          return (0..<layout.width).contains { unsafe samples[4 * $0 + 3] < 65_535 }
        }
        let samples = unsafe row.assumingMemoryBound(to: UInt8.self)
        return (0..<layout.width).contains { unsafe samples[4 * $0 + 3] < 255 }
      }
    }
  }
}
