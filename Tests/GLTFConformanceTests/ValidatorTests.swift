import Foundation
import GuiseGLTF
import TestSupport
import Testing

/// The samples of the Khronos validator, whose reports say what is wrong with each.
///
/// Guise refuses what can't be drawn rightly, with a code that goes with the report, and takes what does
/// no harm.
@Suite(.enabled(if: SharedData.isPresent, "there is no shared test data"))
struct ValidatorTests {
  /// What Guise says of an error that it refuses; any of a file's errors may be met first.
  static let refusals: [String: Set<GLTFError.Code>] = [
    "ACCESSOR_ANIMATION_INPUT_NEGATIVE": [.invalidData],
    "ACCESSOR_ANIMATION_INPUT_NON_INCREASING": [.invalidData],
    "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION": [.invalidData],
    "ACCESSOR_INDEX_OOB": [.invalidData],
    "ACCESSOR_JOINTS_INDEX_OOB": [.invalidData],
    "ACCESSOR_NORMALIZED_INVALID": [.invalidAccessor],
    "ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE": [.invalidAccessor],
    "ACCESSOR_TOO_LONG": [.outOfBounds],
    "ACCESSOR_WEIGHTS_NEGATIVE": [.invalidData],
    "ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT": [.invalidAccessor],
    "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT": [.invalidAccessor],
    "ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT": [.invalidAccessor],
    "ASSET_MIN_VERSION_GREATER_THAN_VERSION": [.unsupportedVersion],
    "BUFFER_BYTE_LENGTH_MISMATCH": [.outOfBounds],
    "BUFFER_VIEW_INVALID_BYTE_STRIDE": [.invalidAccessor],
    "BUFFER_VIEW_TOO_LONG": [.outOfBounds],
    "CAMERA_ZFAR_LEQUAL_ZNEAR": [.invalidField],
    "GLB_DUPLICATE_CHUNK": [.invalidContainer],
    "GLB_EMPTY_CHUNK": [.invalidContainer],
    "GLB_INVALID_VERSION": [.unsupportedVersion],
    "GLB_LENGTH_MISMATCH": [.invalidContainer],
    "GLB_LENGTH_TOO_SMALL": [.invalidContainer],
    "GLB_UNEXPECTED_BIN_CHUNK": [.invalidContainer],
    "GLB_UNEXPECTED_END_OF_CHUNK_DATA": [.invalidContainer],
    "GLB_UNEXPECTED_END_OF_CHUNK_HEADER": [.invalidContainer],
    // A file of no bytes might have become either kind.
    "GLB_UNEXPECTED_END_OF_HEADER": [.invalidContainer, .invalidJSON],
    "GLB_UNEXPECTED_FIRST_CHUNK": [.invalidContainer],
    "INVALID_IBM_ACCESSOR_COUNT": [.invalidAccessor],
    "INVALID_JSON": [.invalidJSON, .invalidContainer],
    "INVALID_URI": [.invalidDataURI, .unsafePath],
    "IO_ERROR": [.missingResource],
    "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_PATH": [.invalidField],
    "KHR_LIGHTS_PUNCTUAL_LIGHT_SPOT_ANGLES": [.invalidField],
    "KHR_MATERIALS_VARIANTS_NON_UNIQUE_VARIANT": [.invalidField],
    "MESH_INVALID_WEIGHTS_COUNT": [.invalidField],
    "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT": [.invalidAccessor],
    "MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH": [.invalidField],
    "MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT": [.invalidAccessor],
    "NODE_LOOP": [.invalidHierarchy],
    "NODE_MATRIX_NON_TRS": [.invalidField],
    "NODE_MATRIX_TRS": [.invalidField],
    "NODE_WEIGHTS_INVALID": [.invalidField],
    "ONE_OF_MISMATCH": [.missingField],
    "PATTERN_MISMATCH": [.invalidField],
    "ROTATION_NON_UNIT": [.invalidField],
    "SKIN_IBM_INVALID_FORMAT": [.invalidAccessor],
    "TYPE_MISMATCH": [.invalidField],
    "UNDEFINED_PROPERTY": [.missingField],
    "UNKNOWN_ASSET_MAJOR_VERSION": [.unsupportedVersion],
    "UNRESOLVED_REFERENCE": [.invalidReference],
    "UNSATISFIED_DEPENDENCY": [.missingField, .invalidReference],
    "VALUE_NOT_IN_RANGE": [.invalidField, .invalidJSON],
  ]

  /// Errors that Guise takes, and why.
  static let accepted: [String: String] = [
    "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND": "bounds are not used: they are measured",
    "ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND": "bounds are not used: they are measured",
    "ACCESSOR_MAX_MISMATCH": "bounds are not used: they are measured",
    "ACCESSOR_MIN_MISMATCH": "bounds are not used: they are measured",
    "ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS": "bounds are not used: they are measured",
    "MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS": "bounds are not used: they are measured",
    "ACCESSOR_INVALID_FLOAT": "nothing uses the sample's accessor; where one is used, invalidData",
    "ACCESSOR_INVALID_IBM": "the last row of an affine matrix is known",
    "ACCESSOR_NON_CLAMPED": "colours are clamped",
    "BUFFER_VIEW_TOO_BIG_BYTE_STRIDE": "nothing reads past the first element",
    "DUPLICATE_ELEMENTS": "an extension that is listed twice is used once",
    "EMPTY_ENTITY": "an empty array is none",
    "IMAGE_MIME_TYPE_INVALID": "pictures are told by their bytes",
    "TEXTURE_INVALID_IMAGE_MIME_TYPE": "pictures are told by their bytes",
    "INVALID_JSON": "only a byte order mark, which some systems write",
    "INVALID_URI": "a base64 text without its padding can still be read in one way only",
    "KHR_ANIMATION_POINTER_ANIMATION_CHANNEL_TARGET_NODE": "of an extension that is left out",
    "PATTERN_MISMATCH": "of an extension that is left out",
    "VALUE_NOT_IN_RANGE": "of an extension that is left out",
    "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT": "of an attribute of the model's own",
    "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY": "sets after a gap are left out",
    "MESH_PRIMITIVE_INVALID_ATTRIBUTE": "left out with a warning",
    "MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR": "left out with a warning",
    "MESH_PRIMITIVE_NO_TANGENT_SPACE": "without coordinates a normal texture is without effect",
    "MESH_PRIMITIVE_TOO_FEW_TEXCOORDS": "taken for 0 with a warning",
    "NODE_SKIN_WITH_NON_SKINNED_MESH": "the skin is left out with a warning",
    "SKIN_SKELETON_INVALID": "a hint only",
    "UNDECLARED_EXTENSION": "read all the same",
    "UNDEFINED_PROPERTY": "a variant without a name is of no use but does no harm",
    "UNEXPECTED_EXTENSION_OBJECT": "extensions are not read where they mean nothing",
    "VALUE_MULTIPLE_OF": "elements are read at any alignment",
  ]

  /// Files without an error of the validator that are refused all the same, and why.
  static let stricter: [String: GLTFError.Code] = [
    // The validator warns of words that are not in the list; what they mean is not known.
    "validator/accessor/unknown_type.gltf": .invalidField,
    "validator_ext/KHR_lights_punctual/data/light/unknown_type.gltf": .invalidField,
    // Geometry is used whose buffer has no bytes.
    "validator/root/unused_objects.gltf": .missingResource,
  ]

  /// The same, in files with an error that would be taken: their buffers have no bytes.
  static let withoutBytes: Set<String> = [
    "validator/animation/sampler_bufferview_bytestride.gltf",
    "validator/mesh/accessor_without_bytestride.gltf",
    "validator/mesh/bufferview_target_override.gltf",
    "validator/mesh/indices_bytestride.gltf",
    "validator/mesh/morph_bufferview_target_override.gltf",
    "validator/skin/buffer_view_bytestride.gltf",
  ]

  private struct Report: Decodable {
    struct Issues: Decodable {
      struct Message: Decodable {
        var code: String
        /// 0 for errors.
        var severity: Int
      }
      var messages: [Message]
    }
    var issues: Issues
  }

  @Test func everySampleGoesWithItsReport() throws {
    var count = 0
    for sample in SampleFile.all where sample.path.hasPrefix("validator") {
      let reportURL = sample.url.appendingPathExtension("report.json")
      let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: reportURL))
      let errors = Set(report.issues.messages.filter { $0.severity == 0 }.map(\.code))
      count += 1
      do {
        _ = try sample.read()
        let grave = errors.filter { Self.accepted[$0] == nil }
        #expect(grave.isEmpty, "\(sample.path) was to be refused for \(grave)")
        #expect(Self.stricter[sample.path] == nil, "\(sample.path) was to be refused")
      } catch let error as GLTFError {
        if let code = Self.stricter[sample.path] {
          #expect(error.code == code && errors.isEmpty, "\(error)")
        } else if Self.withoutBytes.contains(sample.path) {
          #expect(error.code == .missingResource, "\(error)")
        } else {
          let codes = errors.reduce(into: Set<GLTFError.Code>()) {
            $0.formUnion(Self.refusals[$1] ?? [])
          }
          #expect(codes.contains(error.code), "\(error); the report has \(errors)")
        }
      }
    }
    #expect(count == 225)
  }
}
