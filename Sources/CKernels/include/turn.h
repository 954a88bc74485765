#pragma once

#include <stddef.h>
#include <stdint.h>

// Turning planes. Strides are in bytes and may be negative (a plane read or written from its last
// row up), which together with the transposition gives all eight orientations.

// dst[y][x] = src[x][y] for x < width, y < height, of elements of 1, 2 or 4 bytes.
void guise_transpose_8(
    const uint8_t *src, ptrdiff_t srcStride, uint8_t *dst, ptrdiff_t dstStride, int width,
    int height);
void guise_transpose_16(
    const uint8_t *src, ptrdiff_t srcStride, uint8_t *dst, ptrdiff_t dstStride, int width,
    int height);
void guise_transpose_32(
    const uint8_t *src, ptrdiff_t srcStride, uint8_t *dst, ptrdiff_t dstStride, int width,
    int height);

// dst[x] = src[count - 1 - x], of elements of elementBytes (1, 2 or 4) bytes.
void guise_reverse_row(const uint8_t *src, uint8_t *dst, int count, int elementBytes);

// dst[x] = (a[x] + b[x] + 1) / 2, of samples of sampleBytes (1 or 2) bytes.
void guise_average_rows(
    const uint8_t *a, const uint8_t *b, uint8_t *dst, int count, int sampleBytes);
