#include "cpng_reader.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "descriptor.h"
#include "png_chunks.h"

enum {
  buffer_size = 64 * 1024,
  chunk_limit = 8 * 1024 * 1024, // the largest ICC profile, inflated
};

struct cpng_reader {
  png_structp png;
  png_infop info;
  jmp_buf jump;

  const uint8_t *next, *end; // what is read and not yet used
  uint8_t *buffer;           // NULL when all bytes are in memory
  int descriptor;

  cpng_header header;
  cpng_damage damage;
  uint32_t damaged_chunks; // a bit for each of libpng's list of raw chunks
  bool icc_is_damaged;
  cpng_failure failure;
  int error_number;
  char message[256], last_warning[256];
};

// Callbacks

static void copy_text(char *to, size_t size, const char *from) {
  strncpy(to, from != NULL ? from : "", size - 1);
  to[size - 1] = 0;
}

/// Notes an ancillary chunk whose checksum is wrong: "tEXt: CRC error".
static void note_damage(cpng_reader *reader, const char *text) {
  static const char problem[] = ": CRC error";
  if (text == NULL || strlen(text) != 4 + sizeof problem - 1 || strcmp(text + 4, problem) != 0) return;
  if (reader->damage.count++ == 0) copy_text(reader->damage.name, sizeof reader->damage.name, text);
  if (memcmp(text, "iCCP", 4) == 0) reader->icc_is_damaged = true;
  if (!is_raw_chunk(text)) return;
  // libpng discards the other chunks itself, but adds these to its list right after the warning.
  png_unknown_chunkp chunks = NULL;
  int count = png_get_unknown_chunks(reader->png, reader->info, &chunks);
  if (count < 32) reader->damaged_chunks |= UINT32_C(1) << count;
}

static void on_warning(png_structp png, png_const_charp text) {
  cpng_reader *reader = png_get_error_ptr(png);
  note_damage(reader, text);
  copy_text(reader->last_warning, sizeof reader->last_warning, text);
}

static void on_error(png_structp png, png_const_charp text) {
  cpng_reader *reader = png_get_error_ptr(png);
  if (reader->failure == cpng_failure_none) {
    reader->failure = cpng_failure_broken;
    // For a bad IHDR the warning before the error is the one that says what is bad.
    bool vague = text != NULL && strcmp(text, "Invalid IHDR data") == 0 && reader->last_warning[0] != 0;
    copy_text(reader->message, sizeof reader->message, vague ? reader->last_warning : text);
  }
  longjmp(reader->jump, 1);
}

static bool fill(cpng_reader *reader) {
  if (reader->buffer != NULL) {
    ssize_t count = descriptor_read(reader->descriptor, reader->buffer, buffer_size);
    if (count > 0) {
      reader->next = reader->buffer;
      reader->end = reader->buffer + count;
      return true;
    }
    if (count < 0) {
      reader->failure = cpng_failure_unreadable;
      reader->error_number = errno;
      return false;
    }
  }
  reader->failure = cpng_failure_ended;
  return false;
}

static void on_read(png_structp png, png_bytep bytes, size_t count) {
  cpng_reader *reader = png_get_io_ptr(png);
  while (count > 0) {
    if (reader->next == reader->end && !fill(reader)) png_error(png, "no more bytes");
    size_t there = (size_t)(reader->end - reader->next);
    size_t now = there < count ? there : count;
    memcpy(bytes, reader->next, now);
    reader->next += now;
    bytes += now;
    count -= now;
  }
}

// Lifetime

static void start(cpng_reader *reader) {
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning);
  if (reader->png == NULL) return;
  reader->info = png_create_info_struct(reader->png);
  if (reader->info == NULL) return;
  png_structp png = reader->png;
  png_set_read_fn(png, reader, on_read);

  png_set_benign_errors(png, 1); // a bad profile or text is no reason to refuse the picture …
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD); // … but damage of its pixels is
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);      // the caller checks the size
  png_set_chunk_malloc_max(png, chunk_limit);
  png_set_compression_buffer_size(png, buffer_size);
#ifdef PNG_SKIP_sRGB_CHECK_PROFILE
  png_set_option(png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
#endif

  keep_raw_chunks(png);
}

static cpng_reader *create(void) {
  cpng_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->descriptor = -1;
  if (setjmp(reader->jump) == 0) start(reader);
  if (reader->info == NULL || reader->failure != cpng_failure_none) {
    cpng_reader_destroy(reader);
    return NULL;
  }
  return reader;
}

const char *cpng_version(void) { return png_get_libpng_ver(NULL); }

const char *cpng_zlib_version(void) { return zlibVersion(); }

cpng_reader *cpng_reader_from_descriptor(int descriptor) {
  cpng_reader *reader = create();
  if (reader == NULL) return NULL;
  reader->descriptor = descriptor;
  reader->buffer = malloc(buffer_size);
  if (reader->buffer == NULL) {
    cpng_reader_destroy(reader);
    return NULL;
  }
  reader->next = reader->end = reader->buffer;
  return reader;
}

cpng_reader *cpng_reader_from_memory(const uint8_t *bytes, size_t count) {
  cpng_reader *reader = create();
  if (reader == NULL) return NULL;
  reader->next = bytes;
  reader->end = bytes == NULL ? NULL : bytes + count;
  return reader;
}

void cpng_reader_destroy(cpng_reader *reader) {
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader->buffer);
  free(reader);
}

// Reading

bool cpng_reader_peek(cpng_reader *reader, const uint8_t **bytes, size_t *count) {
  if (reader->buffer != NULL && reader->next == reader->end) {
    // A pipe may deliver less than it will: gather until there is enough to judge by.
    size_t have = 0;
    while (have < 64) {
      ssize_t more = descriptor_read(reader->descriptor, reader->buffer + have, buffer_size - have);
      if (more == 0) break;
      if (more < 0) {
        reader->failure = cpng_failure_unreadable;
        reader->error_number = errno;
        return false;
      }
      have += (size_t)more;
    }
    reader->next = reader->buffer;
    reader->end = reader->buffer + have;
  }
  *bytes = reader->next;
  *count = (size_t)(reader->end - reader->next);
  return true;
}

ssize_t cpng_reader_take(cpng_reader *reader, uint8_t *bytes, size_t count) {
  if (reader->next == reader->end && !fill(reader)) return reader->failure == cpng_failure_ended ? 0 : -1;
  size_t there = (size_t)(reader->end - reader->next);
  size_t now = there < count ? there : count;
  memcpy(bytes, reader->next, now);
  reader->next += now;
  return (ssize_t)now;
}

static void read_properties(const cpng_reader *reader, cpng_header *header) {
  const png_unknown_chunk *animation = raw_chunk(reader->png, reader->info, "acTL", 8, reader->damaged_chunks);
  header->frame_count = animation != NULL ? png_get_uint_32(animation->data) : 1;
  const png_unknown_chunk *density = raw_chunk(reader->png, reader->info, "pHYs", 9, reader->damaged_chunks);
  // The unit 1 is the meter; without it, the numbers are only a ratio.
  for (int axis = 0; axis < 2 && density != NULL && density->data[8] == 1; axis++) {
    header->density[axis] = png_get_uint_32(density->data + 4 * axis);
  }
}

static void read_header(cpng_reader *reader) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  png_read_info(png, info);
  reader->header = (cpng_header){
    .width = png_get_image_width(png, info),
    .height = png_get_image_height(png, info),
    .bit_depth = png_get_bit_depth(png, info),
    .color_type = png_get_color_type(png, info),
    .is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE,
    .has_transparency = (png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) != 0
      || png_get_valid(png, info, PNG_INFO_tRNS) != 0,
  };
  read_properties(reader, &reader->header);
}

bool cpng_reader_read_header(cpng_reader *reader, cpng_header *header) {
  if (setjmp(reader->jump) != 0) return false;
  read_header(reader);
  *header = reader->header;
  return true;
}

bool cpng_reader_color(cpng_reader *reader, cpng_color *color) {
  if (setjmp(reader->jump) != 0) return false;
  *color = (cpng_color){0};
  read_color_chunks(reader->png, reader->info, reader->damaged_chunks, color);
  if (reader->icc_is_damaged) color->icc_data = NULL;
  return true;
}

const uint8_t *cpng_reader_exif(const cpng_reader *reader, size_t *count) {
  const png_unknown_chunk *found = raw_chunk(reader->png, reader->info, "eXIf", 0, reader->damaged_chunks);
  *count = found != NULL ? found->size : 0;
  return found != NULL ? found->data : NULL;
}

static bool row_is_opaque(const uint8_t *row, size_t width, size_t pixel) {
  uint8_t all = 255;
  for (size_t x = 0; x < width; x++) {
    all &= row[pixel * x + pixel - 1];
    if (pixel == 8) all &= row[pixel * x + pixel - 2];
  }
  return all == 255;
}

/// Asks libpng for RGBA of whatever the file holds, values unchanged; returns the number of passes.
static int ask_for_rgba(cpng_reader *reader, bool is_deep) {
  png_structp png = reader->png;
  png_set_expand(png); // palette to RGB, gray to 8 bits, tRNS to alpha (compared at full depth)
  if (is_deep) {
    png_set_expand_16(png);
    const uint16_t one = 1;
    if (*(const uint8_t *)&one == 1) png_set_swap(png); // the file's first byte is the higher one
  } else {
    png_set_scale_16(png); // round(v * 255 / 65535)
  }
  png_set_gray_to_rgb(png);
  if (!reader->header.has_transparency) png_set_add_alpha(png, is_deep ? 65535 : 255, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  if (png_get_rowbytes(png, reader->info) != (is_deep ? 8 : 4) * (size_t)reader->header.width) {
    png_error(png, "libpng does not offer RGBA rows for this file");
  }
  return passes;
}

static void read_pixels(cpng_reader *reader, uint8_t *pixels, bool is_deep, bool *is_opaque) {
  size_t width = reader->header.width, height = reader->header.height, pixel = is_deep ? 8 : 4;
  bool opaque = true;
  int passes = ask_for_rgba(reader, is_deep);
  for (int pass = 1; pass <= passes; pass++) {
    // A pass writes its own pixels of a row and leaves the others; after the last every pixel is written.
    bool judge = pass == passes && reader->header.has_transparency;
    for (size_t y = 0; y < height; y++) {
      uint8_t *row = pixels + y * pixel * width;
      png_read_row(reader->png, row, NULL);
      if (judge && opaque) opaque = row_is_opaque(row, width, pixel);
    }
  }
  png_read_end(reader->png, NULL);
  *is_opaque = opaque;
}

bool cpng_reader_read_pixels(cpng_reader *reader, uint8_t *pixels, bool is_deep, bool *is_opaque) {
  if (setjmp(reader->jump) != 0) return false;
  read_pixels(reader, pixels, is_deep, is_opaque);
  return true;
}

// Failures

cpng_damage cpng_reader_damage(const cpng_reader *reader) { return reader->damage; }
cpng_failure cpng_reader_failure(const cpng_reader *reader) { return reader->failure; }
int cpng_reader_errno(const cpng_reader *reader) { return reader->error_number; }
const char *cpng_reader_message(const cpng_reader *reader) { return reader->message; }
