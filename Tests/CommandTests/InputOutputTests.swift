import Foundation
import Testing

@testable import guise

@Suite struct OutputPatternTests {
  private func path(
    _ pattern: String, _ input: Input, ext: String = "jpg"
  ) throws -> String? {
    try OutputPattern(pattern).url(for: input, fileExtension: ext, filter: "emoji")?.path
  }

  private let input = Input(
    name: "/photos/June/me.png", url: URL(fileURLWithPath: "/photos/June/me.png"),
    subfolder: "June/")

  @Test func whatAPatternIs() throws {
    #expect(try OutputPattern("-") == .pipe)
    #expect(try OutputPattern("x.jpg") == .file(URL(fileURLWithPath: "x.jpg")))
    #expect(try OutputPattern("/tmp").folder?.path == "/tmp")
    #expect(try OutputPattern("no-such/").folder != nil)
    #expect(try OutputPattern("no-such").folder != nil)
    #expect(try OutputPattern("{name}.png").fileExtension == "png")
    #expect(try OutputPattern("{name}.{ext}").fileExtension == nil)
  }

  @Test func namesOfOutputs() throws {
    #expect(try path("/out/", input) == "/out/June/me.jpg")
    #expect(try path("/out/x.png", input) == "/out/x.png")
    #expect(try path("/out/{name}-worn.{ext}", input) == "/out/me-worn.jpg")
    #expect(try path("{dir}/{filter}/{name}.{ext}", input) == "/photos/June/emoji/me.jpg")
    let braces = Input(name: "{ext}.png", url: URL(fileURLWithPath: "/a/{ext}.png"))
    #expect(try path("/o/{name}.{ext}", braces) == "/o/{ext}.jpg")
  }

  @Test(arguments: ["{nmae}.jpg", "{name.jpg", "{ext}.jpg", "{}{name}"])
  func badTemplates(text: String) {
    #expect(throws: UsageError.self) { try OutputPattern(text) }
  }
}

@Suite struct InputTests {
  @Test func foldersStandForTheirMedia() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("guise-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for path in [
      "b10.jpg", "b9.JPG", "sub/c.mp4", "sub/deep/d.png", "notes.txt", ".hidden.jpg",
      ".cache/e.jpg", "worn/f.jpg", "noextension",
    ] {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
    // A link to itself must not be walked into.
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("loop"), withDestinationURL: folder)
    let (inputs, failures) = Input.expand(
      [folder.path, "-", folder.path + "/none.jpg"],
      outputFolder: folder.appendingPathComponent("worn"))
    #expect(
      inputs.map { $0.name.replacing(folder.path + "/", with: "") }
        == ["b9.JPG", "b10.jpg", "sub/c.mp4", "sub/deep/d.png", "-"])
    #expect(inputs.map(\.subfolder) == ["", "", "sub/", "sub/deep/", ""])
    #expect(failures.map(\.reason) == ["there is no such file"])
  }

  @Test func resultsBesideTheirInputsAreNoInputs() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("guise-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["me.heic", "me-worn.jpg", "well-worn.jpg"] {
      try Data().write(to: folder.appendingPathComponent(name))
    }
    func names(isBeside: Bool) -> [String?] {
      Input.expand([folder.path], isBeside: isBeside).inputs.map(\.url?.lastPathComponent)
    }
    #expect(names(isBeside: true) == ["me.heic", "well-worn.jpg"])
    #expect(names(isBeside: false).count == 3)
    let result = folder.appendingPathComponent("me-worn.jpg")
    #expect(Input.expand([result.path], isBeside: true).inputs.count == 1)
  }

  @Test func anEmptyFolderIsNamed() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("guise-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(
      Input.expand([folder.path]).failures.map(\.reason) == ["the folder holds no photo or video"])
  }
}
