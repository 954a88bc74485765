import Foundation
import GuiseCore
import GuiseFilters
import Testing

@Suite struct ManifestTests {
  /// A manifest around the text of its layers.
  private static func manifest(
    layers: String = #"[{"kind": "mesh", "style": "wireframe"}]"#, head: String = ""
  ) -> String {
    #"{"formatVersion": 1, "id": "cat", "title": "Cat", \#(head) "layers": \#(layers)}"#
  }

  private static func emoji(_ rest: String) -> String {
    manifest(layers: #"[{"kind": "emoji", "feature": "nose", "options": ["👃"], \#(rest)}]"#)
  }

  private static func texture(_ rest: String) -> String {
    manifest(layers: #"[{"kind": "mesh", "style": "texture", \#(rest)}]"#)
  }

  private static func load(
    _ files: [String: String], limits: FilterLimits = .default
  ) throws -> FilterPackage {
    let folder = try TemporaryFolder(files)
    return try FilterPackage.load(folder.url, codecs: .fake(), limits: limits)
  }

  struct Case: CustomTestStringConvertible {
    let manifest: String
    let code: FilterError.Code
    let field: String
    /// A part of the message.
    let says: String
    var testDescription: String { "\(field) \(says)" }
  }

  private static let cases: [Case] = [
    Case(manifest: "", code: .invalidJSON, field: "", says: "empty"),
    Case(manifest: "[1, 2", code: .invalidJSON, field: "", says: "found the end"),
    Case(manifest: "[]", code: .invalidField, field: "", says: "expected an object"),
    Case(manifest: #"{"id": "a"}"#, code: .invalidField, field: "formatVersion", says: "missing"),
    Case(
      manifest: #"{"formatVersion": "1"}"#, code: .invalidField, field: "formatVersion",
      says: "expected the number 1, found \"1\""),
    Case(
      manifest: #"{"formatVersion": 2}"#, code: .unsupported, field: "formatVersion",
      says: "version 2 is not known"),
    Case(
      manifest: #"{"formatVersion": 1, "title": "A", "layers": []}"#, code: .invalidField,
      field: "id", says: "missing"),
    Case(
      manifest: #"{"formatVersion": 1, "id": "a", "title": "A"}"#, code: .invalidField,
      field: "layers", says: "missing"),
    Case(
      manifest: #"{"formatVersion": 1, "id": "A b", "title": "A", "layers": []}"#,
      code: .invalidField, field: "id", says: "found \"A b\""),
    Case(manifest: manifest(layers: "[]"), code: .invalidField, field: "layers", says: "one layer"),
    Case(manifest: manifest(layers: "{}"), code: .invalidField, field: "layers", says: "an array"),
    Case(
      manifest: manifest(layers: "[7]"), code: .invalidField, field: "layers[0]", says: "object"),
    Case(
      manifest: manifest(layers: "[{}]"), code: .invalidField, field: "layers[0].kind",
      says: "missing"),
    Case(
      manifest: manifest(layers: #"[{"kind": "smell"}]"#), code: .unsupported,
      field: "layers[0].kind", says: "layer kind 'smell' is not known"),
    Case(
      manifest: manifest(layers: #"[{"kind": "sticker"}]"#), code: .unsupported,
      field: "layers[0].kind", says: "layer kind 'sticker' is not supported by this version"),
    Case(
      manifest: manifest(layers: #"[{"kind": "model", "source": "a.glb"}]"#), code: .unsupported,
      field: "layers[0].kind", says: "layer kind 'model' is not supported by this version"),
    Case(
      manifest: manifest(layers: #"[{"kind": "emoji", "feature": "elbow", "options": ["👃"]}]"#),
      code: .invalidField, field: "layers[0].feature", says: "found \"elbow\""),
    Case(
      manifest: manifest(layers: #"[{"kind": "emoji", "feature": "nose"}]"#), code: .invalidField,
      field: "layers[0].options", says: "missing"),
    Case(
      manifest: manifest(layers: #"[{"kind": "emoji", "feature": "nose", "options": []}]"#),
      code: .invalidField, field: "layers[0].options", says: "an empty array"),
    Case(
      manifest: manifest(
        layers: #"[{"kind": "emoji", "feature": "nose", "options": ["👃", "👃👃"]}]"#),
      code: .invalidField, field: "layers[0].options[1]", says: "one emoji"),
    Case(
      manifest: manifest(layers: #"[{"kind": "emoji", "feature": "nose", "options": ["a"]}]"#),
      code: .invalidEmoji, field: "layers[0].options[0]", says: "no font has"),
    Case(
      manifest: emoji(#""size": "big""#), code: .invalidField, field: "layers[0].size",
      says: "expected a number from 0.005 to 1.0 metres, found \"big\""),
    Case(
      manifest: emoji(#""size": 20"#), code: .invalidField, field: "layers[0].size",
      says: "found 20"),
    Case(
      manifest: emoji(#""offset": [0, 1]"#), code: .invalidField, field: "layers[0].offset",
      says: "3 numbers, found 2"),
    Case(
      manifest: emoji(#""offset": [0, 1, null]"#), code: .invalidField,
      field: "layers[0].offset[2]", says: "found null"),
    Case(
      manifest: emoji(#""selected": 1"#), code: .invalidField, field: "layers[0].selected",
      says: "0 to 0, found 1"),
    Case(
      manifest: emoji(#""when": "yawning""#), code: .invalidField, field: "layers[0].when",
      says: "\"mouthOpen\""),
    Case(
      manifest: emoji(#""opacity": 1.5"#), code: .invalidField, field: "layers[0].opacity",
      says: "found 1.5"),
    Case(
      manifest: manifest(layers: #"[{"kind": "mesh", "style": "wireframe", "color": "red"}]"#),
      code: .invalidField, field: "layers[0].color", says: "#RRGGBB"),
    Case(
      manifest: manifest(layers: #"[{"kind": "mesh", "style": "wireframe", "lineWidth": 0}]"#),
      code: .invalidField, field: "layers[0].lineWidth", says: "pixels"),
    Case(
      manifest: manifest(layers: #"[{"kind": "mesh", "style": "fur"}]"#), code: .invalidField,
      field: "layers[0].style", says: "\"wireframe\", \"texture\""),
    Case(
      manifest: texture(#""edge": 2"#), code: .invalidField, field: "layers[0].source",
      says: "missing"),
    Case(
      manifest: texture(#""source": "no.png""#), code: .missingFile, field: "layers[0].source",
      says: "no file \"no.png\""),
    Case(
      manifest: texture(#""source": "../a.png""#), code: .unsafePath, field: "layers[0].source",
      says: "leaves the package"),
    Case(
      manifest: texture(#""source": "/etc/passwd""#), code: .unsafePath, field: "layers[0].source",
      says: "absolute"),
    Case(
      manifest: texture(#""source": "C:/a.png""#), code: .unsafePath, field: "layers[0].source",
      says: "absolute"),
    Case(
      manifest: texture(#""source": "a\\b.png""#), code: .unsafePath, field: "layers[0].source",
      says: "backslash"),
    Case(
      manifest: texture(#""source": "a//b.png""#), code: .unsafePath, field: "layers[0].source",
      says: "empty"),
    Case(
      manifest: texture(#""source": "a\u0000.png""#), code: .unsafePath, field: "layers[0].source",
      says: "control character"),
    Case(
      manifest: texture(#""source": "filter.json""#), code: .invalidImage,
      field: "layers[0].source", says: "is no picture"),
    Case(
      manifest: texture(#""source": "folder""#), code: .unreadable, field: "layers[0].source",
      says: "no regular file"),
    Case(
      manifest: texture(#""source": "huge.png""#), code: .invalidImage, field: "layers[0].source",
      says: "pixels"),
    Case(
      manifest: texture(#""source": "ok.png", "eyes": "open""#), code: .invalidField,
      field: "layers[0].eyes", says: "\"cut\", \"filled\""),
    Case(
      manifest: manifest(head: #""preview": "../p.png","#), code: .unsafePath, field: "preview",
      says: "leaves"),
    Case(
      manifest: manifest(head: #""preview": "p.png","#), code: .missingFile, field: "preview",
      says: "no file"),
    Case(
      manifest: manifest(head: #""keywords": ["a", 5],"#), code: .invalidField,
      field: "keywords[1]", says: "a string, found a number"),
    Case(
      manifest: manifest(head: #""authors": "me","#), code: .invalidField, field: "authors",
      says: "array of strings"),
  ]

  @Test(arguments: cases)
  func nameLayerAndField(_ wrong: Case) throws {
    let error = try #require(throws: FilterError.self) {
      _ = try Self.load([
        "filter.json": wrong.manifest, "ok.png": "picture 4x4", "huge.png": "picture 90000x90000",
        "folder/a": "",
      ])
    }
    #expect(error.code == wrong.code)
    #expect(error.location.field == wrong.field)
    #expect(error.message.contains(wrong.says), "\(error.message)")
    #expect(error.location.file == "pack/filter.json")
    #expect(error.location.position != nil)
  }

  @Test func aWholeManifest() throws {
    let text = """
      { "formatVersion": 1, "id": "cat-2", "title": "Cat", "authors": ["A", "B"],
        "license": "CC0-1.0", "description": "d", "keywords": ["k"], "category": "Face Filters",
        "preview": "p/preview.png",
        "layers": [
          { "kind": "emoji", "feature": "leftEye", "options": ["👁", "off"], "selected": 1,
            "size": 0.05, "offset": [0, 0.01, 0], "when": "smile", "opacity": 0.5 },
          { "kind": "mesh", "style": "wireframe", "color": "#FF000080", "lineWidth": 2 },
          { "kind": "mesh", "style": "texture", "source": "ok.png", "edge": 1, "eyes": "filled" } ] }
      """
    let package = try Self.load([
      "filter.json": text, "p/preview.png": "picture 1x1", "ok.png": "picture 8x4",
    ])
    #expect(package.warnings.isEmpty)
    #expect(package.manifest.authors == ["A", "B"])
    #expect(package.manifest.preview == "p/preview.png")
    #expect(
      package.layers[0]
        == FilterLayer(
          .emoji(
            EmojiLayer(
              feature: .leftEye, options: [.emoji("👁"), .off], selected: 1, size: 0.05,
              offset: [0, 0.01, 0])), trigger: .smile, opacity: 0.5))
    #expect(
      package.layers[1]
        == FilterLayer(.wireframe(WireframeLayer(color: [1, 0, 0, 128.0 / 255], lineWidth: 2))))
    #expect(
      package.layers[2]
        == FilterLayer(.texture(TextureLayer(source: "ok.png", edge: 1, eyes: .filled))))
    #expect(package.assets[2].texture?.image.width == 8)
    #expect(package.usesBlendShapes)
  }

  @Test func unknownKeysAreWarnings() throws {
    let package = try Self.load([
      "filter.json": Self.manifest(
        layers: #"[{"kind": "mesh", "style": "wireframe", "opacty": 1}]"#, head: #""mood": 3,"#)
    ])
    #expect(package.warnings.map(\.location.field) == ["layers[0].opacty", "mood"])
    #expect(package.warnings[0].message.contains("did you mean \"opacity\"?"))
    #expect(package.warnings[0].message.hasPrefix("pack/filter.json:1:"))
  }

  @Test func theValidatorTellsEverythingAtOnce() throws {
    let folder = try TemporaryFolder([
      "filter.json": Self.manifest(
        layers: #"""
          [{"kind": "emoji", "feature": "nose", "options": ["👃"], "size": 9, "opacity": -1},
           {"kind": "sticker"}, {"kind": "mesh", "style": "texture", "source": "../x", "hue": 1}]
          """#)
    ])
    let report = FilterValidator(codecs: .fake()).report(folder.url)
    #expect(!report.isValid)
    #expect(
      report.errors.map(\.location.field) == [
        "layers[0].opacity", "layers[0].size", "layers[1].kind", "layers[2].source",
      ])
    #expect(report.warnings.map(\.location.field) == ["layers[2].hue"])
    let first = try #require(throws: FilterError.self) {
      _ = try FilterPackage.load(folder.url, codecs: .fake())
    }
    #expect(first.message.hasSuffix("(and 3 more errors)"))
  }

  @Test func theValidatorLooksAtAllFiles() throws {
    let folder = try TemporaryFolder([
      "filter.json": Self.texture(#""source": "ok.png""#), "ok.png": "picture 4x4", "old.png": "",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent("link.png").path, withDestinationPath: "/etc/passwd"
    )
    let report = FilterValidator(codecs: .fake()).report(folder.url)
    #expect(report.errors.map(\.location.file) == ["pack/link.png"])
    #expect(report.warnings.map(\.location.file) == ["pack/old.png"])
  }

  @Test func linksAreRefused() throws {
    let folder = try TemporaryFolder(["filter.json": Self.texture(#""source": "a/b.png""#)])
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appendingPathComponent("a").path, withDestinationPath: "/tmp")
    let error = try #require(throws: FilterError.self) {
      _ = try FilterPackage.load(folder.url, codecs: .fake())
    }
    #expect(error.code == .unsafePath)
    #expect(error.message.contains("symbolic link"))
  }

  @Test func limitsAreKept() throws {
    func error(_ files: [String: String], _ change: (inout FilterLimits) -> Void) throws
      -> FilterError
    {
      var limits = FilterLimits()
      change(&limits)
      return try #require(throws: FilterError.self) { _ = try Self.load(files, limits: limits) }
    }
    let files = [
      "filter.json": Self.texture(#""source": "ok.png""#), "ok.png": "picture 4x4 ",
    ]
    #expect(try error(files) { $0.manifestByteCount = 20 }.code == .overLimit)
    #expect(try error(files) { $0.byteCount = 5 }.code == .overLimit)
    #expect(try error(files) { $0.layerCount = 0 }.location.field == "layers")
    #expect(try error(files) { $0.totalTexturePixelCount = 15 }.code == .overLimit)
    let emoji = ["filter.json": Self.emoji(#""size": 0.1"#)]
    #expect(try error(emoji) { $0.optionCount = 0 }.location.field == "layers[0].options")
  }

  @Test func whatIsNoFilter() throws {
    func error(_ url: URL, _ codecs: FilterCodecs = .fake()) throws -> FilterError {
      try #require(throws: FilterError.self) { _ = try FilterPackage.load(url, codecs: codecs) }
    }
    let folder = try TemporaryFolder(["note.txt": "hello", "bad.guise": "PK\u{3}\u{4}…"])
    #expect(try error(folder.url).code == .notAFilter)
    #expect(try error(folder.url).message.contains("filter.json"))
    #expect(try error(folder.url.appendingPathComponent("note.txt")).code == .notAFilter)
    #expect(try error(folder.url.appendingPathComponent("none")).code == .unreadable)
    let archive = try error(folder.url.appendingPathComponent("bad.guise"))
    #expect(archive.code == .notAFilter)
    #expect(archive.message.contains("the archive is broken"))
  }

  @Test(arguments: ["", "cat/"])
  func aZippedFilter(root: String) throws {
    let folder = try TemporaryFolder(["cat.guise": "PK\u{3}\u{4}"])
    let codecs = FilterCodecs.fake(archive: [
      root + "filter.json": Self.texture(#""source": "art/ok.png""#),
      root + "art/ok.png": "picture 2x2",
    ])
    let url = folder.url.appendingPathComponent("cat.guise")
    let package = try FilterPackage.load(url, codecs: codecs)
    #expect(package.assets[0].texture?.image.width == 2)
    #expect(FilterValidator(codecs: codecs).report(url).isValid)
    let manifest = try FilterManifest.read(at: url, archives: codecs.archives)
    #expect(manifest.title == "Cat")
  }
}
