#pragma once

#include <stddef.h>
#include <stdint.h>

/// Copies `rows` rows of `width` interleaved pixels, each `pixel_bytes` (3, 4, 6 or 8) bytes, so that
/// pixel (x, y) goes to `destination + x * step_x + y * step_y` (bytes, may be negative): a plain
/// copy, a mirror or a turn, by the steps. No two of the places may overlap.
void guise_place_pixels(
    const uint8_t *source, ptrdiff_t source_row_bytes, int width, int rows, int pixel_bytes,
    uint8_t *destination, ptrdiff_t step_x, ptrdiff_t step_y);
