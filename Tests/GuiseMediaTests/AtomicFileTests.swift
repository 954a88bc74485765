import Foundation
import Testing

@testable import GuiseMedia

/// `discardAll` ends atomic files for the whole process, so its effect is tested in one of its own.
struct AtomicFileTests {
  @Test func appearsWholeAtCommit() throws {
    let folder = try TemporaryFolder()
    let file = try AtomicFile(for: folder.file("out.jpg"), policy: .keepExisting)
    #expect(file.temporaryURL.pathExtension == "jpg")
    try Data("done".utf8).write(to: file.temporaryURL)
    #expect(!FileManager.default.fileExists(atPath: folder.file("out.jpg").path))
    try file.commit()
    #expect(folder.names == ["out.jpg"])
    #expect(try Data(contentsOf: folder.file("out.jpg")) == Data("done".utf8))
  }

  @Test func leavesNothingWhenDroppedOrDiscarded() throws {
    let folder = try TemporaryFolder()
    do {
      let file = try AtomicFile(for: folder.file("out.jpg"), policy: .overwrite)
      #expect(folder.names == [file.temporaryURL.lastPathComponent])
    }
    #expect(folder.names.isEmpty)
    let file = try AtomicFile(for: folder.file("out.jpg"), policy: .overwrite)
    file.discard()
    #expect(folder.names.isEmpty)
    let error = #expect(throws: MediaError.self) { try file.commit() }
    #expect(error?.code == .cancelled)
    #expect(folder.names.isEmpty)
  }

  @Test func keepsWhatIsThere() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.png")
    try Data("old".utf8).write(to: url)
    let early = #expect(throws: MediaError.self) {
      try AtomicFile(for: url, policy: .keepExisting)
    }
    #expect(early?.code == .alreadyExists)

    try FileManager.default.removeItem(at: url)
    let file = try AtomicFile(for: url, policy: .keepExisting)
    try Data("old".utf8).write(to: url)
    let late = #expect(throws: MediaError.self) { try file.commit() }
    #expect(late?.code == .alreadyExists)
    #expect(folder.names == ["out.png"])
    #expect(try Data(contentsOf: url) == Data("old".utf8))
  }

  @Test func overwritesInOneStepAndKeepsPermissions() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.png")
    try Data("old".utf8).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: url.path)
    let file = try AtomicFile(for: url, policy: .overwrite)
    try Data("new".utf8).write(to: file.temporaryURL)
    try file.commit()
    #expect(try Data(contentsOf: url) == Data("new".utf8))
    let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
    #expect(mode as? Int == 0o640)
  }

  @Test func writesThroughLinks() throws {
    let folder = try TemporaryFolder()
    try Data("old".utf8).write(to: folder.file("target.png"))
    try FileManager.default.createSymbolicLink(
      at: folder.file("link.png"), withDestinationURL: folder.file("target.png"))
    let file = try AtomicFile(for: folder.file("link.png"), policy: .overwrite)
    try Data("new".utf8).write(to: file.temporaryURL)
    try file.commit()
    #expect(try Data(contentsOf: folder.file("target.png")) == Data("new".utf8))
    let type = try FileManager.default.attributesOfItem(atPath: folder.file("link.png").path)[.type]
    #expect(type as? FileAttributeType == .typeSymbolicLink)
  }

  @Test func namesWhatStandsInTheWay() throws {
    let folder = try TemporaryFolder()
    let asFolder = #expect(throws: MediaError.self) {
      try AtomicFile(for: folder.url, policy: .overwrite)
    }
    #expect(asFolder?.code == .notAFile)
    let asDevice = #expect(throws: MediaError.self) {
      try AtomicFile(for: URL(fileURLWithPath: "/dev/null"), policy: .overwrite)
    }
    #expect(asDevice?.code == .notAFile)
    let nowhere = #expect(throws: MediaError.self) {
      try AtomicFile(for: folder.file("no/out.png"), policy: .overwrite)
    }
    #expect(nowhere?.code == .notFound)
    #expect(nowhere?.message.hasPrefix("out.png: ") == true)
  }

  @Test func longNamesStillFit() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "n", count: 251) + ".png"
    try AtomicFile(for: folder.file(name), policy: .keepExisting).commit()
    #expect(folder.names == [name])
  }

  @Test func discardAllRemovesEverythingAndLetsNothingNewBeMade() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let files = try (0..<3).map {
        try AtomicFile(for: folder.file("\($0).png"), policy: .overwrite)
      }
      AtomicFile.discardAll()
      guard folder.names.isEmpty else { exit(1) }
      for file in files {
        guard Self.code({ try file.commit() }) == .cancelled else { exit(2) }
      }
      let late = Self.code { _ = try AtomicFile(for: folder.file("late.png"), policy: .overwrite) }
      guard late == .cancelled else { exit(3) }
      guard folder.names.isEmpty else { exit(4) }
    }
  }

  private static func code(_ body: () throws -> Void) -> MediaError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? MediaError)?.code
    }
  }

  @Test func fullDiskIsNamed() throws {
    let status = FileSystem.write([[1, 2, 3]], to: "/dev/full")
    #expect(status == ENOSPC)
    let error = MediaError(errno: status, name: "out.png", action: .write)
    #expect(error.code == .diskFull)
    #expect(error.message == "out.png: the disk is full")
  }
}
