// Reading a PNG through libpng without a long jump that leaves C.
//
// libpng reports errors by longjmp. Every function here that calls libpng has its own setjmp, so a jump ends
// in the frame that Swift called; the message waits in the reader. Nothing is ever printed.
#pragma once
#include <sys/types.h>

#include "cpng_color.h"

typedef struct cpng_reader cpng_reader;

typedef enum cpng_failure {
  cpng_failure_none,
  cpng_failure_broken,     // not a well-formed PNG: see cpng_reader_message
  cpng_failure_ended,      // the bytes end before the picture does
  cpng_failure_unreadable, // read(2) failed: see cpng_reader_errno
} cpng_failure;

typedef struct cpng_header {
  uint32_t width, height;           // 1...2^31 - 1
  uint8_t bit_depth;                // 1, 2, 4, 8, 16
  uint8_t color_type;               // PNG's: 0 gray, 2 RGB, 3 palette, 4 gray + alpha, 6 RGBA
  bool is_interlaced, has_transparency; // has_transparency: an alpha channel or a tRNS chunk
  uint32_t frame_count;             // of an animation, as it says; else 1
  uint32_t density[2];              // pixels per meter, horizontal and vertical; 0 where it is not stated
} cpng_header;

/// The ancillary chunks that are left out because of a wrong checksum.
typedef struct cpng_damage {
  unsigned count;
  char name[5]; // of the first one
} cpng_damage;

/// The versions of the libraries that are linked, as texts.
const char *_Nonnull cpng_version(void);
const char *_Nonnull cpng_zlib_version(void);

/// Reads from a descriptor, which stays the caller's. NULL when there is no memory.
cpng_reader *_Nullable cpng_reader_from_descriptor(int descriptor);
/// Reads from memory, which must outlive the reader. NULL when there is no memory.
cpng_reader *_Nullable cpng_reader_from_memory(const uint8_t *_Nullable bytes, size_t count);
void cpng_reader_destroy(cpng_reader *_Nonnull reader);

/// The first bytes of the input, without consuming them; at least 64 unless the input is shorter.
/// False when reading fails.
bool cpng_reader_peek(
  cpng_reader *_Nonnull reader, const uint8_t *_Nullable *_Nonnull bytes, size_t *_Nonnull count);
/// Reads bytes as they are, for a file that is no PNG: at most `count`; 0 at the end, -1 when reading fails.
ssize_t cpng_reader_take(cpng_reader *_Nonnull reader, uint8_t *_Nonnull bytes, size_t count);
/// Reads all that stands before the pixels. First call.
bool cpng_reader_read_header(cpng_reader *_Nonnull reader, cpng_header *_Nonnull header);
/// After the header. The pointers in `color` live as long as the reader.
bool cpng_reader_color(cpng_reader *_Nonnull reader, cpng_color *_Nonnull color);
/// The content of the first eXIf chunk before the pixels, after the header; NULL without one. Lives as long as the reader.
const uint8_t *_Nullable cpng_reader_exif(const cpng_reader *_Nonnull reader, size_t *_Nonnull count);
/// Reads the pixels as RGBA with straight alpha, rows from the top without padding, to the end of the file: 8 bits a
/// channel, or 16 in the processor's byte order with `is_deep`. After the header. `pixels` has room for 4 bytes a pixel,
/// or 8. `is_opaque` becomes true where every alpha is the largest value.
bool cpng_reader_read_pixels(
  cpng_reader *_Nonnull reader, uint8_t *_Nonnull pixels, bool is_deep, bool *_Nonnull is_opaque);

/// The damaged chunks that have been left out so far.
cpng_damage cpng_reader_damage(const cpng_reader *_Nonnull reader);
/// Why the last call that returned false did.
cpng_failure cpng_reader_failure(const cpng_reader *_Nonnull reader);
int cpng_reader_errno(const cpng_reader *_Nonnull reader);
const char *_Nonnull cpng_reader_message(const cpng_reader *_Nonnull reader);
