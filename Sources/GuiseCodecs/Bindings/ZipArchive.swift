private import CZip
import Foundation
import GuiseCore

/// An open ZIP archive of libzip's, read only. Used by one thread at a time.
@safe final class ZipArchive {
  @unsafe private let archive: OpaquePointer
  private let name: String

  /// What an entry's header claims; nothing of it is relied on while unpacking.
  struct Entry {
    let index: UInt64
    /// As stored, bytes that are not UTF-8 replaced.
    let path: String
    let claimedByteCount: UInt64
    let isEncrypted: Bool
    /// Whether it is stored or deflated; other compressions are not read.
    let isReadable: Bool
    /// The Unix file mode, where a Unix program made the entry.
    let unixMode: UInt32?
  }

  /// - Throws: `.unreadable`, `.damaged`.
  init(at url: URL) throws(CodecError) {
    name = url.lastPathComponent
    var code: Int32 = 0
    guard let archive = unsafe zip_open(url.path, ZIP_RDONLY, &code) else {
      var error = unsafe zip_error_t()
      unsafe zip_error_init_with_code(&error, code)
      defer { unsafe zip_error_fini(&error) }
      let reason = unsafe String(cString: zip_error_strerror(&error))
      let isDamaged = code == ZIP_ER_NOZIP || code == ZIP_ER_INCONS || code == ZIP_ER_EOF
      throw CodecError(isDamaged ? .damaged : .unreadable, "\(name): \(reason)")
    }
    unsafe self.archive = archive
  }

  deinit {
    unsafe zip_discard(archive)
  }

  var entryCount: Int { Int(unsafe zip_get_num_entries(archive, 0)) }

  func entry(_ index: Int) throws(CodecError) -> Entry {
    let index = UInt64(index)
    var status = unsafe zip_stat_t()
    guard unsafe zip_stat_index(archive, index, 0, &status) == 0,
      let path = unsafe zip_get_name(archive, index, zip_flags_t(ZIP_FL_ENC_GUESS))
    else { throw damaged("entry \(index)") }
    var system: UInt8 = 0
    var attributes: UInt32 = 0
    let hasAttributes =
      unsafe zip_file_get_external_attributes(archive, index, 0, &system, &attributes) == 0
    return Entry(
      index: index, path: unsafe String(cString: path),
      claimedByteCount: unsafe status.size,
      isEncrypted: unsafe status.encryption_method != UInt16(ZIP_EM_NONE),
      isReadable: unsafe Int32(status.comp_method) == ZIP_CM_STORE
        || Int32(status.comp_method) == ZIP_CM_DEFLATE,
      unixMode: hasAttributes && Int32(system) == ZIP_OPSYS_UNIX ? attributes >> 16 : nil)
  }

  /// Unpacks an entry; its checksum is verified.
  ///
  /// - Parameter limit: bytes after which it gives up, whatever the header claims.
  /// - Returns: nil where the entry has more than `limit` bytes.
  func contents(of entry: Entry, limit: Int) throws(CodecError) -> Data? {
    guard let file = unsafe zip_fopen_index(archive, entry.index, 0) else {
      throw damaged(entry.path)
    }
    defer { unsafe zip_fclose(file) }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe zip_fread(file, $0.baseAddress, UInt64($0.count))
      }
      guard count >= 0 else {
        let reason = unsafe String(cString: zip_file_strerror(file))
        throw CodecError(.damaged, "\(name): \(entry.path): \(reason)")
      }
      if count == 0 { return data }
      guard data.count + Int(count) <= limit else { return nil }
      data.append(contentsOf: buffer[..<Int(count)])
    }
  }

  private func damaged(_ what: String) -> CodecError {
    CodecError(.damaged, "\(name): \(what): \(unsafe String(cString: zip_strerror(archive)))")
  }
}
