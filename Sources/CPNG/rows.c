#include "rows.h"

#include <string.h>

#include "clones.h"

static inline __attribute__((always_inline)) uint32_t pixel(const uint8_t *bytes, size_t index) {
  uint32_t value;
  memcpy(&value, bytes + 4 * index, 4);
  return value;
}

static inline __attribute__((always_inline)) uint32_t divided(uint32_t color, uint32_t alpha, float reciprocal) {
  // The numerator n = 255 * c + a / 2 is below 2^16. (n + 1/2) / a lies 1 / 2a or more from every whole number,
  // and two roundings move it by less than 2^-22 * n / a, which is less: so cutting off its fraction is exact.
  uint32_t quotient = (uint32_t)(int32_t)(((float)(int32_t)(255 * color + (alpha >> 1)) + 0.5f) * reciprocal);
  return quotient < 255 ? quotient : 255;
}

enum { block = 64 };

static inline __attribute__((always_inline)) void straighten_block(const uint8_t *restrict from, uint8_t *restrict to) {
  for (size_t i = 0; i < block; i++) {
    uint32_t value = pixel(from, i), alpha = value >> 24;
    float reciprocal = alpha > 0 ? 1 / (float)(int32_t)alpha : 0;
    uint32_t red = divided(value & 255, alpha, reciprocal), green = divided(value >> 8 & 255, alpha, reciprocal),
             blue = divided(value >> 16 & 255, alpha, reciprocal);
    value = alpha << 24 | blue << 16 | green << 8 | red;
    memcpy(to + 4 * i, &value, 4);
  }
}

CLONED void rows_straighten(const uint8_t *restrict from, uint8_t *restrict to, size_t pixels) {
  for (; pixels >= block; pixels -= block, from += 4 * block, to += 4 * block) {
    uint32_t all = UINT32_MAX, any = 0;
    for (size_t i = 0; i < block; i++) {
      uint32_t value = pixel(from, i);
      all &= value;
      any |= value;
    }
    if (all >> 24 == 255 || any == 0) {
      memcpy(to, from, 4 * block); // most of most frames is opaque or empty
    } else {
      straighten_block(from, to);
    }
  }
  if (pixels == 0) return;
  uint8_t last[4 * block] = {0};
  memcpy(last, from, 4 * pixels);
  uint8_t straight[4 * block];
  straighten_block(last, straight);
  memcpy(to, straight, 4 * pixels);
}

CLONED void rows_apply(
  rows_filter filter, const uint8_t *restrict row, const uint8_t *restrict above, uint8_t *restrict to, size_t stride) {
  *to++ = (uint8_t)filter;
  switch (filter) {
  case rows_plain: memcpy(to, row, stride); break;
  case rows_sub:
    memcpy(to, row, 4);
    for (size_t i = 4; i < stride; i++) to[i] = (uint8_t)(row[i] - row[i - 4]);
    break;
  case rows_up:
    for (size_t i = 0; i < stride; i++) to[i] = (uint8_t)(row[i] - above[i]);
    break;
  case rows_mean:
    for (size_t i = 0; i < 4; i++) to[i] = (uint8_t)(row[i] - (above[i] >> 1));
    for (size_t i = 4; i < stride; i++) {
      uint8_t left = row[i - 4], up = above[i];
      to[i] = (uint8_t)(row[i] - (uint8_t)((left & up) + ((left ^ up) >> 1))); // in bytes, whatever their sum
    }
    break;
  }
}

enum { base = 65521, span = 256 };

/// How often each byte of a span is part of the sum of sums.
#define WEIGHTS(n) n, n - 1, n - 2, n - 3, n - 4, n - 5, n - 6, n - 7
#define MORE(n) WEIGHTS(n), WEIGHTS(n - 8), WEIGHTS(n - 16), WEIGHTS(n - 24)
static const int16_t weights[span] = {
  MORE(256), MORE(224), MORE(192), MORE(160), MORE(128), MORE(96), MORE(64), MORE(32),
};

CLONED uint32_t rows_adler32(uint32_t sum, const uint8_t *bytes, size_t count) {
  uint64_t low = sum & 0xFFFF, high = sum >> 16;
  for (; count >= span; count -= span, bytes += span) {
    uint32_t plain = 0;
    int32_t weighted = 0; // at most 255 * 256 * 257 / 2
    for (size_t i = 0; i < span; i++) plain += bytes[i];
    for (size_t i = 0; i < span; i++) weighted += (int32_t)weights[i] * (int32_t)bytes[i];
    high = (high + low * span + (uint32_t)weighted) % base;
    low = (low + plain) % base;
  }
  for (; count > 0; count--) {
    low += *bytes++;
    high += low;
  }
  return (uint32_t)(high % base) << 16 | (uint32_t)(low % base);
}

uint32_t rows_adler32_of_both(uint32_t first, uint32_t second, size_t count) {
  uint64_t low = (first & 0xFFFF) + base - 1 + (second & 0xFFFF); // the second began with 1
  uint64_t high = (first >> 16) + (second >> 16) + (count % base) * ((first & 0xFFFF) + base - 1);
  return (uint32_t)(high % base) << 16 | (uint32_t)(low % base);
}
