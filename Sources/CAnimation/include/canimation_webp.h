// Animated WebP through libwebp and libwebpmux, loaded at their first use: most runs need neither, and their headers
// are no condition of building the package.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Loads the libraries once per process; safe from any thread. Nothing else here may be called before it has
/// returned NULL.
/// - Returns: NULL if the library is loaded, else the dynamic loader's error message.
const char *_Nullable canimation_webp_load(void);

typedef struct {
  int width, height; ///< 1...16383
  int loop_count;    ///< 0 is without end
  int is_lossless;
  float quality; ///< 0...100; of a lossless file the effort
  int method;    ///< 0 (fast)...6 (small)
} canimation_webp_options;

typedef struct canimation_webp canimation_webp;

/// NULL when there is no memory or the library's version is not understood.
canimation_webp *_Nullable canimation_webp_create(const canimation_webp_options *_Nonnull options);
void canimation_webp_destroy(canimation_webp *_Nonnull animation);

/// Encodes a frame of straight RGBA, rows without padding, that begins at `start` ms after the first.
/// - Returns: whether that worked; else `canimation_webp_message` tells why.
int canimation_webp_add(canimation_webp *_Nonnull animation, const uint8_t *_Nonnull rgba, int start);

/// Ends the last frame at `end` ms and makes the file. The bytes live as long as the animation.
int canimation_webp_finish(
  canimation_webp *_Nonnull animation, int end, const uint8_t *_Nullable *_Nonnull bytes, size_t *_Nonnull count);

const char *_Nonnull canimation_webp_message(const canimation_webp *_Nonnull animation);
