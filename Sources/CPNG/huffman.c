#include "huffman.h"

#include <stdbool.h>

enum { most_leaves = literal_symbols, radix = 1024 };

/// The symbols that occur, rarest first, equal ones by number: a radix sort of their frequencies, 23 bits.
static int sort_symbols(const uint32_t *frequencies, int symbols, uint16_t *sorted) {
  uint16_t others[most_leaves], *from = others, *to = sorted;
  int used = 0;
  for (int i = 0; i < symbols; i++) {
    if (frequencies[i] > 0) from[used++] = (uint16_t)i;
  }
  for (int shift = 0; shift < 30; shift += 10) {
    uint16_t places[radix] = {0};
    for (int i = 0; i < used; i++) places[frequencies[from[i]] >> shift & (radix - 1)]++;
    for (int i = 0, place = 0; i < radix; i++) {
      int count = places[i];
      places[i] = (uint16_t)place;
      place += count;
    }
    for (int i = 0; i < used; i++) to[places[frequencies[from[i]] >> shift & (radix - 1)]++] = from[i];
    uint16_t *next = from;
    from = to;
    to = next;
  }
  return used; // three passes end in `sorted`
}

/// How many leaves of Huffman's tree lie at each depth 1...longest; deeper ones are counted as longest.
static void count_depths(const uint32_t *frequencies, const uint16_t *sorted, int leaves, int longest, int *counts) {
  // Nodes in the order in which they are joined, and so by weight: leaves and inner nodes are two sorted queues.
  uint32_t weights[most_leaves];
  uint16_t parents[2 * most_leaves];
  int leaf = 0, inner = 0;
  for (int made = 0; made < leaves - 1; made++) {
    uint32_t weight = 0;
    for (int child = 0; child < 2; child++) {
      bool takes_leaf = leaf < leaves && (inner == made || frequencies[sorted[leaf]] <= weights[inner]);
      weight += takes_leaf ? frequencies[sorted[leaf]] : weights[inner];
      parents[takes_leaf ? leaf++ : most_leaves + inner++] = (uint16_t)made;
    }
    weights[made] = weight;
  }
  uint16_t depths[most_leaves];
  depths[leaves - 2] = 0;
  for (int i = leaves - 3; i >= 0; i--) depths[i] = (uint16_t)(depths[parents[most_leaves + i]] + 1);
  for (int i = 0; i < leaves; i++) {
    int depth = depths[parents[i]] + 1;
    counts[depth < longest ? depth : longest]++;
  }
}

/// Makes room where too many leaves were cut off at the longest length: one of them becomes the sibling of a leaf
/// that goes one deeper, until the sum of all 2^-length is 1.
static void repair(int *counts, int longest) {
  uint32_t sum = 0;
  for (int length = 1; length <= longest; length++) sum += (uint32_t)counts[length] << (longest - length);
  for (; sum > 1u << longest; sum--) {
    int length = longest - 1;
    while (counts[length] == 0) length--;
    counts[longest]--;
    counts[length]--;
    counts[length + 1] += 2;
  }
}

static uint16_t reversed(uint32_t value, int count) {
  uint32_t result = 0;
  for (int i = 0; i < count; i++) result |= (value >> i & 1) << (count - 1 - i);
  return (uint16_t)result;
}

void huffman_make(const uint32_t *frequencies, int symbols, int longest, huffman_code *codes) {
  uint16_t sorted[most_leaves];
  int used = sort_symbols(frequencies, symbols, sorted), counts[16] = {0};
  memset(codes, 0, (size_t)symbols * sizeof *codes);
  if (used == 0) return;
  if (used == 1) {
    codes[sorted[0]].count = 1;
    return;
  }
  count_depths(frequencies, sorted, used, longest, counts);
  repair(counts, longest);
  for (int length = longest, i = 0; length > 0; length--) {
    for (int k = 0; k < counts[length]; k++) codes[sorted[i++]].count = (uint16_t)length;
  }
  // The canonical code of RFC 1951, 3.2.2.
  uint32_t next[16] = {0};
  for (int length = 1; length < longest; length++) next[length + 1] = (next[length] + (uint32_t)counts[length]) << 1;
  for (int i = 0; i < symbols; i++) {
    if (codes[i].count > 0) codes[i].bits = reversed(next[codes[i].count]++, codes[i].count);
  }
}

// The codes' lengths, themselves in a code (RFC 1951, 3.2.7)

enum { length_symbols = 19, repeat_last = 16, few_zeros = 17, many_zeros = 18 };

typedef struct {
  uint8_t symbol, more, more_count; // `more`: how often, in `more_count` bits
} length_item;

static int pack_lengths(const uint8_t *lengths, int count, length_item *items) {
  int n = 0;
  for (int i = 0; i < count;) {
    int run = 1;
    while (i + run < count && lengths[i + run] == lengths[i]) run++;
    if (lengths[i] == 0 && run >= 3) {
      run = run < 138 ? run : 138;
      items[n++] = run < 11 ? (length_item){few_zeros, (uint8_t)(run - 3), 3} : (length_item){many_zeros, (uint8_t)(run - 11), 7};
    } else if (run >= 4) {
      run = run < 7 ? run : 7;
      items[n++] = (length_item){lengths[i], 0, 0};
      items[n++] = (length_item){repeat_last, (uint8_t)(run - 4), 2};
    } else {
      run = 1;
      items[n++] = (length_item){lengths[i], 0, 0};
    }
    i += run;
  }
  return n;
}

void huffman_begin_block(bits *out, const huffman_code codes[literal_symbols]) {
  enum { distances = 4 }; // distance 4 is symbol 3
  uint8_t lengths[literal_symbols + distances] = {0};
  for (int i = 0; i < literal_symbols; i++) lengths[i] = (uint8_t)codes[i].count;
  lengths[literal_symbols + 3] = 1;
  length_item items[literal_symbols + distances];
  int count = pack_lengths(lengths, literal_symbols + distances, items);
  uint32_t frequencies[length_symbols] = {0};
  for (int i = 0; i < count; i++) frequencies[items[i].symbol]++;
  huffman_code length_codes[length_symbols];
  huffman_make(frequencies, length_symbols, 7, length_codes);

  static const uint8_t order[length_symbols] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  int sent = length_symbols;
  while (sent > 4 && length_codes[order[sent - 1]].count == 0) sent--;
  bits_add(out, 0, 1);
  bits_add(out, 2, 2);
  bits_add(out, literal_symbols - 257, 5);
  bits_add(out, distances - 1, 5);
  bits_add(out, (uint64_t)sent - 4, 4);
  bits_store(out);
  for (int i = 0; i < sent; i++) {
    bits_add(out, length_codes[order[i]].count, 3);
    bits_store(out);
  }
  for (int i = 0; i < count; i++) {
    huffman_code code = length_codes[items[i].symbol];
    bits_add(out, code.bits, code.count);
    bits_add(out, items[i].more, items[i].more_count);
    bits_store(out);
  }
}
