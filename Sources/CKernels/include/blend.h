#pragma once

#include <stddef.h>
#include <stdint.h>

// Blending of overlays into pictures, row by row. Each function picks the widest instructions that
// the processor has; all give bit for bit the same results.
//
// A "row" is four runs of floats, `stride` floats apart: red, green, blue, alpha of each pixel,
// 0…1, premultiplied, in the picture's own encoding.

/// One channel of a picture as a sum of an overlay's channels, in code values.
typedef struct {
  float red, green, blue, alpha;
} guise_blend_weights;

/// How overlay colours become the picture's: tables and a matrix.
typedef struct {
  /// Encoded sRGB → linear light: `decode_count` values for 0…1.
  const float *decode;
  size_t decode_count;
  /// Linear light to the picture's primaries, row by row.
  float matrix[9];
  /// Weights of red, green, blue in luminance, for the OOTF.
  float luminance[3];
  /// Display light of graphics white for a system with an OOTF (HLG), else 0.
  float ootf_white;
  /// Square root of light → encoded: `encode_count` values for 0…1, and one more.
  const float *encode;
  size_t encode_count;
} guise_blend_color;

/// Finds the pixels of a row of RGBA bytes that are not transparent: from `*first` up to before the
/// result; 0 where there are none.
size_t guise_blend_span(const uint8_t *rgba, size_t count, size_t *first);

/// RGBA bytes → row. Pixels with alpha 0 become 0.
void guise_blend_unpack(const uint8_t *rgba, size_t count, float *row, size_t stride);

/// Brings the colours of a row to the picture's colour space.
void guise_blend_convert(float *row, size_t stride, size_t count, const guise_blend_color *color);

/// out = Σ weights[i] · rows[i] for four rows, channel by channel.
void guise_blend_mix(const float *const rows[4], const float weights[4], float *out, size_t stride,
                     size_t count);

/// Halves a row horizontally for chroma: sample c covers the pixels 2c and 2c + 1. With `is_left` it
/// lies on pixel 2c and is weighted ¼ ½ ¼ about it (pixel −1 of `row` is read), else in the middle.
/// Samples where `gate_upper` and `gate_lower` (alpha of the covered pixels) are 0 become 0.
void guise_blend_halve(const float *row, size_t stride, const float *gate_upper,
                       const float *gate_lower, int is_left, float *out, size_t out_stride,
                       size_t count);

/// Blends a row into a plane of one channel.
void guise_blend_plane_u8(uint8_t *plane, const float *row, size_t stride, size_t count,
                          const guise_blend_weights *weights, float maximum);
void guise_blend_plane_u16(uint16_t *plane, const float *row, size_t stride, size_t count,
                           const guise_blend_weights *weights, float maximum);

/// Blends a row into a plane of two interleaved channels.
void guise_blend_pair_u8(uint8_t *plane, const float *row, size_t stride, size_t count,
                         const guise_blend_weights weights[2], float maximum);
void guise_blend_pair_u16(uint16_t *plane, const float *row, size_t stride, size_t count,
                          const guise_blend_weights weights[2], float maximum);

/// Blends a row into interleaved R, G, B.
void guise_blend_rgb_u8(uint8_t *plane, const float *row, size_t stride, size_t count,
                        float maximum);
void guise_blend_rgb_u16(uint16_t *plane, const float *row, size_t stride, size_t count,
                         float maximum);

/// Blends a row into interleaved R, G, B, A with straight alpha.
void guise_blend_rgba_u8(uint8_t *plane, const float *row, size_t stride, size_t count,
                         float maximum);
void guise_blend_rgba_u16(uint16_t *plane, const float *row, size_t stride, size_t count,
                          float maximum);
