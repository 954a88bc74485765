private import CKernels

/// CRC-32 as ZIP has it, to notice bytes that changed since the archive was made.
enum Checksum {
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { unsafe guise_crc32($0.baseAddress, $0.count) }
  }
}
