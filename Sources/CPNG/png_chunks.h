// The framing of PNG chunks: a length, a name of four letters, data and a checksum.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum { chunk_head = 8 }; // length and name

void put_big_endian(uint8_t *bytes, uint32_t value);

/// Puts `count` bytes of data at `chunk` + `chunk_head` between their length with a name and their checksum.
/// - Returns: the bytes of the whole chunk.
size_t finish_chunk(uint8_t *chunk, const char *name, size_t count);
