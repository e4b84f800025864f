// Deflate for filtered RGBA rows that looks for one kind of repetition only: pixels equal to the one before.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Some equal pixels after some others.
typedef struct {
  uint32_t others, run; // bytes, multiples of 4
} runs_piece;

/// At most so many pieces for a row of `stride` bytes: the shortest run is three pixels after one other.
static inline size_t runs_most_pieces(size_t stride) { return stride / 16 + 1; }

/// At most so many bytes for `count` bytes of rows: 14 bits each, the codes, the end and eight spare bytes.
static inline size_t runs_most_bytes(size_t count) { return count / 8 * 14 + 1024; }

/// Encodes `count` rows of 1 + `stride` bytes, a filter's number and then pixels, as one block that is not the last,
/// padded to a whole byte by an empty stored block.
/// - `pieces`: room for `count * runs_most_pieces(stride)`.
/// - `output`: room for `runs_most_bytes` of all rows.
/// - Returns: the bytes written.
size_t runs_encode(const uint8_t *rows, size_t stride, size_t count, runs_piece *pieces, uint8_t *output);

/// About how many bits a row takes.
/// - `pieces`: room for `runs_most_pieces(stride)`.
uint64_t runs_estimate(const uint8_t *row, size_t stride, runs_piece *pieces);
