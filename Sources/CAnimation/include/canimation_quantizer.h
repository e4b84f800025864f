// Colors of a palette through libimagequant, loaded at its first use.
//
// libimagequant is free software under the GNU General Public License, version 3 or later. It is loaded only when a
// GIF is written; nothing of it is part of this package.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Loads the library once per process; safe from any thread. Nothing else here may be called before it has
/// returned NULL.
/// - Returns: NULL if the library is loaded, else the dynamic loader's error message.
const char *_Nullable canimation_quantizer_load(void);
/// The name by which the dynamic loader finds the library.
const char *_Nonnull canimation_quantizer_library(void);

typedef struct {
  int count;
  uint8_t rgba[4 * 256];
} canimation_palette;

/// Finds the colors that show a picture best, and each pixel's color.
/// - Parameters:
///   - rgba: straight, `width * height` pixels.
///   - max_colors: 2...256.
///   - speed: 1 (best)...10 (fastest).
///   - dither: 0 (none)...1 (full).
///   - has_transparent: whether one color shall be the fully transparent one.
///   - indices: gets `width * height` bytes.
/// - Returns: NULL or what went wrong.
const char *_Nullable canimation_quantize(
  const uint8_t *_Nonnull rgba, int width, int height, int max_colors, int speed, float dither, int has_transparent,
  uint8_t *_Nonnull indices, canimation_palette *_Nonnull palette);
