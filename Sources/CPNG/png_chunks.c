#include "png_chunks.h"

#include <stdbool.h>
#include <string.h>
#include <zlib.h>

// Framing

void put_big_endian(uint8_t *bytes, uint32_t value) {
  for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

size_t finish_chunk(uint8_t *chunk, const char *name, size_t count) {
  put_big_endian(chunk, (uint32_t)count);
  memcpy(chunk + 4, name, 4);
  put_big_endian(chunk + chunk_head + count, (uint32_t)crc32(0, chunk + 4, (uInt)(4 + count)));
  return chunk_head + count + 4;
}

// Reading

static const png_byte raw[] = "gAMA\0cHRM\0sRGB\0cICP\0acTL\0pHYs\0eXIf";
enum { raw_size = 5, raw_count = sizeof raw / raw_size }; // a name and a zero

bool is_raw_chunk(const char *name) {
  for (int i = 0; i < raw_count; i++) {
    if (memcmp(raw + raw_size * i, name, 4) == 0) return true;
  }
  return false;
}

void keep_raw_chunks(png_structp png) {
  // libpng's own reading of the chunks of color adds some that are not there and drops those that disagree. The ICC
  // profile, compressed, is libpng's to check.
  static const png_byte icc[] = "iCCP";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, raw, raw_count);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, icc, 1);
  png_set_chunk_cache_max(png, 32);
}

static bool is_damaged(uint32_t damaged, int index) { return index < 32 && (damaged >> index & 1) != 0; }

const png_unknown_chunk *raw_chunk(
  png_structp png, png_infop info, const char *name, size_t size, uint32_t damaged) {
  png_unknown_chunkp chunks = NULL;
  int count = png_get_unknown_chunks(png, info, &chunks);
  for (int i = 0; i < count; i++) {
    bool fits = size == 0 || chunks[i].size == size;
    if (strcmp((const char *)chunks[i].name, name) == 0 && fits && !is_damaged(damaged, i)) return &chunks[i];
  }
  return NULL;
}

static void read_color_chunk(const png_unknown_chunk *chunk, cpng_color *color) {
  const char *name = (const char *)chunk->name;
  if (strcmp(name, "cICP") == 0 && chunk->size == 4 && !color->has_code_points) {
    // A matrix other than 0 is not of RGB; such a chunk is to be ignored.
    color->has_code_points = chunk->data[2] == 0 && chunk->data[3] <= 1;
    memcpy(color->code_points, chunk->data, 4);
  } else if (strcmp(name, "sRGB") == 0 && chunk->size == 1 && chunk->data[0] <= 3 && !color->has_srgb_intent) {
    color->has_srgb_intent = true;
    color->srgb_intent = chunk->data[0];
  } else if (strcmp(name, "gAMA") == 0 && chunk->size == 4 && !color->has_gamma) {
    uint32_t gamma = png_get_uint_32(chunk->data);
    color->has_gamma = gamma > 0 && gamma <= PNG_UINT_31_MAX;
    color->gamma = color->has_gamma ? (int32_t)gamma : 0;
  } else if (strcmp(name, "cHRM") == 0 && chunk->size == 32 && !color->has_chromaticities) {
    for (int i = 0; i < 8; i++) {
      uint32_t value = png_get_uint_32(chunk->data + 4 * i);
      if (value > PNG_UINT_31_MAX) return;
      color->chromaticities[i] = (int32_t)value;
    }
    color->has_chromaticities = true;
  }
}

void read_color_chunks(png_structp png, png_infop info, uint32_t damaged, cpng_color *color) {
  png_unknown_chunkp chunks = NULL;
  int count = png_get_unknown_chunks(png, info, &chunks);
  for (int i = 0; i < count; i++) {
    if (!is_damaged(damaged, i)) read_color_chunk(&chunks[i], color);
  }

  png_charp name = NULL;
  png_bytep data = NULL;
  png_uint_32 size = 0;
  int method = 0;
  if (png_get_iCCP(png, info, &name, &method, &data, &size) != 0) {
    color->icc_name = name;
    color->icc_data = data;
    color->icc_size = size;
  }
}

// Writing

void write_color_chunks(png_structp png, png_infop info, const cpng_color *color) {
  // libpng's own setters drop values that disagree with each other.
  png_byte bytes[32];
  if (color->has_code_points) png_write_chunk(png, (png_const_bytep) "cICP", color->code_points, 4);
  if (color->has_gamma) {
    png_save_uint_32(bytes, (png_uint_32)color->gamma);
    png_write_chunk(png, (png_const_bytep) "gAMA", bytes, 4);
  }
  if (color->has_chromaticities) {
    for (int i = 0; i < 8; i++) png_save_uint_32(bytes + 4 * i, (png_uint_32)color->chromaticities[i]);
    png_write_chunk(png, (png_const_bytep) "cHRM", bytes, 32);
  }
  if (color->has_srgb_intent && png_get_valid(png, info, PNG_INFO_iCCP) == 0) {
    png_write_chunk(png, (png_const_bytep) "sRGB", &color->srgb_intent, 1);
  }
}
