#include "turn.h"

#include <string.h>

// Clang's vector types compile to SSE2 and NEON alike: no run-time dispatch is needed.
typedef uint8_t Bytes16 __attribute__((vector_size(16)));
typedef uint16_t Words8 __attribute__((vector_size(16)));
typedef uint32_t Longs4 __attribute__((vector_size(16)));

static inline Bytes16 load(const uint8_t *p) {
  Bytes16 v;
  memcpy(&v, p, 16);
  return v;
}

static inline void store(uint8_t *p, Bytes16 v) { memcpy(p, &v, 16); }

#define LOW_8(a, b) \
  __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH_8(a, b) \
  __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define LOW_16(a, b) \
  (Bytes16) __builtin_shufflevector((Words8)(a), (Words8)(b), 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH_16(a, b) \
  (Bytes16) __builtin_shufflevector((Words8)(a), (Words8)(b), 4, 12, 5, 13, 6, 14, 7, 15)
#define LOW_32(a, b) (Bytes16) __builtin_shufflevector((Longs4)(a), (Longs4)(b), 0, 4, 1, 5)
#define HIGH_32(a, b) (Bytes16) __builtin_shufflevector((Longs4)(a), (Longs4)(b), 2, 6, 3, 7)

// Interleaving row i with row i + n/2, log2(n) times, transposes n × n elements.
#define BLOCK(NAME, N, LOW, HIGH, STAGES)                                                      \
  static inline void NAME(                                                                     \
      const uint8_t *src, ptrdiff_t srcStride, uint8_t *dst, ptrdiff_t dstStride) {            \
    Bytes16 a[N], b[N];                                                                        \
    for (int i = 0; i < N; i++) a[i] = load(src + i * srcStride);                              \
    for (int stage = 0; stage < STAGES; stage++) {                                             \
      for (int i = 0; i < N / 2; i++) {                                                        \
        b[2 * i] = LOW(a[i], a[i + N / 2]);                                                    \
        b[2 * i + 1] = HIGH(a[i], a[i + N / 2]);                                               \
      }                                                                                        \
      memcpy(a, b, sizeof a);                                                                  \
    }                                                                                          \
    for (int i = 0; i < N; i++) store(dst + i * dstStride, a[i]);                              \
  }

BLOCK(block_8, 16, LOW_8, HIGH_8, 4)
BLOCK(block_16, 8, LOW_16, HIGH_16, 3)
BLOCK(block_32, 4, LOW_32, HIGH_32, 2)

// Columns of dst are rows of src. Going down dst in strips one block wide keeps the rows of src
// that are read in the cache.
#define TRANSPOSE(NAME, BLOCK_NAME, N, BYTES)                                                  \
  void NAME(                                                                                   \
      const uint8_t *src, ptrdiff_t srcStride, uint8_t *dst, ptrdiff_t dstStride, int width,   \
      int height) {                                                                            \
    int x = 0;                                                                                 \
    for (; x + N <= width; x += N) {                                                           \
      int y = 0;                                                                               \
      for (; y + N <= height; y += N) {                                                        \
        BLOCK_NAME(                                                                            \
            src + x * srcStride + y * BYTES, srcStride, dst + y * dstStride + x * BYTES,       \
            dstStride);                                                                        \
      }                                                                                        \
      for (; y < height; y++) {                                                                \
        for (int i = x; i < x + N; i++) {                                                      \
          memcpy(dst + y * dstStride + i * BYTES, src + i * srcStride + y * BYTES, BYTES);     \
        }                                                                                      \
      }                                                                                        \
    }                                                                                          \
    for (int y = 0; y < height; y++) {                                                         \
      for (int i = x; i < width; i++) {                                                        \
        memcpy(dst + y * dstStride + i * BYTES, src + i * srcStride + y * BYTES, BYTES);       \
      }                                                                                        \
    }                                                                                          \
  }

TRANSPOSE(guise_transpose_8, block_8, 16, 1)
TRANSPOSE(guise_transpose_16, block_16, 8, 2)
TRANSPOSE(guise_transpose_32, block_32, 4, 4)

void guise_reverse_row(const uint8_t *src, uint8_t *dst, int count, int elementBytes) {
  switch (elementBytes) {
    case 1:
      for (int x = 0; x < count; x++) dst[x] = src[count - 1 - x];
      break;
    case 2:
      for (int x = 0; x < count; x++) memcpy(dst + 2 * x, src + 2 * (count - 1 - x), 2);
      break;
    default:
      for (int x = 0; x < count; x++) memcpy(dst + 4 * x, src + 4 * (count - 1 - x), 4);
  }
}

void guise_average_rows(
    const uint8_t *a, const uint8_t *b, uint8_t *dst, int count, int sampleBytes) {
  if (sampleBytes == 1) {
    for (int x = 0; x < count; x++) dst[x] = (uint8_t)((a[x] + b[x] + 1) >> 1);
    return;
  }
  const uint16_t *wideA = (const uint16_t *)a;
  const uint16_t *wideB = (const uint16_t *)b;
  uint16_t *wide = (uint16_t *)dst;
  for (int x = 0; x < count; x++) wide[x] = (uint16_t)((wideA[x] + wideB[x] + 1) >> 1);
}
