#pragma once

#include <stdbool.h>

#include "warp.h"

/// Pixels of an output row that are worked on at a time. (OpenCV's block size: positions are computed
/// from the block's first, which their last bits show.)
#define GUISE_WARP_CHUNK 64

/// Source positions along a part of an output row: column i of it lies at (x + i * step_x,
/// y + i * step_y) * units, in 1/32 of a pixel.
typedef struct {
  double x, y, step_x, step_y, units;
} GuiseWarpRow;

/// The positions of an output row from column `first` on, displaced by a part of an output pixel.
static inline GuiseWarpRow guise_warp_row(
  const GuiseWarpRegion *region, int32_t first, int32_t row, double sub_x, double sub_y
) {
  double i = first + sub_x, j = row + sub_y;
  GuiseWarpRow result;
  result.x = (region->column_x * i + region->row_x * j) + region->origin_x;
  result.y = (region->column_y * i + region->row_y * j) + region->origin_y;
  result.step_x = region->column_x;
  result.step_y = region->column_y;
  result.units = region->units;
  return result;
}

#if defined(__x86_64__)
/// False where the processor, the layout or the size is not for it, and nothing was written.
bool guise_warp_avx2(const GuiseWarpSource *source, const GuiseWarpRegion *region, float *out);
#endif
