#pragma once

#include <stdbool.h>

#include "warp.h"

/// Pixels of an output row that are worked on at a time.
#define GUISE_WARP_CHUNK 256

/// Source positions along an output row: column i lies at (x + i * step_x, y + i * step_y), in 1/32
/// of a pixel.
typedef struct {
  double x, y, step_x, step_y;
} GuiseWarpRow;

/// The positions of an output row, displaced by a part of an output pixel.
GuiseWarpRow guise_warp_row(
  const GuiseWarpRegion *region, int32_t row, double sub_x, double sub_y);

#if defined(__x86_64__)
/// False where the processor, the layout or the size is not for it, and nothing was written.
bool guise_warp_avx2(const GuiseWarpSource *source, const GuiseWarpRegion *region, float *out);
#endif
