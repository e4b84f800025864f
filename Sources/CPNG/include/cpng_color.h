// What a PNG file says of its colors, in the file's own numbers.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpng_color {
  bool has_code_points;
  uint8_t code_points[4];         // primaries, transfer, matrix 0, whether the range is full: ITU-T H.273
  bool has_srgb_intent, has_gamma, has_chromaticities;
  uint8_t srgb_intent;            // 0...3
  int32_t gamma;                  // encoding exponent in 1/100,000, > 0
  int32_t chromaticities[8];      // white, red, green, blue: x, y each, in 1/100,000
  const char *_Nullable icc_name; // Latin-1, zero-terminated, 1...79 bytes; NULL: no profile
  const uint8_t *_Nullable icc_data;
  size_t icc_size;
} cpng_color;
