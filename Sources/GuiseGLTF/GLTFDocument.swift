import Foundation
import GuiseCore
import GuiseScene

/// A glTF 2.0 file that was read whole: its model, and what was noticed on the way.
///
///     let document = try GLTFDocument.read(
///       Data(contentsOf: url), name: "cat.gltf",
///       resources: GLTFFolder(url.deletingLastPathComponent()), decompressor: MeshDecompressor())
///     for warning in document.warnings { print(warning) }
public struct GLTFDocument: Sendable {
  public let model: Model
  /// What does no harm or is left out, each once.
  public let warnings: [GLTFWarning]
  /// As the file lists them.
  public let extensionsUsed: [String]
  /// As the file lists them; all of them are understood.
  public let extensionsRequired: [String]
  /// The program that wrote the file, as far as it says.
  public let generator: String?
  /// As far as the file says.
  public let copyright: String?

  /// Reads a `.gltf` or `.glb`, told apart by content.
  ///
  /// Hostile input ends in an error, in time and memory in proportion to its size (see
  /// ``GLTFLimits``).
  ///
  /// - Parameters:
  ///   - name: what messages call the file.
  ///   - resources: gives the files that the model names.
  ///   - decompressor: unpacks Draco and meshopt; without it these extensions are unknown.
  /// - Throws: ``GLTFError``, which names the place in the file.
  public static func read(
    _ data: Data, name: String, resources: any GLTFResourceLoading = GLTFNoResources(),
    decompressor: (any MeshDecompressing)? = nil, limits: GLTFLimits = .init()
  ) throws(GLTFError) -> GLTFDocument {
    do throws(GLTFError) {
      return try readDocument(
        data, name: name, resources: resources, decompressor: decompressor, limits: limits)
    } catch {
      var error = error
      error.file = name
      throw error
    }
  }

  private static func readDocument(
    _ data: Data, name: String, resources: any GLTFResourceLoading,
    decompressor: (any MeshDecompressing)?, limits: GLTFLimits
  ) throws(GLTFError) -> GLTFDocument {
    guard data.count <= limits.fileByteCount else {
      throw GLTFError(
        .overLimit, "has \(data.count) bytes; at most \(limits.fileByteCount) are read")
    }
    let container = try GLBContainer(data)
    let budget = DecodingBudget(limits)
    budget.addInput(data.count)
    let json = try parse(container.json, limits: limits)
    let root = try GLTFObject(json, at: .root)
    let asset = try readAsset(root)
    let extensions = try ExtensionList(root, canDecompress: decompressor != nil)

    var store = ResourceStore(resources, limits: limits, budget: budget)
    let buffers = try BufferTable(
      root, binary: container.binary, resources: &store, decompressor: decompressor, budget: budget)
    var reader = try ModelReader(
      root, extensions: extensions,
      accessors: AccessorTable(root, buffers: buffers, budget: budget),
      resources: store, decompressor: decompressor)
    let model = try reader.readModel(name: name)
    return GLTFDocument(
      model: model, warnings: container.warnings + extensions.warnings + reader.warnings.all,
      extensionsUsed: extensions.used, extensionsRequired: extensions.required,
      generator: try asset.string("generator"), copyright: try asset.string("copyright"))
  }

  private static func parse(_ json: Data, limits: GLTFLimits) throws(GLTFError) -> JSONValue {
    var bytes = [UInt8](json)
    // Some writers pad the chunk with zeros.
    while bytes.last == 0 { bytes.removeLast() }
    do throws(JSONError) {
      let jsonLimits = JSONLimits(
        byteCount: limits.fileByteCount, stringByteCount: limits.fileByteCount)
      return try JSONDocument(parsing: bytes, name: "", limits: jsonLimits).root
    } catch {
      throw GLTFError(
        error.code == .overLimit ? .overLimit : .invalidJSON, "\(error.position): \(error.detail)")
    }
  }

  private static func readAsset(_ root: GLTFObject) throws(GLTFError) -> GLTFObject {
    guard let asset = try root.object("asset") else {
      throw root.path.error(
        .missingField, "expected a property \"asset\", found none (glTF 2.0 needs it)")
    }
    if let number = asset.value("version")?.number {
      // As glTF 1.0 wrote it.
      throw asset.path.key("version").error(
        number < 2 ? .unsupportedVersion : .invalidField,
        "expected a version such as \"2.0\" as a string, found the number \(number)")
    }
    guard let version = try asset.string("version") else { throw asset.missing("version") }
    let needed = try asset.string("minVersion")
    // A later minor version may be read as 2.0, unless the file says otherwise.
    let (major, minor) = try readVersion(version, at: asset.path.key("version"))
    guard major == 2 else {
      throw asset.path.key("version").error(
        .unsupportedVersion, "expected glTF 2, found \(major).\(minor)")
    }
    if let needed {
      let (major, minor) = try readVersion(needed, at: asset.path.key("minVersion"))
      guard major == 2, minor == 0 else {
        throw asset.path.key("minVersion").error(
          .unsupportedVersion, "expected glTF 2.0, found \(major).\(minor)")
      }
    }
    return asset
  }

  private static func readVersion(
    _ text: String, at path: GLTFPath
  ) throws(GLTFError) -> (major: Int, minor: Int) {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 2, let major = Int(numbers[0]), let minor = Int(numbers[1]) else {
      throw path.error(
        .invalidField, "expected a version such as \"2.0\", found \"\(text.prefix(40))\"")
    }
    return (major, minor)
  }
}
