#include "blend.h"

#include <math.h>
#include <string.h>

// The loops are plain C that the compiler turns into SSE2 or NEON, and a second time into AVX2 that
// is chosen at run time. No contraction to fused multiply-add: every build rounds alike.
#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__)
#define HAS_AVX2_BUILD 1
#define AVX2 __attribute__((target("avx2")))
static int has_avx2(void) { return __builtin_cpu_supports("avx2"); }
#endif

#define INLINE static inline __attribute__((always_inline))

// A function `name` that dispatches to copies of `name##_body`.
#if HAS_AVX2_BUILD
#define DISPATCH(name, parameters, arguments)                                  \
  AVX2 static void name##_avx2 parameters { name##_body arguments; }           \
  static void name##_base parameters { name##_body arguments; }                \
  void name parameters {                                                       \
    if (has_avx2()) name##_avx2 arguments;                                     \
    else name##_base arguments;                                                \
  }
#else
#define DISPATCH(name, parameters, arguments)                                  \
  void name parameters { name##_body arguments; }
#endif

INLINE float clamped(float value, float maximum) {
  value = value > 0 ? value : 0;
  return value < maximum ? value : maximum;
}

// MARK: Spans

size_t guise_blend_span(const uint8_t *rgba, size_t count, size_t *first) {
  // Sixteen pixels at a time while all of them are transparent.
  size_t start = 0;
  while (start + 16 <= count) {
    uint32_t any = 0;
    for (size_t i = 0; i < 16; i++) {
      uint32_t pixel;
      memcpy(&pixel, rgba + (start + i) * 4, 4);
      any |= pixel;
    }
    if (any & 0xFF000000u) break;
    start += 16;
  }
  while (start < count && rgba[start * 4 + 3] == 0) start++;
  if (start == count) return 0;
  size_t end = count;
  while (end >= start + 16) {
    uint32_t any = 0;
    for (size_t i = 1; i <= 16; i++) {
      uint32_t pixel;
      memcpy(&pixel, rgba + (end - i) * 4, 4);
      any |= pixel;
    }
    if (any & 0xFF000000u) break;
    end -= 16;
  }
  while (rgba[end * 4 - 1] == 0) end--;
  *first = start;
  return end;
}

// MARK: Rows

INLINE void guise_blend_unpack_body(const uint8_t *restrict rgba, size_t count,
                                    float *restrict row, size_t stride) {
  float *restrict red = row;
  float *restrict green = row + stride;
  float *restrict blue = row + 2 * stride;
  float *restrict alpha = row + 3 * stride;
  const float scale = 1.0f / 255.0f;
  for (size_t i = 0; i < count; i++) {
    uint32_t pixel;
    memcpy(&pixel, rgba + i * 4, 4);
    pixel = pixel & 0xFF000000u ? pixel : 0;
    red[i] = (float)(int32_t)(pixel & 0xFF) * scale;
    green[i] = (float)(int32_t)(pixel >> 8 & 0xFF) * scale;
    blue[i] = (float)(int32_t)(pixel >> 16 & 0xFF) * scale;
    alpha[i] = (float)(int32_t)(pixel >> 24) * scale;
  }
}
DISPATCH(guise_blend_unpack,
         (const uint8_t *rgba, size_t count, float *row, size_t stride),
         (rgba, count, row, stride))

INLINE float encoded(float light, const guise_blend_color *color) {
  float position = sqrtf(clamped(light, 1)) * (float)(int32_t)(color->encode_count - 1);
  int32_t index = (int32_t)position;
  float low = color->encode[index];
  float high = color->encode[index + 1];
  return low + (high - low) * (position - (float)index);
}

void guise_blend_convert(float *row, size_t stride, size_t count, const guise_blend_color *color) {
  float *red = row, *green = row + stride, *blue = row + 2 * stride, *alpha = row + 3 * stride;
  const float *m = color->matrix;
  const float last = (float)(int32_t)(color->decode_count - 1);
  for (size_t i = 0; i < count; i++) {
    float a = alpha[i];
    if (a == 0) continue;
    float r = color->decode[(int32_t)(clamped(red[i] / a, 1) * last + 0.5f)];
    float g = color->decode[(int32_t)(clamped(green[i] / a, 1) * last + 0.5f)];
    float b = color->decode[(int32_t)(clamped(blue[i] / a, 1) * last + 0.5f)];
    float x = m[0] * r + m[1] * g + m[2] * b;
    float y = m[3] * r + m[4] * g + m[5] * b;
    float z = m[6] * r + m[7] * g + m[8] * b;
    if (color->ootf_white > 0) {
      // Display light → scene light, BT.2100: E = D · Y^((1 − γ) / γ) with γ = 1.2.
      x = clamped(x, 1) * color->ootf_white;
      y = clamped(y, 1) * color->ootf_white;
      z = clamped(z, 1) * color->ootf_white;
      float luminance =
          color->luminance[0] * x + color->luminance[1] * y + color->luminance[2] * z;
      float gain = luminance > 0 ? 1.0f / sqrtf(cbrtf(luminance)) : 0;
      x = x * gain;
      y = y * gain;
      z = z * gain;
    }
    red[i] = encoded(x, color) * a;
    green[i] = encoded(y, color) * a;
    blue[i] = encoded(z, color) * a;
  }
}

INLINE void guise_blend_mix_body(const float *const rows[4], const float weights[4],
                                 float *restrict out, size_t stride, size_t count) {
  for (size_t channel = 0; channel < 4; channel++) {
    const float *restrict r0 = rows[0] + channel * stride;
    const float *restrict r1 = rows[1] + channel * stride;
    const float *restrict r2 = rows[2] + channel * stride;
    const float *restrict r3 = rows[3] + channel * stride;
    float *restrict o = out + channel * stride;
    const float w0 = weights[0], w1 = weights[1], w2 = weights[2], w3 = weights[3];
    for (size_t i = 0; i < count; i++)
      o[i] = r0[i] * w0 + r1[i] * w1 + r2[i] * w2 + r3[i] * w3;
  }
}
DISPATCH(guise_blend_mix,
         (const float *const rows[4], const float weights[4], float *out, size_t stride,
          size_t count),
         (rows, weights, out, stride, count))

INLINE void guise_blend_halve_body(const float *restrict row, size_t stride,
                                   const float *restrict gate_upper,
                                   const float *restrict gate_lower, int is_left,
                                   float *restrict out, size_t out_stride, size_t count) {
  for (size_t channel = 0; channel < 4; channel++) {
    const float *restrict in = row + channel * stride;
    float *restrict o = out + channel * out_stride;
    if (is_left) {
      for (size_t i = 0; i < count; i++) {
        float value =
            in[(ptrdiff_t)(2 * i) - 1] * 0.25f + in[2 * i] * 0.5f + in[2 * i + 1] * 0.25f;
        float gate = (gate_upper[2 * i] + gate_upper[2 * i + 1])
                   + (gate_lower[2 * i] + gate_lower[2 * i + 1]);
        o[i] = gate > 0 ? value : 0;
      }
    } else {
      for (size_t i = 0; i < count; i++) {
        float value = in[2 * i] * 0.5f + in[2 * i + 1] * 0.5f;
        float gate = (gate_upper[2 * i] + gate_upper[2 * i + 1])
                   + (gate_lower[2 * i] + gate_lower[2 * i + 1]);
        o[i] = gate > 0 ? value : 0;
      }
    }
  }
}
DISPATCH(guise_blend_halve,
         (const float *row, size_t stride, const float *gate_upper, const float *gate_lower,
          int is_left, float *out, size_t out_stride, size_t count),
         (row, stride, gate_upper, gate_lower, is_left, out, out_stride, count))

// MARK: Planes

#define BLENDED(below, weights)                                                \
  (int32_t)(clamped(red[i] * (weights).red + green[i] * (weights).green        \
                        + blue[i] * (weights).blue + alpha[i] * (weights).alpha \
                        + (1.0f - alpha[i]) * (float)(int32_t)(below),         \
                    maximum)                                                   \
            + 0.5f)

#define ROW_CHANNELS                                                           \
  const float *restrict red = row;                                             \
  const float *restrict green = row + stride;                                  \
  const float *restrict blue = row + 2 * stride;                               \
  const float *restrict alpha = row + 3 * stride

#define PLANE_KERNELS(suffix, sample)                                          \
  INLINE void guise_blend_plane_##suffix##_body(                               \
      sample *restrict plane, const float *row, size_t stride, size_t count,   \
      const guise_blend_weights *weights, float maximum) {                     \
    ROW_CHANNELS;                                                              \
    const guise_blend_weights w = *weights;                                    \
    for (size_t i = 0; i < count; i++)                                         \
      plane[i] = (sample)BLENDED(plane[i], w);                                 \
  }                                                                            \
  DISPATCH(guise_blend_plane_##suffix,                                         \
           (sample * plane, const float *row, size_t stride, size_t count,     \
            const guise_blend_weights *weights, float maximum),                \
           (plane, row, stride, count, weights, maximum))                      \
                                                                               \
  INLINE void guise_blend_pair_##suffix##_body(                                \
      sample *restrict plane, const float *row, size_t stride, size_t count,   \
      const guise_blend_weights weights[2], float maximum) {                   \
    ROW_CHANNELS;                                                              \
    const guise_blend_weights u = weights[0], v = weights[1];                  \
    for (size_t i = 0; i < count; i++) {                                       \
      plane[2 * i] = (sample)BLENDED(plane[2 * i], u);                         \
      plane[2 * i + 1] = (sample)BLENDED(plane[2 * i + 1], v);                 \
    }                                                                          \
  }                                                                            \
  DISPATCH(guise_blend_pair_##suffix,                                          \
           (sample * plane, const float *row, size_t stride, size_t count,     \
            const guise_blend_weights weights[2], float maximum),              \
           (plane, row, stride, count, weights, maximum))                      \
                                                                               \
  INLINE void guise_blend_rgb_##suffix##_body(                                 \
      sample *restrict plane, const float *row, size_t stride, size_t count,   \
      float maximum) {                                                         \
    ROW_CHANNELS;                                                              \
    for (size_t i = 0; i < count; i++) {                                       \
      float rest = 1.0f - alpha[i];                                            \
      float r = red[i] * maximum + rest * (float)(int32_t)plane[3 * i];        \
      float g = green[i] * maximum + rest * (float)(int32_t)plane[3 * i + 1];  \
      float b = blue[i] * maximum + rest * (float)(int32_t)plane[3 * i + 2];   \
      plane[3 * i] = (sample)(int32_t)(clamped(r, maximum) + 0.5f);            \
      plane[3 * i + 1] = (sample)(int32_t)(clamped(g, maximum) + 0.5f);        \
      plane[3 * i + 2] = (sample)(int32_t)(clamped(b, maximum) + 0.5f);        \
    }                                                                          \
  }                                                                            \
  DISPATCH(guise_blend_rgb_##suffix,                                           \
           (sample * plane, const float *row, size_t stride, size_t count,     \
            float maximum),                                                    \
           (plane, row, stride, count, maximum))                               \
                                                                               \
  INLINE void guise_blend_rgba_##suffix##_body(                                \
      sample *restrict plane, const float *row, size_t stride, size_t count,   \
      float maximum) {                                                         \
    ROW_CHANNELS;                                                              \
    for (size_t i = 0; i < count; i++) {                                       \
      if (alpha[i] == 0) continue;                                             \
      float below = (float)(int32_t)plane[4 * i + 3] / maximum;                \
      float rest = below * (1.0f - alpha[i]);                                  \
      float total = alpha[i] + rest;                                           \
      float over = maximum / total;                                            \
      rest = rest / total;                                                     \
      float r = red[i] * over + rest * (float)(int32_t)plane[4 * i];           \
      float g = green[i] * over + rest * (float)(int32_t)plane[4 * i + 1];     \
      float b = blue[i] * over + rest * (float)(int32_t)plane[4 * i + 2];      \
      plane[4 * i] = (sample)(int32_t)(clamped(r, maximum) + 0.5f);            \
      plane[4 * i + 1] = (sample)(int32_t)(clamped(g, maximum) + 0.5f);        \
      plane[4 * i + 2] = (sample)(int32_t)(clamped(b, maximum) + 0.5f);        \
      plane[4 * i + 3] =                                                       \
          (sample)(int32_t)(clamped(total * maximum, maximum) + 0.5f);         \
    }                                                                          \
  }                                                                            \
  DISPATCH(guise_blend_rgba_##suffix,                                          \
           (sample * plane, const float *row, size_t stride, size_t count,     \
            float maximum),                                                    \
           (plane, row, stride, count, maximum))

PLANE_KERNELS(u8, uint8_t)
PLANE_KERNELS(u16, uint16_t)
