// Writing bits as deflate packs them (RFC 1951, 3.1.1): the first into the lowest bit of a byte.
#pragma once
#include <stdint.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "eight bits and more are stored as one little-endian word");

typedef struct {
  uint8_t *next;     // where the lowest bit of `waiting` goes; eight bytes from here on may be written
  uint64_t waiting;  // bits not yet stored, zero above `count`
  unsigned count;    // 0...7 after bits_store
} bits;

/// At most 57 bits until the next bits_store.
static inline void bits_add(bits *out, uint64_t value, unsigned count) {
  out->waiting |= value << out->count;
  out->count += count;
}

/// Stores the whole bytes. Always writes eight, of which the next call writes those again that are not whole yet.
static inline void bits_store(bits *out) {
  memcpy(out->next, &out->waiting, 8);
  out->next += out->count >> 3;
  out->waiting >>= out->count & ~7u;
  out->count &= 7;
}

/// Fills the last byte with zeros.
static inline void bits_fill_byte(bits *out) {
  out->count = (out->count + 7) & ~7u;
  bits_store(out);
}
