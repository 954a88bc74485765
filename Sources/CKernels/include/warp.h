#pragma once

#include <stddef.h>
#include <stdint.h>

/// How the samples that a region is taken from lie in memory.
typedef enum {
  GUISE_WARP_GRAY = 0,
  /// Y, U and V planes.
  GUISE_WARP_PLANAR = 1,
  /// A Y plane and a plane of U, V pairs.
  GUISE_WARP_SEMI_PLANAR = 2,
  GUISE_WARP_RGB = 3,
  /// Straight alpha; laid over black, rounded to whole samples.
  GUISE_WARP_RGBA = 4,
} GuiseWarpLayout;

/// A picture to sample. Each plane must be readable for 16 bytes past its end.
typedef struct {
  const void *planes[3];
  ptrdiff_t row_bytes[3];
  /// Pixels.
  int32_t width, height;
  /// A GuiseWarpLayout.
  int32_t layout;
  /// 1 or 2.
  int32_t bytes_per_sample;
  /// Significant bits of a sample.
  int32_t bit_depth;
  /// Chroma pixels.
  int32_t chroma_width, chroma_height;
  /// Base-2 logarithm of the subsampling.
  int32_t chroma_shift_x, chroma_shift_y;
  /// Where the first chroma sample lies, in 1/32 of a luma pixel from the first luma sample.
  int32_t chroma_offset_x, chroma_offset_y;
  /// Whether interpolated samples are rounded to whole ones.
  int32_t rounds;
  /// Row-major 3 x 4: (first, second, third sample, 1) to red, green, blue of 0...1.
  float matrix[12];
} GuiseWarpSource;

/// Where to sample, and how the result is written.
typedef struct {
  /// The source position of the first output pixel. Sample (i, j) of the source lies at (i, j).
  double origin_x, origin_y;
  /// Steps in the source from a column of the output to the next, and from a row to the next.
  double column_x, column_y, row_x, row_y;
  /// What positions are multiplied by to be in 1/32 of a pixel: 32, give or take a rounding error
  /// that is wanted.
  double units;
  /// Pixels of the output.
  int32_t width, height;
  /// Each output pixel is the mean of subsamples x subsamples points; 1 for one point.
  int32_t subsamples;
  /// 0: the edge repeats outside of the picture. 1: black outside.
  int32_t black_border;
  /// A value v of 0...1 is written as v * scale + offset.
  float scale, offset;
} GuiseWarpRegion;

/// Samples a region of a picture into width x height x 3 floats (red, green, blue).
///
/// Bilinear in fixed point: positions are rounded to the nearest 1/32 of a pixel, weights are exact.
/// Uses AVX2 where the processor has it; the results of all paths are equal.
void guise_warp(const GuiseWarpSource *source, const GuiseWarpRegion *region, float *out);

/// The same without processor-specific code.
void guise_warp_portable(const GuiseWarpSource *source, const GuiseWarpRegion *region, float *out);
