// A PNG's pixels in strips that know nothing of each other, so that every processor can encode some.
//
// A strip becomes a whole IDAT chunk; the deflate data of all chunks, one after the other, are one zlib stream. What
// is written depends on the picture alone. See runs.h for the compression and rows.h for the filters.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  cpng_strip_bytes = 256 * 1024, ///< of pixels: what stays in a processor's second cache with all that is made of it
  cpng_strip_width = cpng_strip_bytes / 4, ///< pixels of the widest rows, of which a strip holds one
};

typedef struct {
  const uint8_t *_Nonnull pixels; ///< RGBA, from row `first_row` on
  size_t first_row;               ///< at most the row above those that are encoded
  size_t width;                   ///< 1...cpng_strip_width
  bool is_premultiplied; ///< its colors are divided by their alpha on the way
} cpng_picture;

/// An encoded strip. Its memory is kept for later strips of any picture.
typedef struct cpng_strip {
  size_t count;         ///< of `bytes`: length, "IDAT", data, checksum
  size_t raw_count;     ///< of the filtered bytes in it
  uint32_t adler32;     ///< of the filtered bytes
  uint8_t *_Nonnull bytes;
} cpng_strip;

/// How many rows every strip but the last has.
size_t cpng_strip_rows(size_t width);

/// Encodes `count` rows, at most `cpng_strip_rows`, from row `first` on. Safe from any thread.
/// - Returns: to be given to `cpng_strip_release`; NULL when there is no memory.
cpng_strip *_Nullable cpng_strip_encode(const cpng_picture *_Nonnull picture, size_t first, size_t count);
void cpng_strip_release(cpng_strip *_Nonnull strip);

/// The checksum of what came before, at first 1, and a strip.
uint32_t cpng_strip_join(uint32_t adler32, const cpng_strip *_Nonnull strip);

enum { cpng_end_count = 30 };
/// The last bytes of the file: an IDAT chunk with the end of the zlib stream, and the IEND chunk.
void cpng_strip_end(uint32_t adler32, uint8_t *_Nonnull bytes);
