import GuiseCore

/// What is wrong with a glTF file, and where in it.
public struct GLTFError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a caller can act on.
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// The text is no JSON, or not what the reader takes (duplicate keys, lone surrogates).
    case invalidJSON
    /// The binary container is truncated, or its chunks are not those of glTF 2.0.
    case invalidContainer
    /// Another version than 2.0 is needed.
    case unsupportedVersion
    /// An extension is required that is not known.
    case unsupportedExtension
    /// A property that must be there is not.
    case missingField
    /// A property has the wrong type, is out of range or not in the list.
    case invalidField
    /// An index names nothing.
    case invalidReference
    /// An accessor's type, component type or count is not what its use asks for.
    case invalidAccessor
    /// A view or an accessor leaves what it lies in.
    case outOfBounds
    /// Nodes form a circle, or one has two parents.
    case invalidHierarchy
    /// Numbers in a buffer make no sense: indices beyond the vertices, no finite numbers, times that go
    /// back.
    case invalidData
    /// A file that the model names is not there, or a buffer has no bytes.
    case missingResource
    /// A file's name leaves the folder or is an address.
    case unsafePath
    /// A data URI can't be decoded.
    case invalidDataURI
    /// Draco or meshopt data is broken.
    case invalidCompression
    /// More bytes or values than ``GLTFLimits`` allow.
    case overLimit
  }

  public let code: Code
  /// What the file is called.
  public internal(set) var file: String
  /// The place in its JSON, `meshes[2].primitives[0].attributes.POSITION`; empty where the file itself
  /// is meant.
  public let path: String
  /// What was expected and what was found, without the place.
  public let detail: String

  public init(_ code: Code, file: String = "", path: String = "", _ detail: String) {
    self.code = code
    self.file = file
    self.path = path
    self.detail = detail
  }

  /// File, place, what was expected and what was found.
  public var message: String {
    [file, path, detail].filter { !$0.isEmpty }.joined(separator: ": ")
  }
  public var description: String { message }
}

/// Something in a glTF file that does no harm or is left out, said once.
public struct GLTFWarning: Hashable, Sendable, CustomStringConvertible {
  /// The place in the JSON; empty where the file itself is meant.
  public let path: String
  public let detail: String

  /// Place and what was found.
  public var message: String { path.isEmpty ? detail : "\(path): \(detail)" }
  public var description: String { message }
}
