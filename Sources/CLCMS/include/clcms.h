// The part of Little CMS 2 that converts pixels to sRGB, loaded at its first use. Version 2 has a stable ABI.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads the library once per process; safe from any thread. Nothing else here may be called before it has returned NULL.
/// - Returns: NULL if the library is loaded, else the dynamic loader's error message.
const char *_Nullable clcms_load(void);

/// Converts CMYK8 to RGBA8 of sRGB in place, alpha 255, with relative colorimetric intent and black point compensation.
/// - `is_inverted`: whether 255 is no ink.
/// - Returns: false where the profile is damaged or not of CMYK; the pixels are then unchanged.
bool clcms_convert_cmyk(
  const uint8_t *_Nonnull profile, size_t profile_size, bool is_inverted, uint8_t *_Nonnull pixels, size_t count);

/// Converts RGBA of an RGB or gray profile to sRGB in place, likewise; of a gray profile red is the gray. Alpha stays.
/// - `is_deep`: whether channels have 16 bits, in the processor's byte order, instead of 8.
/// - Returns: false where the profile is damaged or of other colors; the pixels are then unchanged.
bool clcms_convert_rgb(
  const uint8_t *_Nonnull profile, size_t profile_size, bool is_deep, uint8_t *_Nonnull pixels, size_t count);

/// How light is decoded from values of 0...1: (a x + b) ^ exponent from d on, c x below. A power function has a = 1,
/// and b, c and d are 0.
typedef struct {
  double exponent, a, b, c, d;
} clcms_curve;

/// Converts RGBA of these primaries and this curve to sRGB, likewise.
/// - `chromaticities`: CIE x and y of white, red, green and blue.
bool clcms_convert_measured(
  clcms_curve curve, const double *_Nonnull chromaticities, bool is_deep, uint8_t *_Nonnull pixels, size_t count);
