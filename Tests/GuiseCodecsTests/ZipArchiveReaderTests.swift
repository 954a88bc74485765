import Foundation
import GuiseCore
import Testing

@testable import GuiseCodecs

/// Archives that may be hostile: each trick gets its own refusal, and memory stays bounded.
struct ZipArchiveReaderTests {
  private func read(
    _ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> [String: Data] {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("guise-zip-\(UUID().uuidString).guise")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try ZipArchiveReader().readArchive(at: url, limits: limits)
  }

  private func read(
    _ entries: [ZipBytes.Entry], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> [String: Data] {
    try read(ZipBytes.archive(entries), limits: limits)
  }

  private func expectRefusal(
    _ code: CodecError.Code, _ words: String, _ body: () throws -> [String: Data],
    location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: CodecError.self, sourceLocation: location) { try body() }
    #expect(error?.code == code, "\(error?.message ?? "")", sourceLocation: location)
    #expect(
      words.isEmpty || error?.message.contains(words) == true, "\(error?.message ?? "")",
      sourceLocation: location)
  }

  @Test func filesAndFoldersAreRead() throws {
    let files = try read([
      ZipBytes.Entry("art/", "").with { $0.externalAttributes = 0o040755 << 16 },
      ZipBytes.Entry("art/nose.txt", "pig"), ZipBytes.Entry("filter.json", "{}"),
      ZipBytes.Entry("zeros", zeros: 100_000),
      ZipBytes.Entry("médaille 🏅.txt", "gold").with { $0.flags = 0x800 },
    ])
    #expect(
      Set(files.keys) == ["art/nose.txt", "filter.json", "zeros", "médaille 🏅.txt"])
    #expect(files["art/nose.txt"] == Data("pig".utf8))
    #expect(files["zeros"] == Data(count: 100_000))
  }

  @Test(arguments: [
    ("../evil", "leaves the archive"), ("a/../../evil", "leaves the archive"),
    ("/etc/passwd", "absolute"), ("a\\..\\evil", "backslash"), ("C:evil", "colon"),
    ("a//b", "empty part"), ("./a", "empty part"), ("a\n", "control character"),
    ("a/..", "leaves the archive"),
  ])
  func pathsThatLeaveAreRefused(path: String, words: String) {
    // Bit 11: the name is UTF-8.
    expectRefusal(.forbidden, words) {
      try read([ZipBytes.Entry(path).with { $0.flags = 0x800 }])
    }
  }

  @Test func linksAndDevicesAreRefused() {
    expectRefusal(.forbidden, "link") {
      try read([
        ZipBytes.Entry("link", "/etc/passwd").with { $0.externalAttributes = 0o120777 << 16 }
      ])
    }
    expectRefusal(.forbidden, "neither a file nor a folder") {
      try read([ZipBytes.Entry("pipe").with { $0.externalAttributes = 0o010644 << 16 }])
    }
  }

  @Test func duplicatesAreRefused() {
    expectRefusal(.forbidden, "twice") { try read([ZipBytes.Entry("a"), ZipBytes.Entry("a")]) }
    expectRefusal(.forbidden, "a file and a folder") {
      try read([ZipBytes.Entry("a"), ZipBytes.Entry("a/b")])
    }
    expectRefusal(.forbidden, "a file and a folder") {
      try read([ZipBytes.Entry("a/b"), ZipBytes.Entry("a")])
    }
  }

  @Test func encryptedAndUnknownCompressionsAreRefused() {
    expectRefusal(.unsupported, "encrypted") {
      try read([ZipBytes.Entry("secret", "twelve bytes of header, then data").with { $0.flags = 1 }]
      )
    }
    expectRefusal(.unsupported, "compression") {
      try read([ZipBytes.Entry("a").with { $0.method = 93 }])
    }
  }

  @Test func bombsAreRefusedByClaimAndWhileUnpacking() {
    let limits = ArchiveLimits(fileCount: 3, byteCount: 1 << 20)
    expectRefusal(.tooLarge, "more than the limit") {
      try read([ZipBytes.Entry("honest", zeros: 8 << 20)], limits: limits)
    }
    // The header claims ten bytes; what comes out counts.
    expectRefusal(.tooLarge, "more than the limit") {
      try read([ZipBytes.Entry("liar", zeros: 8 << 20, claimedSize: 10)], limits: limits)
    }
    expectRefusal(.tooLarge, "4 entries") {
      try read((0..<4).map { ZipBytes.Entry("\($0)") }, limits: limits)
    }
    // Each file is small, all together are not.
    expectRefusal(.tooLarge, "more than the limit") {
      try read((0..<3).map { ZipBytes.Entry("\($0)", zeros: 500_000) }, limits: limits)
    }
  }

  @Test func damageIsNamed() throws {
    expectRefusal(.damaged, "a: ") {
      try read([ZipBytes.Entry("a").with { $0.checksum ^= 1 }])
    }
    expectRefusal(.damaged, "") { try read(Array("not an archive at all".utf8)) }
    expectRefusal(.damaged, "") { try read([UInt8]()) }
    expectRefusal(.unreadable, "") {
      try ZipArchiveReader().readArchive(
        at: URL(fileURLWithPath: "/nonexistent.guise"), limits: ArchiveLimits())
    }
    expectRefusal(.unreadable, "") {
      try ZipArchiveReader().readArchive(
        at: FileManager.default.temporaryDirectory, limits: ArchiveLimits())
    }
  }

  @Test func everyTruncationIsAnErrorOrTheSameFiles() {
    let archive = ZipBytes.archive([
      ZipBytes.Entry("a", "first"), ZipBytes.Entry("b", zeros: 3000),
    ])
    for count in 0..<archive.count {
      #expect(throws: CodecError.self) { try read(Array(archive[..<count])) }
    }
  }

  @Test func mutationsNeverCrash() throws {
    let archive = ZipBytes.archive([
      ZipBytes.Entry("a/b.txt", "first"), ZipBytes.Entry("c", zeros: 3000),
    ])
    let limits = ArchiveLimits(fileCount: 100, byteCount: 1 << 20)
    for position in archive.indices {
      for value: UInt8 in [0, 0x7F, 0xFF] {
        var mutated = archive
        mutated[position] = value
        do {
          let files = try read(mutated, limits: limits)
          #expect(files.values.reduce(0) { $0 + $1.count } <= limits.byteCount)
        } catch {
          #expect(error is CodecError)
        }
      }
    }
  }
}
