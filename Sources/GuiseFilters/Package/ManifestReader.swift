import Foundation
import GuiseCore

/// Reads `filter.json` and collects everything that is wrong with it.
struct ManifestReader {
  let document: JSONDocument
  /// What messages call the manifest.
  let file: String
  let limits: FilterLimits
  private(set) var errors: [FilterError] = []
  private(set) var warnings: [FilterWarning] = []

  /// - Throws: where there is no manifest, or where it is no JSON.
  init(_ files: PackageFiles, limits: FilterLimits) throws(FilterError) {
    file = "\(files.name)/\(PackageFiles.manifestName)"
    self.limits = limits
    let location = FilterLocation(file: file)
    let path: PackagePath
    do throws(PackagePath.Invalid) {
      path = try PackagePath(PackageFiles.manifestName)
    } catch {
      throw FilterError(.unsafePath, at: location, error.detail)
    }
    let data: Data
    do throws(FilterError) {
      data = try files.read(path, location: location, byteLimit: limits.manifestByteCount)
    } catch  where error.code == .missingFile {
      throw FilterError(
        .notAFilter, at: FilterLocation(file: files.name),
        "has no filter.json, so it is no filter")
    }
    do throws(JSONError) {
      document = try JSONDocument(parsing: Array(data), name: file, limits: limits.json)
    } catch {
      throw FilterError(
        error.code == .overLimit ? .overLimit : .invalidJSON,
        at: FilterLocation(file: file, position: error.position), error.detail)
    }
  }

  /// The first thing that is wrong, and how many more there are.
  var firstError: FilterError {
    guard let first = errors.first else {
      return FilterError(.invalidField, at: FilterLocation(file: file), "can't be read")
    }
    guard errors.count > 1 else { return first }
    let more = errors.count == 2 ? "1 more error" : "\(errors.count - 1) more errors"
    return FilterError(first.code, at: first.location, "\(first.detail) (and \(more))")
  }

  /// The manifest; nil where ``errors`` has something.
  mutating func read() -> FilterManifest? {
    guard let members = document.root.object else {
      fail(
        .invalidField, "", document.root.offset,
        "expected an object, found \(document.root.kindName)")
      return nil
    }
    var fields = ManifestFields(members, path: "", offset: document.root.offset)
    guard readVersion(&fields) else { return nil }
    let id = string("id", &fields, lengths: 1...64)
    if let id, !Self.isIdentifier(id) {
      fail(
        .invalidField, "id", fields.members.first { $0.key == "id" }?.value.offset ?? 0,
        "expected a–z, 0–9 and -, with no - at the ends, found \"\(id)\"")
    }
    let title = string("title", &fields, lengths: 1...200)
    let authors = strings("authors", &fields, count: 32)
    let license = optionalString("license", &fields, lengths: 1...200)
    let description = optionalString("description", &fields, lengths: 0...4000)
    let keywords = strings("keywords", &fields, count: 64)
    let category = optionalString("category", &fields, lengths: 1...64)
    let preview = path("preview", &fields)
    let layers = readLayers(&fields)
    warnOfUnknown(fields)
    guard errors.isEmpty, let id, let title else { return nil }
    return FilterManifest(
      id: id, title: title, authors: authors, license: license, description: description ?? "",
      keywords: keywords, category: category, preview: preview, layers: layers, warnings: warnings)
  }

  private mutating func readVersion(_ fields: inout ManifestFields) -> Bool {
    guard let value = required("formatVersion", &fields) else { return false }
    guard let version = value.integer, version >= 1 else {
      fail(
        .invalidField, "formatVersion", value.offset,
        "expected the number \(FilterManifest.formatVersion), found \(Self.shown(value))")
      return false
    }
    guard version == FilterManifest.formatVersion else {
      fail(
        .unsupported, "formatVersion", value.offset,
        "version \(version) is not known; this program reads \(FilterManifest.formatVersion)")
      return false
    }
    return true
  }

  private mutating func readLayers(_ fields: inout ManifestFields) -> [FilterLayer] {
    guard let value = required("layers", &fields) else { return [] }
    guard let values = value.array else {
      fail(.invalidField, "layers", value.offset, "expected an array, found \(value.kindName)")
      return []
    }
    guard !values.isEmpty else {
      fail(.invalidField, "layers", value.offset, "expected at least one layer")
      return []
    }
    guard values.count <= limits.layerCount else {
      fail(
        .overLimit, "layers", value.offset,
        "has \(values.count) layers; at most \(limits.layerCount) are allowed")
      return []
    }
    return values.indices.compactMap { readLayer(values[$0], path: "layers[\($0)]") }
  }

  private static func isIdentifier(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.first != UInt8(ascii: "-") && bytes.last != UInt8(ascii: "-")
      && bytes.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
      }
  }

  // MARK: What is wrong

  func location(_ path: String, _ offset: Int) -> FilterLocation {
    FilterLocation(file: file, field: path, position: document.position(of: offset))
  }

  mutating func fail(_ code: FilterError.Code, _ path: String, _ offset: Int, _ detail: String) {
    errors.append(FilterError(code, at: location(path, offset), detail))
  }

  mutating func warnOfUnknown(_ fields: ManifestFields) {
    for member in fields.unknown {
      let guess = fields.suggestion(for: member.key).map { "; did you mean \"\($0)\"?" } ?? ""
      warnings.append(
        FilterWarning(
          at: location(fields.path(of: member.key), member.offset),
          "the key \"\(member.key)\" is not known and is ignored\(guess)"))
    }
  }

  /// A value as a message shows it.
  static func shown(_ value: JSONValue) -> String {
    switch value.content {
    case .string(let text): "\"\(text.prefix(80))\""
    case .number(let number):
      Int(exactly: number).map { "\($0)" } ?? "\(number)"
    default: value.kindName
    }
  }
}
