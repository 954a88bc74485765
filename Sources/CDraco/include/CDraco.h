#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A C face for Draco's decoder. No exception leaves it.

typedef struct guise_draco_mesh guise_draco_mesh;

typedef enum {
  GUISE_DRACO_INT8,
  GUISE_DRACO_UINT8,
  GUISE_DRACO_INT16,
  GUISE_DRACO_UINT16,
  GUISE_DRACO_UINT32,
  GUISE_DRACO_FLOAT32,
} guise_draco_type;

// Decodes a triangle mesh, or returns NULL and writes a message of at most `capacity` bytes with its 0.
// Meshes whose header says more than `element_limit` faces or points are refused before decoding.
guise_draco_mesh *guise_draco_decode(const uint8_t *bytes, size_t byte_count, uint64_t element_limit,
                                     char *message, size_t capacity);
void guise_draco_free(guise_draco_mesh *mesh);

uint32_t guise_draco_point_count(const guise_draco_mesh *mesh);
uint32_t guise_draco_face_count(const guise_draco_mesh *mesh);

// Writes three point indices for each face.
void guise_draco_copy_indices(const guise_draco_mesh *mesh, uint32_t *indices);

// Writes `component_count` components of `type` for each point, packed tightly. False where there is no
// attribute of that unique id or its values can't be had so.
bool guise_draco_copy_attribute(const guise_draco_mesh *mesh, uint32_t unique_id,
                                guise_draco_type type, int component_count, void *values);

#ifdef __cplusplus
}
#endif
