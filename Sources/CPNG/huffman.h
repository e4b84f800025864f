// Prefix codes of deflate (RFC 1951, 3.2).
#pragma once
#include "bits.h"

enum {
  literal_symbols = 286, // bytes 0...255, the end of a block 256, lengths 257...285
  end_of_block = 256,
  longest_code = 14,     // of 15: four of them and seven waiting bits fit a word
};

typedef struct {
  uint16_t bits;  // the first bit lowest
  uint16_t count; // 0: has no code
} huffman_code;

/// Gives every symbol that occurs a code of at most `longest` bits, the shortest for the most frequent. One symbol
/// alone gets one bit. The sum of all frequencies is below 2^23, and `symbols` is at most `literal_symbols`.
void huffman_make(const uint32_t *frequencies, int symbols, int longest, huffman_code *codes);

/// Begins a block that is not the last, with these codes and one bit, zero, for the one distance, 4.
void huffman_begin_block(bits *out, const huffman_code codes[literal_symbols]);
