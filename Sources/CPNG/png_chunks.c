#include "png_chunks.h"

#include <string.h>
#include <zlib.h>

void put_big_endian(uint8_t *bytes, uint32_t value) {
  for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

size_t finish_chunk(uint8_t *chunk, const char *name, size_t count) {
  put_big_endian(chunk, (uint32_t)count);
  memcpy(chunk + 4, name, 4);
  put_big_endian(chunk + chunk_head + count, (uint32_t)crc32(0, chunk + 4, (uInt)(4 + count)));
  return chunk_head + count + 4;
}
