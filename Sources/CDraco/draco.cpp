#include "CDraco.h"

#include <cstdio>
#include <exception>
#include <memory>

#include <draco/compression/decode.h>
#include <draco/core/decoder_buffer.h>
#include <draco/core/varint_decoding.h>
#include <draco/mesh/mesh.h>

struct guise_draco_mesh {
  std::unique_ptr<draco::Mesh> mesh;
};

namespace {

// How many faces or points the header of a mesh claims; 0 where that can't be told so early (older
// bitstreams, metadata). Bitstream 2.2, sections "Draco Header" and "Connectivity Decoder".
uint64_t claimed_count(const uint8_t *bytes, size_t byte_count) {
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char *>(bytes), byte_count);
  struct {
    char magic[5];
    uint8_t major, minor, type, method;
  } header;
  uint16_t flags;
  if (!buffer.Decode(header.magic, 5) || !buffer.Decode(&header.major) ||
      !buffer.Decode(&header.minor) || !buffer.Decode(&header.type) ||
      !buffer.Decode(&header.method) || !buffer.Decode(&flags)) {
    return 0;
  }
  if (header.major < 2 || (header.major == 2 && header.minor < 2) || (flags & 0x8000)) return 0;
  buffer.set_bitstream_version(DRACO_BITSTREAM_VERSION(header.major, header.minor));
  uint32_t first = 0, second = 0;
  uint8_t traversal;
  if (header.method == draco::MESH_EDGEBREAKER_ENCODING && !buffer.Decode(&traversal)) return 0;
  if (!draco::DecodeVarint(&first, &buffer) || !draco::DecodeVarint(&second, &buffer)) return 0;
  return first > second ? first : second;
}

template <typename T>
bool copy(const draco::Mesh &mesh, const draco::PointAttribute &attribute, int components,
          void *values) {
  T *out = static_cast<T *>(values);
  for (draco::PointIndex point(0); point < mesh.num_points(); ++point, out += components) {
    if (!attribute.ConvertValue<T>(attribute.mapped_index(point), static_cast<int8_t>(components),
                                   out)) {
      return false;
    }
  }
  return true;
}

}  // namespace

guise_draco_mesh *guise_draco_decode(const uint8_t *bytes, size_t byte_count, uint64_t element_limit,
                                     char *message, size_t capacity) {
  try {
    const uint64_t claimed = claimed_count(bytes, byte_count);
    if (claimed > element_limit) {
      std::snprintf(message, capacity, "claims %llu faces or points, more than may be decoded",
                    static_cast<unsigned long long>(claimed));
      return nullptr;
    }
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char *>(bytes), byte_count);
    draco::Decoder decoder;
    auto result = decoder.DecodeMeshFromBuffer(&buffer);
    if (!result.ok()) {
      std::snprintf(message, capacity, "%s", result.status().error_msg());
      return nullptr;
    }
    std::unique_ptr<draco::Mesh> mesh = std::move(result).value();
    if (!mesh || mesh->num_points() > element_limit || mesh->num_faces() > element_limit) {
      std::snprintf(message, capacity, "has more faces or points than may be decoded");
      return nullptr;
    }
    for (draco::FaceIndex face(0); face < mesh->num_faces(); ++face) {
      for (const draco::PointIndex point : mesh->face(face)) {
        if (point >= mesh->num_points()) {
          std::snprintf(message, capacity, "a face names a point that is not there");
          return nullptr;
        }
      }
    }
    return new guise_draco_mesh{std::move(mesh)};
  } catch (const std::exception &error) {
    std::snprintf(message, capacity, "%s", error.what());
  } catch (...) {
    std::snprintf(message, capacity, "the decoder failed");
  }
  return nullptr;
}

void guise_draco_free(guise_draco_mesh *mesh) { delete mesh; }

uint32_t guise_draco_point_count(const guise_draco_mesh *mesh) { return mesh->mesh->num_points(); }

uint32_t guise_draco_face_count(const guise_draco_mesh *mesh) { return mesh->mesh->num_faces(); }

void guise_draco_copy_indices(const guise_draco_mesh *mesh, uint32_t *indices) {
  for (draco::FaceIndex face(0); face < mesh->mesh->num_faces(); ++face) {
    for (const draco::PointIndex point : mesh->mesh->face(face)) *indices++ = point.value();
  }
}

bool guise_draco_copy_attribute(const guise_draco_mesh *mesh, uint32_t unique_id,
                                guise_draco_type type, int component_count, void *values) {
  try {
    const draco::PointAttribute *attribute = mesh->mesh->GetAttributeByUniqueId(unique_id);
    if (attribute == nullptr || component_count < 1 || component_count > 4) return false;
    // The mapping comes from the data too.
    for (draco::PointIndex point(0); point < mesh->mesh->num_points(); ++point) {
      if (attribute->mapped_index(point).value() >= attribute->size()) return false;
    }
    switch (type) {
      case GUISE_DRACO_INT8: return copy<int8_t>(*mesh->mesh, *attribute, component_count, values);
      case GUISE_DRACO_UINT8: return copy<uint8_t>(*mesh->mesh, *attribute, component_count, values);
      case GUISE_DRACO_INT16: return copy<int16_t>(*mesh->mesh, *attribute, component_count, values);
      case GUISE_DRACO_UINT16:
        return copy<uint16_t>(*mesh->mesh, *attribute, component_count, values);
      case GUISE_DRACO_UINT32:
        return copy<uint32_t>(*mesh->mesh, *attribute, component_count, values);
      case GUISE_DRACO_FLOAT32: return copy<float>(*mesh->mesh, *attribute, component_count, values);
    }
  } catch (...) {
  }
  return false;
}
