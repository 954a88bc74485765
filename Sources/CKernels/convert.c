#include "convert.h"

#include <string.h>

/// Columns that are turned together: their destination rows stay in the cache.
enum { BLOCK = 16 };

static inline __attribute__((always_inline)) void place(
    const uint8_t *source, ptrdiff_t source_row_bytes, int width, int rows, size_t pixel_bytes,
    uint8_t *destination, ptrdiff_t step_x, ptrdiff_t step_y) {
  for (int block = 0; block < width; block += BLOCK) {
    int end = block + BLOCK < width ? block + BLOCK : width;
    for (int y = 0; y < rows; y++) {
      const uint8_t *from = source + y * source_row_bytes + block * (ptrdiff_t)pixel_bytes;
      uint8_t *to = destination + y * step_y + block * step_x;
      for (int x = block; x < end; x++, from += pixel_bytes, to += step_x) {
        memcpy(to, from, pixel_bytes);
      }
    }
  }
}

void guise_place_pixels(
    const uint8_t *source, ptrdiff_t source_row_bytes, int width, int rows, int pixel_bytes,
    uint8_t *destination, ptrdiff_t step_x, ptrdiff_t step_y) {
  if (step_x == pixel_bytes) {
    for (int y = 0; y < rows; y++) {
      memcpy(destination + y * step_y, source + y * source_row_bytes,
             (size_t)width * (size_t)pixel_bytes);
    }
    return;
  }
  switch (pixel_bytes) {
  case 3: place(source, source_row_bytes, width, rows, 3, destination, step_x, step_y); break;
  case 4: place(source, source_row_bytes, width, rows, 4, destination, step_x, step_y); break;
  case 6: place(source, source_row_bytes, width, rows, 6, destination, step_x, step_y); break;
  case 8: place(source, source_row_bytes, width, rows, 8, destination, step_x, step_y); break;
  default: break;
  }
}
