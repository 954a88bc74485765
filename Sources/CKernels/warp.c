#include "warp.h"

#include <math.h>
#include <string.h>

// Contracted multiply-adds would round differently from path to path.
#pragma STDC FP_CONTRACT OFF

#include "warp_internal.h"

static inline double clampd(double value, double low, double high) {
  value = value > low ? value : low;  // NaN becomes low.
  return value < high ? value : high;
}

static inline int32_t clampi(int32_t value, int32_t low, int32_t high) {
  return value < low ? low : value > high ? high : value;
}

// Four weighted samples: rows a and b, columns i and j; weights of column j and of row b in 1/32.
// The edge's neighbour has weight 0, so it is read (planes have room) but does not count.
#define BILINEAR(a, b, i, j, wx, wy) \
  ((32 - (wy)) * ((32 - (wx)) * (int32_t)(a)[i] + (wx) * (int32_t)(a)[j]) \
   + (wy) * ((32 - (wx)) * (int32_t)(b)[i] + (wx) * (int32_t)(b)[j]))

static inline int32_t over_black8(int32_t value, int32_t alpha) {
  int32_t t = value * alpha + 128;
  return (t + (t >> 8)) >> 8;
}

static inline int32_t over_black16(uint32_t value, uint32_t alpha) {
  uint32_t t = value * alpha + 32768;
  return (int32_t)((t + (t >> 16)) >> 16);
}

// Positions of one output row: clamped, in 1/32 of a pixel; coverage by the picture, 0...1.
typedef struct {
  int32_t x[GUISE_WARP_CHUNK], y[GUISE_WARP_CHUNK];
  float coverage[GUISE_WARP_CHUNK];
} Positions;

static void find_positions(
  const GuiseWarpSource *s, const GuiseWarpRegion *region, GuiseWarpRow row, int32_t count,
  Positions *p
) {
  int32_t right = (s->width - 1) * 32, bottom = (s->height - 1) * 32;
  double margin = region->black_border ? 32 : 0;
  for (int32_t i = 0; i < count; i++) {
    double px = (row.x + row.step_x * i) * row.units;
    double py = (row.y + row.step_y * i) * row.units;
    int32_t x = (int32_t)lrint(clampd(px, -margin, right + margin));
    int32_t y = (int32_t)lrint(clampd(py, -margin, bottom + margin));
    if (region->black_border) {
      int32_t cover_x = x < 0 ? x + 32 : x > right ? right + 32 - x : 32;
      int32_t cover_y = y < 0 ? y + 32 : y > bottom ? bottom + 32 - y : 32;
      p->coverage[i] = (float)(cover_x * cover_y) * (1.0f / 1024);
      x = clampi(x, 0, right);
      y = clampi(y, 0, bottom);
    }
    p->x[i] = x;
    p->y[i] = y;
  }
}

// Samples of one row, times 1024.
typedef struct {
  int32_t channels[3][GUISE_WARP_CHUNK];
} Samples;

#define DEFINE_SAMPLERS(T, SUFFIX, OVER_BLACK) \
  static void sample_plane_##SUFFIX( \
    const GuiseWarpSource *s, int32_t plane, int32_t stride, int32_t lane, const int32_t *x, \
    const int32_t *y, int32_t count, int32_t last_row, int32_t *out \
  ) { \
    const char *base = s->planes[plane]; \
    ptrdiff_t row_bytes = s->row_bytes[plane]; \
    for (int32_t i = 0; i < count; i++) { \
      int32_t row = y[i] >> 5, next = row < last_row ? row + 1 : row; \
      const T *a = (const T *)(base + row * row_bytes); \
      const T *b = (const T *)(base + next * row_bytes); \
      int32_t column = (x[i] >> 5) * stride + lane; \
      out[i] = BILINEAR(a, b, column, column + stride, x[i] & 31, y[i] & 31); \
    } \
  } \
  static void sample_rgba_##SUFFIX( \
    const GuiseWarpSource *s, const Positions *p, int32_t count, Samples *out \
  ) { \
    const char *base = s->planes[0]; \
    for (int32_t i = 0; i < count; i++) { \
      int32_t row = p->y[i] >> 5, next = row < s->height - 1 ? row + 1 : row; \
      const T *a = (const T *)(base + row * s->row_bytes[0]) + (p->x[i] >> 5) * 4; \
      const T *b = (const T *)(base + next * s->row_bytes[0]) + (p->x[i] >> 5) * 4; \
      int32_t wx = p->x[i] & 31, wy = p->y[i] & 31; \
      for (int32_t c = 0; c < 3; c++) { \
        int32_t up[2] = {OVER_BLACK(a[c], a[3]), OVER_BLACK(a[4 + c], a[7])}; \
        int32_t down[2] = {OVER_BLACK(b[c], b[3]), OVER_BLACK(b[4 + c], b[7])}; \
        out->channels[c][i] = BILINEAR(up, down, 0, 1, wx, wy); \
      } \
    } \
  }

DEFINE_SAMPLERS(uint8_t, 8, over_black8)
DEFINE_SAMPLERS(uint16_t, 16, over_black16)

static void sample_plane(
  const GuiseWarpSource *s, int32_t plane, int32_t stride, int32_t lane, const int32_t *x,
  const int32_t *y, int32_t count, int32_t last_row, int32_t *out
) {
  if (s->bytes_per_sample == 1) {
    sample_plane_8(s, plane, stride, lane, x, y, count, last_row, out);
  } else {
    sample_plane_16(s, plane, stride, lane, x, y, count, last_row, out);
  }
}

static void sample(const GuiseWarpSource *s, const Positions *p, int32_t count, Samples *out) {
  int32_t last_row = s->height - 1;
  switch (s->layout) {
  case GUISE_WARP_RGB:
    for (int32_t c = 0; c < 3; c++) {
      sample_plane(s, 0, 3, c, p->x, p->y, count, last_row, out->channels[c]);
    }
    return;
  case GUISE_WARP_RGBA:
    if (s->bytes_per_sample == 1) {
      sample_rgba_8(s, p, count, out);
    } else {
      sample_rgba_16(s, p, count, out);
    }
    return;
  }
  sample_plane(s, 0, 1, 0, p->x, p->y, count, last_row, out->channels[0]);
  if (s->layout == GUISE_WARP_GRAY) {
    memset(out->channels[1], 0, count * sizeof(int32_t));
    memset(out->channels[2], 0, count * sizeof(int32_t));
    return;
  }
  int32_t x[GUISE_WARP_CHUNK], y[GUISE_WARP_CHUNK];
  int32_t right = (s->chroma_width - 1) * 32, bottom = (s->chroma_height - 1) * 32;
  for (int32_t i = 0; i < count; i++) {
    x[i] = clampi((p->x[i] - s->chroma_offset_x) >> s->chroma_shift_x, 0, right);
    y[i] = clampi((p->y[i] - s->chroma_offset_y) >> s->chroma_shift_y, 0, bottom);
  }
  last_row = s->chroma_height - 1;
  int32_t stride = s->layout == GUISE_WARP_SEMI_PLANAR ? 2 : 1;
  sample_plane(s, 1, stride, 0, x, y, count, last_row, out->channels[1]);
  sample_plane(s, 3 - stride, stride, stride - 1, x, y, count, last_row, out->channels[2]);
}

// Adds (red, green, blue) * weight for each pixel.
static void add_colors(
  const GuiseWarpSource *s, const GuiseWarpRegion *region, const Samples *samples,
  const Positions *p, int32_t count, float weight, float *sums
) {
  const float *m = s->matrix;
  for (int32_t i = 0; i < count; i++) {
    float v[3];
    for (int32_t c = 0; c < 3; c++) {
      int32_t sum = samples->channels[c][i];
      v[c] = s->rounds ? (float)((sum + 512) >> 10) : (float)sum * (1.0f / 1024);
    }
    float cover = region->black_border ? p->coverage[i] * weight : weight;
    for (int32_t c = 0; c < 3; c++) {
      const float *k = m + 4 * c;
      float value = ((k[0] * v[0] + k[1] * v[1]) + k[2] * v[2]) + k[3];
      value = value > 0 ? value : 0;
      value = value < 1 ? value : 1;
      sums[3 * i + c] += value * cover;
    }
  }
}

void guise_warp_portable(const GuiseWarpSource *s, const GuiseWarpRegion *region, float *out) {
  int32_t n = region->subsamples < 1 ? 1 : region->subsamples;
  float weight = 1.0f / (float)(n * n);
  for (int32_t row = 0; row < region->height; row++) {
    for (int32_t first = 0; first < region->width; first += GUISE_WARP_CHUNK) {
      int32_t count = region->width - first;
      if (count > GUISE_WARP_CHUNK) count = GUISE_WARP_CHUNK;
      float sums[3 * GUISE_WARP_CHUNK];
      memset(sums, 0, 3 * count * sizeof(float));
      for (int32_t sub = 0; sub < n * n; sub++) {
        Positions positions;
        Samples samples;
        double sub_x = (sub % n + 0.5) / n - 0.5, sub_y = (sub / n + 0.5) / n - 0.5;
        find_positions(
          s, region, guise_warp_row(region, first, row, sub_x, sub_y), count, &positions);
        sample(s, &positions, count, &samples);
        add_colors(s, region, &samples, &positions, count, weight, sums);
      }
      float *target = out + ((size_t)row * region->width + first) * 3;
      for (int32_t i = 0; i < 3 * count; i++) target[i] = sums[i] * region->scale + region->offset;
    }
  }
}

void guise_warp(const GuiseWarpSource *source, const GuiseWarpRegion *region, float *out) {
#if defined(__x86_64__)
  if (guise_warp_avx2(source, region, out)) return;
#endif
  guise_warp_portable(source, region, out);
}
