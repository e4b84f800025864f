#include "zlib_block.h"

#include <zlib.h>

bool zlib_block_expand(const uint8_t *source, size_t source_count, uint8_t *target, size_t target_count) {
  uLongf count = target_count;
  return uncompress(target, &count, source, source_count) == Z_OK && count == target_count;
}

size_t zlib_block_compress(
  const uint8_t *source, size_t source_count, uint8_t *target, size_t target_count, int level) {
  uLongf count = target_count;
  return compress2(target, &count, source, source_count, level) == Z_OK ? count : 0;
}
