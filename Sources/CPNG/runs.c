#include "runs.h"

#include "clones.h"
#include "huffman.h"

enum {
  shortest_run = 12,  // bytes; shorter ones gain next to nothing and cost jumps that no processor foresees
  counted_rows = 4,   // one row of so many is counted for the codes: all of them gain 1%
  counted_bytes = 32 * 1024, // of fewer, all are counted
  longest_match = 258,
  first_length_symbol = 257,
};

#define INLINE static inline __attribute__((always_inline))

// Lengths of matches (RFC 1951, 3.2.5)

typedef struct {
  uint16_t symbol;
  uint8_t more, more_count;
} match_length;

INLINE match_length match(size_t length) {
  if (length == longest_match) return (match_length){285, 0, 0};
  unsigned value = (unsigned)length - 3;
  if (value < 8) return (match_length){(uint16_t)(first_length_symbol + value), 0, 0};
  unsigned count = 29u - (unsigned)__builtin_clz(value); // two bits below the highest choose the symbol
  unsigned more = value & ((1u << count) - 1);
  return (match_length){(uint16_t)(first_length_symbol + 4 * count + (value >> count)), (uint8_t)more, (uint8_t)count};
}

/// The next match of a run of which `left` bytes are left: 258, or less where a rest below 3 would stay.
INLINE size_t next_match(size_t left) {
  if (left <= longest_match) return left;
  return left - longest_match >= 3 ? longest_match : left - 3;
}

// Finding runs

INLINE uint32_t pixel(const uint8_t *bytes) {
  uint32_t value;
  memcpy(&value, bytes, 4);
  return value;
}

enum { block = 16 };

/// Whether one of the pixels from here on begins a run: reads them, the one before and the two after.
INLINE bool block_begins_run(const uint8_t *next) {
  uint32_t begins = 0;
  for (int i = 0; i < block; i++) {
    uint32_t value = pixel(next + 4 * i), differs = value ^ pixel(next + 4 * i - 4);
    differs |= value ^ pixel(next + 4 * i + 4);
    differs |= value ^ pixel(next + 4 * i + 8);
    begins |= differs == 0;
  }
  return begins != 0;
}

CLONED static runs_piece *find_runs(const uint8_t *begin, size_t stride, runs_piece *piece) {
  const uint8_t *next = begin + 4, *const end = begin + stride; // the first pixel has none before it
  while (end - next >= shortest_run) {
    if (end - next >= 4 * block + 8 && !block_begins_run(next)) {
      next += 4 * block;
      continue;
    }
    uint32_t value = pixel(next - 4);
    const uint8_t *after = next;
    while (after < end && pixel(after) == value) after += 4;
    if (after - next >= shortest_run) {
      *piece++ = (runs_piece){(uint32_t)(next - begin), (uint32_t)(after - next)};
      begin = after;
    }
    next = after + 4; // the one at `after` differs from the one before it
  }
  *piece++ = (runs_piece){(uint32_t)(end - begin), 0};
  return piece;
}

// Counting

/// A table for each channel of two pixels: counting the same value twice in a row waits for the first count.
typedef uint32_t histogram[8][literal_symbols];

/// Counts all runs of a row and, if asked to, its other bytes.
static const runs_piece *count_row(
  const uint8_t *next, const runs_piece *piece, bool counts_others, histogram counts) {
  counts[0][*next++]++;
  for (;; piece++) {
    const uint8_t *const end = next + piece->others;
    if (counts_others) {
      for (; end - next >= 8; next += 8) {
        for (int i = 0; i < 8; i++) counts[i][next[i]]++;
      }
      for (; next < end; next++) counts[0][*next]++;
    }
    if (piece->run == 0) return piece + 1;
    for (size_t left = piece->run, length; left > 0; left -= length) {
      length = next_match(left);
      counts[0][match(length).symbol]++;
    }
    next = end + piece->run;
  }
}

/// Codes for all runs and for what one row of four holds, with long ones for bytes that may still come. Few rows are
/// all counted, and no code is spent on bytes that are not there.
static void make_codes(
  const uint8_t *rows, size_t stride, size_t count, const runs_piece *piece, huffman_code *codes) {
  size_t every = count * stride < counted_bytes ? 1 : counted_rows;
  histogram counts = {{0}};
  for (size_t y = 0; y < count; y++) {
    piece = count_row(rows + y * (stride + 1), piece, y % every == 0, counts);
  }
  for (int i = 0; i < literal_symbols; i++) {
    for (int table = 1; table < 8; table++) counts[0][i] += counts[table][i];
    if (every > 1 && i < end_of_block) counts[0][i] = counts[0][i] * counted_rows + 1;
  }
  counts[0][end_of_block] = 1;
  huffman_make(counts[0], literal_symbols, longest_code, codes);
}

/// log2 in units of 2^-16, within 0.01: in whole numbers, so that every processor chooses the same filter.
static uint64_t logarithm(uint32_t value) {
  int whole = 31 - __builtin_clz(value);
  uint64_t fraction = ((uint64_t)value << 16 >> whole) - 65536;
  uint64_t bow = fraction * (65536 - fraction) >> 16; // between the line and the curve
  return ((uint64_t)whole << 16) + fraction + (bow * 22525 >> 16);
}

uint64_t runs_estimate(const uint8_t *row, size_t stride, runs_piece *pieces) {
  enum { run_bits = 12 }; // of a length and the distance, more or less
  histogram counts = {{0}};
  uint64_t runs = (uint64_t)(find_runs(row + 1, stride, pieces) - pieces);
  count_row(row, pieces, true, counts);
  // The entropy of the bytes: each of n that occurs c times takes log2(n / c) bits.
  uint64_t total = 0, saved = 0;
  for (int i = 0; i < end_of_block; i++) {
    for (int table = 1; table < 8; table++) counts[0][i] += counts[table][i];
    if (counts[0][i] == 0) continue;
    total += counts[0][i];
    saved += counts[0][i] * logarithm(counts[0][i]);
  }
  return ((total * logarithm((uint32_t)total) - saved) >> 16) + runs * run_bits;
}

// Writing

INLINE void add_pixels(bits *to, const uint8_t *next, const uint8_t *end, const huffman_code *codes) {
  bits out = *to; // in registers: the bytes stored could be anything, also `to`
  for (; next < end; next += 4) {
    huffman_code red = codes[next[0]], green = codes[next[1]], blue = codes[next[2]], alpha = codes[next[3]];
    // At most 28 bits each and 56 together, joined before they wait for the bits of the pixel before.
    uint64_t low = red.bits | (uint64_t)green.bits << red.count;
    uint64_t high = blue.bits | (uint64_t)alpha.bits << blue.count;
    unsigned low_count = red.count + green.count;
    bits_add(&out, low | high << low_count, low_count + blue.count + alpha.count);
    bits_store(&out);
  }
  *to = out;
}

INLINE void add_run(bits *out, size_t run, const huffman_code *codes) {
  for (size_t length; run > 0; run -= length) {
    length = next_match(run);
    match_length parts = match(length);
    huffman_code code = codes[parts.symbol];
    bits_add(out, code.bits, code.count);
    bits_add(out, parts.more, parts.more_count + 1u); // and the distance's one zero
    bits_store(out);
  }
}

CLONED static void add_rows(
  bits *to, const uint8_t *next, size_t count, const runs_piece *piece, const huffman_code *codes) {
  bits out = *to;
  for (size_t y = 0; y < count; y++) {
    bits_add(&out, codes[*next].bits, codes[*next].count);
    bits_store(&out);
    next += 1;
    bool is_last; // of the row: a piece without a run, though nothing may be left for it
    do {
      is_last = piece->run == 0;
      add_pixels(&out, next, next + piece->others, codes);
      add_run(&out, piece->run, codes);
      next += piece->others + piece->run;
      piece++;
    } while (!is_last);
  }
  *to = out;
}

size_t runs_encode(const uint8_t *rows, size_t stride, size_t count, runs_piece *pieces, uint8_t *output) {
  runs_piece *piece = pieces;
  for (size_t y = 0; y < count; y++) piece = find_runs(rows + y * (stride + 1) + 1, stride, piece);
  huffman_code codes[literal_symbols];
  make_codes(rows, stride, count, pieces, codes);
  bits out = {.next = output};
  huffman_begin_block(&out, codes);
  add_rows(&out, rows, count, pieces, codes);
  bits_add(&out, codes[end_of_block].bits, codes[end_of_block].count);
  bits_add(&out, 0, 3); // a stored block, not the last, …
  bits_fill_byte(&out);
  bits_add(&out, 0xFFFF0000, 32); // … of no bytes
  bits_store(&out);
  return (size_t)(out.next - output);
}
