// The chunks that we read and write ourselves. libpng has the others: the header, pixels, palettes, text; and the ICC
// profile, which it compresses.
#pragma once
#include <png.h>
#include <stddef.h>
#include <stdint.h>

#include "cpng_color.h"

enum { chunk_head = 8 }; // length and name

void put_big_endian(uint8_t *bytes, uint32_t value);

/// Puts `count` bytes of data at `chunk` + `chunk_head` between their length with a name and their checksum.
/// - Returns: the bytes of the whole chunk.
size_t finish_chunk(uint8_t *chunk, const char *name, size_t count);

/// Sets which chunks libpng reads: gAMA, cHRM, sRGB, cICP, acTL and pHYs become raw bytes, iCCP, tRNS and the critical
/// chunks are read, all others are skipped.
void keep_raw_chunks(png_structp png);

/// The content of the first raw chunk of that name and size; NULL where there is none.
const uint8_t *raw_chunk(png_structp png, png_infop info, const char *name, size_t size);

/// Reads the chunks of color: cICP, sRGB, gAMA, cHRM and iCCP.
void read_color_chunks(png_structp png, png_infop info, cpng_color *color);

/// Writes cICP, gAMA, cHRM and, where there is no profile, sRGB.
void write_color_chunks(png_structp png, png_infop info, const cpng_color *color);
