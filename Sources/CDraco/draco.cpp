#include "CDraco.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>

#include <draco/compression/decode.h>
#include <draco/core/decoder_buffer.h>
#include <draco/core/varint_decoding.h>
#include <draco/mesh/mesh.h>
#include <draco/metadata/geometry_metadata.h>
#include <draco/metadata/metadata_decoder.h>

struct guise_draco_mesh {
  std::unique_ptr<draco::Mesh> mesh;
};

namespace {

// Reads how many faces or points the header of a mesh claims; false where it is no mesh of bitstream
// 2.2, the one that KHR_draco_mesh_compression names (sections "Draco Header" and "Connectivity
// Decoder").
bool read_claimed_count(const uint8_t *bytes, size_t byte_count, uint32_t *count) {
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char *>(bytes), byte_count);
  char magic[5];
  uint8_t major, minor, type, method, traversal;
  uint16_t flags;
  if (!buffer.Decode(magic, 5) || !buffer.Decode(&major) || !buffer.Decode(&minor) ||
      !buffer.Decode(&type) || !buffer.Decode(&method) || !buffer.Decode(&flags)) {
    return false;
  }
  if (std::memcmp(magic, "DRACO", 5) != 0 || type != draco::TRIANGULAR_MESH || major != 2 ||
      minor != 2) {
    return false;
  }
  buffer.set_bitstream_version(DRACO_BITSTREAM_VERSION(major, minor));
  if (flags & METADATA_FLAG_MASK) {
    draco::GeometryMetadata metadata;
    if (!draco::MetadataDecoder().DecodeGeometryMetadata(&buffer, &metadata)) return false;
  }
  if (method == draco::MESH_EDGEBREAKER_ENCODING && !buffer.Decode(&traversal)) return false;
  uint32_t first, second;
  if (!draco::DecodeVarint(&first, &buffer) || !draco::DecodeVarint(&second, &buffer)) return false;
  *count = std::max(first, second);
  return true;
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
    uint32_t claimed;
    if (!read_claimed_count(bytes, byte_count, &claimed)) {
      std::snprintf(message, capacity, "is no triangle mesh of Draco 2.2");
      return nullptr;
    }
    if (claimed > element_limit) {
      std::snprintf(message, capacity, "claims %u faces or points, more than may be decoded", claimed);
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
