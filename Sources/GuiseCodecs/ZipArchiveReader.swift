import Foundation
import GuiseCore

/// Reads ZIP archives that may be hostile, with libzip.
///
///     let files = try ZipArchiveReader().readArchive(at: url, limits: ArchiveLimits())
///     files["filter.json"]
public struct ZipArchiveReader: ArchiveReading {
  public init() {}

  /// - Throws: ``CodecError``: `.unreadable`, `.damaged`, `.forbidden`, `.tooLarge`, `.unsupported`.
  public func readArchive(at url: URL, limits: ArchiveLimits) throws -> [String: Data] {
    let name = url.lastPathComponent
    let archive = try ZipArchive(at: url)
    guard archive.entryCount <= limits.fileCount else {
      throw CodecError(
        .tooLarge,
        "\(name): \(archive.entryCount) entries are more than the limit of \(limits.fileCount)")
    }
    let tooLarge = CodecError(
      .tooLarge, "\(name): unpacks to more than the limit of \(limits.byteCount) bytes")
    // Names are all judged before anything is unpacked.
    let entries = try (0..<archive.entryCount).map { try archive.entry($0) }
    var names = ArchiveNames(archive: name)
    for entry in entries { try names.admit(entry) }
    let claimed = entries.reduce(UInt64(0)) { $0.addingReportingOverflow($1.claimedByteCount).0 }
    guard claimed <= UInt64(limits.byteCount) else { throw tooLarge }

    var files: [String: Data] = [:]
    var remaining = limits.byteCount
    for entry in entries where !entry.path.hasSuffix("/") {
      guard let data = try archive.contents(of: entry, limit: remaining) else { throw tooLarge }
      remaining -= data.count
      files[entry.path] = data
    }
    return files
  }
}

/// Judges the entries of one archive by their names and kinds.
private struct ArchiveNames {
  let archive: String
  private var files: Set<String> = []
  private var folders: Set<String> = []

  init(archive: String) { self.archive = archive }

  /// - Throws: `.forbidden` or `.unsupported`, with the entry's path.
  mutating func admit(_ entry: ZipArchive.Entry) throws(CodecError) {
    let path = entry.path
    func refuse(_ reason: String, _ code: CodecError.Code = .forbidden) -> CodecError {
      CodecError(code, "\(archive): \(Self.printable(path)): \(reason)")
    }

    if entry.isEncrypted { throw refuse("the entry is encrypted", .unsupported) }
    if !entry.isReadable { throw refuse("an unknown compression", .unsupported) }
    if let mode = entry.unixMode, mode & 0o170000 != 0 {
      let kind = mode & 0o170000
      if kind == 0o120000 { throw refuse("the entry is a link") }
      if kind != 0o100000, kind != 0o040000 { throw refuse("neither a file nor a folder") }
    }

    let isFolder = path.hasSuffix("/")
    let components = (isFolder ? path.dropLast() : path[...])
      .split(separator: "/", omittingEmptySubsequences: false)
    if path.hasPrefix("/") { throw refuse("an absolute path") }
    if path.contains("\\") || path.contains(":") {
      throw refuse("a backslash or a colon, which leave the folder on other systems")
    }
    if path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      throw refuse("a control character in the path")
    }
    if components.contains("..") { throw refuse("the path leaves the archive") }
    if components.contains(where: { $0.isEmpty || $0 == "." }) {
      throw refuse("an empty part or \".\" in the path")
    }
    if path.utf8.count > 4096 || components.count > 64 { throw refuse("the path is too long") }

    let plain = components.joined(separator: "/")
    for count in 1..<max(components.count, 1) {
      let parent = components[..<count].joined(separator: "/")
      if files.contains(parent) { throw refuse("\"\(parent)\" is a file and a folder") }
      folders.insert(parent)
    }
    if isFolder {
      if files.contains(plain) { throw refuse("the name is a file and a folder") }
      folders.insert(plain)
    } else {
      if folders.contains(plain) { throw refuse("the name is a file and a folder") }
      guard files.insert(plain).inserted else { throw refuse("the name is there twice") }
    }
  }

  /// The path as it may stand in a message to a terminal.
  private static func printable(_ path: String) -> String {
    String(
      String.UnicodeScalarView(
        path.unicodeScalars.prefix(200).map { $0.value < 0x20 || $0.value == 0x7F ? "?" : $0 }))
  }
}
