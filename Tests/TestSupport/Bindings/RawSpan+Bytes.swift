extension RawSpan {
  /// The byte at `offset`, checked.
  func byte(at offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < byteCount)
    return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }
}

extension MutableRawSpan {
  /// Sets the byte at `offset`, checked.
  mutating func set(_ value: UInt8, at offset: Int) {
    precondition(offset >= 0 && offset < byteCount)
    unsafe storeBytes(of: value, toUncheckedByteOffset: offset, as: UInt8.self)
  }
}
