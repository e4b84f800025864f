// Blocks of bytes as whole zlib streams, for formats that compress a picture's lines in blocks of known size.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Expands one zlib stream; bytes after its end are ignored.
/// - Returns: whether it holds exactly `target_count` bytes.
bool zlib_block_expand(
  const uint8_t *_Nullable source, size_t source_count, uint8_t *_Nonnull target, size_t target_count);

/// Compresses bytes to one zlib stream.
/// - Parameter level: 1 (fast) ... 9 (small).
/// - Returns: the bytes written; 0 where the stream is longer than `target_count`, or there is no memory.
size_t zlib_block_compress(
  const uint8_t *_Nonnull source, size_t source_count, uint8_t *_Nonnull target, size_t target_count, int level);
