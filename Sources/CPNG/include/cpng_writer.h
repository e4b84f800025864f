// Writing a PNG of RGBA, RGB or gray through libpng without a long jump that leaves C: see cpng_reader.h.
#pragma once
#include "cpng_color.h"

typedef struct cpng_writer cpng_writer;

/// Takes encoded bytes; false stops the writing. Called below a libpng frame, returns before any jump.
typedef bool (*cpng_sink)(void *_Nullable context, const uint8_t *_Nonnull bytes, size_t count);

typedef enum cpng_filters { cpng_filters_none, cpng_filters_sub, cpng_filters_up, cpng_filters_all } cpng_filters;

/// The channels of a file. The rows have four channels, or one for gray.
typedef enum cpng_channels { cpng_channels_gray, cpng_channels_rgb, cpng_channels_rgba } cpng_channels;

/// NULL when there is no memory.
cpng_writer *_Nullable cpng_writer_create(void *_Nullable context, cpng_sink _Nonnull sink);
void cpng_writer_destroy(cpng_writer *_Nonnull writer);

/// Writes all that stands before the pixels. `level` is zlib's, 0...9; `only_runs` makes zlib look for runs of one
/// byte and for no other repetition. A profile that libpng refuses is left out: see cpng_writer_icc_problem. With a
/// profile, the sRGB chunk is left out, as the format demands. Channels have 8 bits, or 16 in the processor's byte order
/// with `is_deep`. Of an RGB file, the last channel of the rows is left out. `density` is pixels per meter, horizontal and vertical; 0 leaves it out.
bool cpng_writer_begin(
  cpng_writer *_Nonnull writer, uint32_t width, uint32_t height, bool is_deep, cpng_channels channels, int level,
  cpng_filters filters, bool only_runs, const cpng_color *_Nonnull color, const uint32_t density[_Nonnull 2]);
/// Writes the next `count` rows of 4 * width channels each, of gray of width channels, `stride` bytes apart.
bool cpng_writer_add_rows(
  cpng_writer *_Nonnull writer, const uint8_t *_Nonnull rows, size_t stride, size_t count);
/// Writes what follows the pixels, once all rows are written.
bool cpng_writer_end(cpng_writer *_Nonnull writer);

/// Why the last call that returned false did.
const char *_Nonnull cpng_writer_message(const cpng_writer *_Nonnull writer);
/// Why the profile was left out; NULL when it was not.
const char *_Nullable cpng_writer_icc_problem(const cpng_writer *_Nonnull writer);
