// The chunks that we read and write ourselves. libpng has the others: the header, pixels, palettes, text; and the ICC
// profile, which it compresses.
#pragma once
#include <png.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpng_color.h"

enum { chunk_head = 8 }; // length and name

void put_big_endian(uint8_t *bytes, uint32_t value);

/// Puts `count` bytes of data at `chunk` + `chunk_head` between their length with a name and their checksum.
/// - Returns: the bytes of the whole chunk.
size_t finish_chunk(uint8_t *chunk, const char *name, size_t count);

/// Sets which chunks libpng reads: gAMA, cHRM, sRGB, cICP, acTL, pHYs and eXIf become raw bytes, iCCP, tRNS and the critical
/// chunks are read, all others are skipped.
void keep_raw_chunks(png_structp png);

/// Whether chunks of the name, of four characters, become raw bytes.
bool is_raw_chunk(const char *name);

/// The first raw chunk of that name and size; NULL where there is none.
/// - `size`: 0 for any.
/// - `damaged`: a bit for each raw chunk that does not count.
const png_unknown_chunk *raw_chunk(
  png_structp png, png_infop info, const char *name, size_t size, uint32_t damaged);

/// Reads the chunks of color: cICP, sRGB, gAMA, cHRM and iCCP.
/// - `damaged`: a bit for each raw chunk that does not count.
void read_color_chunks(png_structp png, png_infop info, uint32_t damaged, cpng_color *color);

/// Writes cICP, gAMA, cHRM and, where there is no profile, sRGB.
void write_color_chunks(png_structp png, png_infop info, const cpng_color *color);
