// The part of Little CMS 2 that converts pixels, loaded at its first use. Version 2 has a stable ABI.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads the library once per process; safe from any thread. Nothing else here may be called before it has returned NULL.
/// - Returns: NULL if the library is loaded, else the dynamic loader's error message.
const char *_Nullable clcms_load(void);
/// The name by which the dynamic loader finds the library.
const char *_Nonnull clcms_library(void);

/// A color profile. It may be closed while a transform of it is in use.
typedef struct clcms_profile clcms_profile;

clcms_profile *_Nullable clcms_open_srgb(void);

/// - Returns: NULL where the data are damaged.
clcms_profile *_Nullable clcms_open_icc(const uint8_t *_Nonnull data, size_t size);

/// How light is decoded from values of 0...1: (a x + b) ^ exponent from d on, c x below. A power function has a = 1,
/// and b, c and d are 0.
typedef struct {
  double exponent, a, b, c, d;
} clcms_curve;

/// - `chromaticities`: CIE x and y of white, red, green and blue.
clcms_profile *_Nullable clcms_open_measured(clcms_curve curve, const double *_Nonnull chromaticities);

void clcms_close(clcms_profile *_Nonnull profile);

/// The channels that a profile describes.
typedef enum { clcms_rgb, clcms_gray, clcms_cmyk, clcms_other } clcms_colors;

clcms_colors clcms_colors_of(const clcms_profile *_Nonnull profile);

/// Writes a profile as ICC data, described by an ASCII name.
/// - `data`: NULL asks for the size.
/// - Returns: the size in bytes; 0 where memory or `size` is too small.
size_t clcms_encode(
  const clcms_profile *_Nonnull profile, const char *_Nonnull name, uint8_t *_Nullable data, size_t size);

/// A conversion between two profiles with relative colorimetric intent and black point compensation. May be used by
/// several threads at once.
typedef struct clcms_transform clcms_transform;

/// - `from`: RGB, gray (red is the gray), or CMYK with 8 bits a channel.
/// - `to`: RGB.
/// - `is_deep`: whether channels have 16 bits, in the processor's byte order, instead of 8.
/// - `is_inverted`: whether 255 is no ink in CMYK.
/// - Returns: NULL for other profiles.
clcms_transform *_Nullable clcms_transform_create(
  const clcms_profile *_Nonnull from, const clcms_profile *_Nonnull to, bool is_deep, bool is_inverted);

void clcms_transform_destroy(clcms_transform *_Nonnull transform);

/// Converts `count` pixels of four channels to RGBA in place. Alpha stays; the black of CMYK stays in its place.
void clcms_transform_apply(const clcms_transform *_Nonnull transform, uint8_t *_Nonnull pixels, size_t count);
