#pragma STDC FP_CONTRACT OFF

#include "warp_internal.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2"))) static inline

typedef struct {
  __m256i x, y;
} Position;

// Eight positions in 1/32 of a pixel, clamped to the picture.
AVX2 Position find_position(const GuiseWarpSource *s, GuiseWarpRow row, int32_t column) {
  __m256d low = _mm256_setzero_pd();
  __m256d right = _mm256_set1_pd((s->width - 1) * 32.0);
  __m256d bottom = _mm256_set1_pd((s->height - 1) * 32.0);
  __m128i x[2], y[2];
  __m256d units = _mm256_set1_pd(row.units);
  for (int32_t half = 0; half < 2; half++) {
    __m256d i = _mm256_add_pd(
      _mm256_set1_pd(column + 4 * half), _mm256_setr_pd(0, 1, 2, 3));
    __m256d px = _mm256_add_pd(
      _mm256_set1_pd(row.x), _mm256_mul_pd(i, _mm256_set1_pd(row.step_x)));
    __m256d py = _mm256_add_pd(
      _mm256_set1_pd(row.y), _mm256_mul_pd(i, _mm256_set1_pd(row.step_y)));
    px = _mm256_mul_pd(px, units);
    py = _mm256_mul_pd(py, units);
    x[half] = _mm256_cvtpd_epi32(_mm256_min_pd(_mm256_max_pd(px, low), right));
    y[half] = _mm256_cvtpd_epi32(_mm256_min_pd(_mm256_max_pd(py, low), bottom));
  }
  return (Position){_mm256_set_m128i(x[1], x[0]), _mm256_set_m128i(y[1], y[0])};
}

// Weights of two neighbours as pairs of 16 bits: (32 - w, w).
AVX2 __m256i pair_weights(__m256i position) {
  __m256i w = _mm256_and_si256(position, _mm256_set1_epi32(31));
  return _mm256_or_si256(_mm256_sub_epi32(_mm256_set1_epi32(32), w), _mm256_slli_epi32(w, 16));
}

// Byte offsets of the rows above and below.
typedef struct {
  __m256i upper, lower;
} Rows;

AVX2 Rows find_rows(__m256i y, int32_t height, ptrdiff_t row_bytes) {
  __m256i row = _mm256_srai_epi32(y, 5);
  __m256i next = _mm256_min_epi32(
    _mm256_add_epi32(row, _mm256_set1_epi32(1)), _mm256_set1_epi32(height - 1));
  __m256i bytes = _mm256_set1_epi32((int32_t)row_bytes);
  return (Rows){_mm256_mullo_epi32(row, bytes), _mm256_mullo_epi32(next, bytes)};
}

AVX2 __m256i gather(const void *base, __m256i offset) {
  return _mm256_i32gather_epi32((const int *)base, offset, 1);
}

// From pairs of 16-bit samples (left, right) of two rows, the weighted sum times 1024. Samples of up
// to 15 bits: their row sums take up to 20.
AVX2 __m256i weigh(__m256i upper, __m256i lower, __m256i wx, __m256i wy) {
  __m256i a = _mm256_madd_epi16(upper, wx), b = _mm256_madd_epi16(lower, wx);
  __m256i below = _mm256_srli_epi32(wy, 16);
  __m256i above = _mm256_and_si256(wy, _mm256_set1_epi32(0xFFFF));
  return _mm256_add_epi32(_mm256_mullo_epi32(a, above), _mm256_mullo_epi32(b, below));
}

// Bytes 0 and 1 of each lane as a pair of 16 bits.
AVX2 __m256i widen_pair(__m256i v) {
  const __m256i order = _mm256_setr_epi8(
    0, -1, 1, -1, 4, -1, 5, -1, 8, -1, 9, -1, 12, -1, 13, -1,
    0, -1, 1, -1, 4, -1, 5, -1, 8, -1, 9, -1, 12, -1, 13, -1);
  return _mm256_shuffle_epi8(v, order);
}

AVX2 __m256i plane(
  const GuiseWarpSource *s, int32_t index, int32_t height, __m256i x, __m256i y
) {
  Rows rows = find_rows(y, height, s->row_bytes[index]);
  __m256i column = _mm256_srai_epi32(x, 5);
  if (s->bytes_per_sample == 2) column = _mm256_slli_epi32(column, 1);
  __m256i upper = gather(s->planes[index], _mm256_add_epi32(rows.upper, column));
  __m256i lower = gather(s->planes[index], _mm256_add_epi32(rows.lower, column));
  if (s->bytes_per_sample == 1) {
    upper = widen_pair(upper);
    lower = widen_pair(lower);
  }
  return weigh(upper, lower, pair_weights(x), pair_weights(y));
}

typedef struct {
  __m256i channels[3];
} Samples;

AVX2 void semi_planar_chroma(const GuiseWarpSource *s, __m256i x, __m256i y, Samples *out) {
  Rows rows = find_rows(y, s->chroma_height, s->row_bytes[1]);
  __m256i wx = pair_weights(x), wy = pair_weights(y);
  __m256i column = _mm256_srai_epi32(x, 5);
  __m256i u[2], v[2];
  for (int32_t row = 0; row < 2; row++) {
    __m256i offset = row ? rows.lower : rows.upper;
    if (s->bytes_per_sample == 1) {
      // u v u' v' to pairs (u, u') and (v, v').
      __m256i four = gather(
        s->planes[1], _mm256_add_epi32(offset, _mm256_slli_epi32(column, 1)));
      __m256i mask = _mm256_set1_epi32(0x00FF00FF);
      u[row] = _mm256_and_si256(four, mask);
      v[row] = _mm256_and_si256(_mm256_srli_epi32(four, 8), mask);
    } else {
      offset = _mm256_add_epi32(offset, _mm256_slli_epi32(column, 2));
      __m256i left = gather(s->planes[1], offset);
      __m256i right = gather((const char *)s->planes[1] + 4, offset);
      u[row] = _mm256_blend_epi16(left, _mm256_slli_epi32(right, 16), 0xAA);
      v[row] = _mm256_blend_epi16(_mm256_srli_epi32(left, 16), right, 0xAA);
    }
  }
  out->channels[1] = weigh(u[0], u[1], wx, wy);
  out->channels[2] = weigh(v[0], v[1], wx, wy);
}

// One byte of each of two vectors as a pair of 16 bits.
AVX2 __m256i pair_bytes(__m256i left, __m256i right, int32_t byte) {
  __m256i mask = _mm256_set1_epi32(0xFF);
  __m128i shift = _mm_cvtsi32_si128(8 * byte);
  __m256i a = _mm256_and_si256(_mm256_srl_epi32(left, shift), mask);
  __m256i b = _mm256_and_si256(_mm256_srl_epi32(right, shift), mask);
  return _mm256_or_si256(a, _mm256_slli_epi32(b, 16));
}

// Pairs of 8-bit samples laid over black.
AVX2 __m256i over_black(__m256i values, __m256i alphas) {
  __m256i t = _mm256_add_epi16(_mm256_mullo_epi16(values, alphas), _mm256_set1_epi16(128));
  return _mm256_srli_epi16(_mm256_add_epi16(t, _mm256_srli_epi16(t, 8)), 8);
}

AVX2 void interleaved(const GuiseWarpSource *s, Position p, Samples *out) {
  bool has_alpha = s->layout == GUISE_WARP_RGBA;
  Rows rows = find_rows(p.y, s->height, s->row_bytes[0]);
  __m256i column = _mm256_srai_epi32(p.x, 5);
  column = has_alpha ? _mm256_slli_epi32(column, 2)
                     : _mm256_add_epi32(column, _mm256_slli_epi32(column, 1));
  const char *base = s->planes[0], *next = base + (has_alpha ? 4 : 3);
  __m256i upper = _mm256_add_epi32(rows.upper, column);
  __m256i lower = _mm256_add_epi32(rows.lower, column);
  __m256i a = gather(base, upper), b = gather(next, upper);
  __m256i c = gather(base, lower), d = gather(next, lower);
  __m256i wx = pair_weights(p.x), wy = pair_weights(p.y);
  for (int32_t channel = 0; channel < 3; channel++) {
    __m256i above = pair_bytes(a, b, channel), below = pair_bytes(c, d, channel);
    if (has_alpha) {
      above = over_black(above, pair_bytes(a, b, 3));
      below = over_black(below, pair_bytes(c, d, 3));
    }
    out->channels[channel] = weigh(above, below, wx, wy);
  }
}

AVX2 __m256i clamped(__m256i v, int32_t high) {
  return _mm256_min_epi32(
    _mm256_max_epi32(v, _mm256_setzero_si256()), _mm256_set1_epi32(high));
}

AVX2 Samples sample(const GuiseWarpSource *s, Position p) {
  Samples out;
  if (s->layout == GUISE_WARP_RGB || s->layout == GUISE_WARP_RGBA) {
    interleaved(s, p, &out);
    return out;
  }
  out.channels[0] = plane(s, 0, s->height, p.x, p.y);
  out.channels[1] = out.channels[2] = _mm256_setzero_si256();
  if (s->layout == GUISE_WARP_GRAY) return out;
  __m256i x = _mm256_sra_epi32(
    _mm256_sub_epi32(p.x, _mm256_set1_epi32(s->chroma_offset_x)),
    _mm_cvtsi32_si128(s->chroma_shift_x));
  __m256i y = _mm256_sra_epi32(
    _mm256_sub_epi32(p.y, _mm256_set1_epi32(s->chroma_offset_y)),
    _mm_cvtsi32_si128(s->chroma_shift_y));
  x = clamped(x, (s->chroma_width - 1) * 32);
  y = clamped(y, (s->chroma_height - 1) * 32);
  if (s->layout == GUISE_WARP_SEMI_PLANAR) {
    semi_planar_chroma(s, x, y, &out);
  } else {
    out.channels[1] = plane(s, 1, s->chroma_height, x, y);
    out.channels[2] = plane(s, 2, s->chroma_height, x, y);
  }
  return out;
}

AVX2 __m256 to_values(__m256i sums, int32_t rounds) {
  if (rounds) {
    return _mm256_cvtepi32_ps(
      _mm256_srai_epi32(_mm256_add_epi32(sums, _mm256_set1_epi32(512)), 10));
  }
  return _mm256_mul_ps(_mm256_cvtepi32_ps(sums), _mm256_set1_ps(1.0f / 1024));
}

// Red, green and blue of eight pixels, 0...1, in the order of memory.
AVX2 void interleave(__m256 r, __m256 g, __m256 b, __m256 out[3]) {
  const __m256i ri[3] = {
    _mm256_setr_epi32(0, 0, 0, 1, 0, 0, 2, 0), _mm256_setr_epi32(0, 3, 0, 0, 4, 0, 0, 5),
    _mm256_setr_epi32(0, 0, 6, 0, 0, 7, 0, 0)};
  const __m256i gi[3] = {
    _mm256_setr_epi32(0, 0, 0, 0, 1, 0, 0, 2), _mm256_setr_epi32(0, 0, 3, 0, 0, 4, 0, 0),
    _mm256_setr_epi32(5, 0, 0, 6, 0, 0, 7, 0)};
  const __m256i bi[3] = {
    _mm256_setr_epi32(0, 0, 0, 0, 0, 1, 0, 0), _mm256_setr_epi32(2, 0, 0, 3, 0, 0, 4, 0),
    _mm256_setr_epi32(0, 5, 0, 0, 6, 0, 0, 7)};
  // Bits of the lanes that come from green and blue.
  out[0] = _mm256_blend_ps(
    _mm256_blend_ps(
      _mm256_permutevar8x32_ps(r, ri[0]), _mm256_permutevar8x32_ps(g, gi[0]), 0x92),
    _mm256_permutevar8x32_ps(b, bi[0]), 0x24);
  out[1] = _mm256_blend_ps(
    _mm256_blend_ps(
      _mm256_permutevar8x32_ps(r, ri[1]), _mm256_permutevar8x32_ps(g, gi[1]), 0x24),
    _mm256_permutevar8x32_ps(b, bi[1]), 0x49);
  out[2] = _mm256_blend_ps(
    _mm256_blend_ps(
      _mm256_permutevar8x32_ps(r, ri[2]), _mm256_permutevar8x32_ps(g, gi[2]), 0x49),
    _mm256_permutevar8x32_ps(b, bi[2]), 0x92);
}

AVX2 void colors(const GuiseWarpSource *s, const Samples *samples, __m256 out[3]) {
  __m256 v[3];
  for (int32_t c = 0; c < 3; c++) v[c] = to_values(samples->channels[c], s->rounds);
  for (int32_t c = 0; c < 3; c++) {
    const float *k = s->matrix + 4 * c;
    __m256 sum = _mm256_add_ps(
      _mm256_mul_ps(_mm256_set1_ps(k[0]), v[0]), _mm256_mul_ps(_mm256_set1_ps(k[1]), v[1]));
    sum = _mm256_add_ps(sum, _mm256_mul_ps(_mm256_set1_ps(k[2]), v[2]));
    sum = _mm256_add_ps(sum, _mm256_set1_ps(k[3]));
    out[c] = _mm256_min_ps(_mm256_max_ps(sum, _mm256_setzero_ps()), _mm256_set1_ps(1));
  }
}

static bool is_suitable(const GuiseWarpSource *s, const GuiseWarpRegion *region) {
  if (region->black_border || region->width % 8 != 0) return false;
  if ((s->layout == GUISE_WARP_RGB || s->layout == GUISE_WARP_RGBA) && s->bytes_per_sample != 1) {
    return false;
  }
  if (s->bit_depth > 15) return false;
  // Byte offsets within a plane are 32 bits.
  for (int32_t plane = 0; plane < 3; plane++) {
    if (s->planes[plane] && s->row_bytes[plane] * s->height > INT32_MAX - 64) return false;
  }
  return __builtin_cpu_supports("avx2");
}

__attribute__((target("avx2"))) bool guise_warp_avx2(
  const GuiseWarpSource *source, const GuiseWarpRegion *region, float *out
) {
  if (!is_suitable(source, region)) return false;
  const GuiseWarpSource s = *source;
  int32_t n = region->subsamples < 1 ? 1 : region->subsamples;
  __m256 weight = _mm256_set1_ps(1.0f / (float)(n * n));
  __m256 scale = _mm256_set1_ps(region->scale), offset = _mm256_set1_ps(region->offset);
  for (int32_t row = 0; row < region->height; row++) {
    for (int32_t first = 0; first < region->width; first += GUISE_WARP_CHUNK) {
      int32_t count = region->width - first;
      if (count > GUISE_WARP_CHUNK) count = GUISE_WARP_CHUNK;
      __m256 sums[GUISE_WARP_CHUNK / 8][3];
      for (int32_t sub = 0; sub < n * n; sub++) {
        double sub_x = (sub % n + 0.5) / n - 0.5, sub_y = (sub / n + 0.5) / n - 0.5;
        GuiseWarpRow positions = guise_warp_row(region, first, row, sub_x, sub_y);
        for (int32_t column = 0; column < count; column += 8) {
          __m256 *sum = sums[column / 8];
          Samples samples = sample(&s, find_position(&s, positions, column));
          __m256 color[3];
          colors(&s, &samples, color);
          for (int32_t c = 0; c < 3; c++) {
            __m256 part = _mm256_mul_ps(color[c], weight);
            sum[c] = sub == 0 ? part : _mm256_add_ps(sum[c], part);
          }
        }
      }
      for (int32_t column = 0; column < count; column += 8) {
        __m256 *sum = sums[column / 8], ordered[3];
        interleave(sum[0], sum[1], sum[2], ordered);
        float *target = out + ((size_t)row * region->width + first + column) * 3;
        for (int32_t c = 0; c < 3; c++) {
          _mm256_storeu_ps(
            target + 8 * c, _mm256_add_ps(_mm256_mul_ps(ordered[c], scale), offset));
        }
      }
    }
  }
  return true;
}

#endif
