#include "cpng_strips.h"

#include <string.h>

#include "png_chunks.h"
#include "rows.h"
#include "runs.h"
#include "spare.h"

enum {
  most_raw = cpng_strip_bytes + 1,
  most_pieces = most_raw / 16 + most_raw / 5 + 1, // of rows as short as one pixel, or as long as can be
  most_output = most_raw / 8 * 14 + 2048,         // runs_most_bytes and the chunk around it
  kept_works = 64,
  kept_strips = 128,
};

// What one thread works with, and what it makes

typedef struct {
  uint8_t straight[2][cpng_strip_bytes]; // a row and the one above, if colors must be divided
  uint8_t zeros[cpng_strip_bytes];       // above the first row
  uint8_t filtered[most_raw + 4]; // the search for runs looks, but does not read, a pixel beyond the end
  runs_piece pieces[most_pieces];
} work;

typedef struct {
  cpng_strip strip;
  uint8_t bytes[most_output];
} strip_memory;

static spare_list spare_works = SPARE_LIST(sizeof(work), kept_works);
static spare_list spare_strips = SPARE_LIST(sizeof(strip_memory), kept_strips);

size_t cpng_strip_rows(size_t width) {
  size_t rows = cpng_strip_bytes / (4 * width + 1);
  return rows > 0 ? rows : 1;
}

// Rows

/// Row `y` with straight colors, in the picture or in the memory for every other row.
static const uint8_t *straight_row(const cpng_picture *picture, size_t y, work *work) {
  const uint8_t *row = picture->pixels + (y - picture->first_row) * 4 * picture->width;
  if (!picture->is_premultiplied) return row;
  rows_straighten(row, work->straight[y % 2], picture->width);
  return work->straight[y % 2];
}

static const uint8_t *row_above(const cpng_picture *picture, size_t y, work *work) {
  if (y > 0) return straight_row(picture, y - 1, work);
  memset(work->zeros, 0, 4 * picture->width);
  return work->zeros;
}

/// The filter that leaves least of two samples: some pixels at a third of the strip, each way, and at two thirds. Whole
/// rows would take a third of all time.
static rows_filter best_filter(const cpng_picture *picture, size_t first, size_t count, work *work) {
  static const rows_filter filters[] = {rows_up, rows_sub, rows_mean, rows_plain};
  enum { choices = sizeof filters / sizeof *filters, most_sampled = 1024 };
  uint64_t sizes[choices] = {0};
  size_t pixels = picture->width < most_sampled ? picture->width : most_sampled;
  for (size_t third = 1; third <= 2; third++) {
    size_t y = first + count * third / 3, start = 4 * ((picture->width - pixels) * third / 3);
    const uint8_t *above = row_above(picture, y, work), *row = straight_row(picture, y, work);
    for (int i = 0; i < choices; i++) {
      rows_apply(filters[i], row + start, above + start, work->filtered, 4 * pixels);
      sizes[i] += runs_estimate(work->filtered, 4 * pixels, work->pieces);
    }
  }
  int best = 0;
  for (int i = 1; i < choices; i++) {
    if (sizes[i] < sizes[best]) best = i;
  }
  return filters[best];
}

static void filter_rows(const cpng_picture *picture, size_t first, size_t count, work *work) {
  rows_filter filter = best_filter(picture, first, count, work);
  size_t stride = 4 * picture->width;
  const uint8_t *above = row_above(picture, first, work);
  for (size_t y = first; y < first + count; y++) {
    const uint8_t *row = straight_row(picture, y, work);
    rows_apply(filter, row, above, work->filtered + (y - first) * (stride + 1), stride);
    above = row;
  }
}

cpng_strip *cpng_strip_encode(const cpng_picture *picture, size_t first, size_t count) {
  work *work = spare_take(&spare_works);
  strip_memory *made = spare_take(&spare_strips);
  if (work == NULL || made == NULL) {
    if (work != NULL) spare_give(&spare_works, work);
    if (made != NULL) spare_give(&spare_strips, made);
    return NULL;
  }
  size_t stride = 4 * picture->width;
  cpng_strip *strip = &made->strip;
  *strip = (cpng_strip){.raw_count = count * (stride + 1), .bytes = made->bytes};
  filter_rows(picture, first, count, work);
  strip->adler32 = rows_adler32(1, work->filtered, strip->raw_count);

  uint8_t *data = made->bytes + chunk_head;
  if (first == 0) {
    *data++ = 0x78; // deflate with a window of 32 KiB
    *data++ = 0x01; // fast; both bytes together are a multiple of 31
  }
  data += runs_encode(work->filtered, stride, count, work->pieces, data);
  strip->count = finish_chunk(made->bytes, "IDAT", (size_t)(data - made->bytes) - chunk_head);
  spare_give(&spare_works, work);
  return strip;
}

void cpng_strip_release(cpng_strip *strip) { spare_give(&spare_strips, strip); }

uint32_t cpng_strip_join(uint32_t adler32, const cpng_strip *strip) {
  return rows_adler32_of_both(adler32, strip->adler32, strip->raw_count);
}

void cpng_strip_end(uint32_t adler32, uint8_t *bytes) {
  bytes[chunk_head] = 3; // the last block, without a byte: 1, then 01 for the fixed codes, then its end, seven zeros
  bytes[chunk_head + 1] = 0;
  put_big_endian(bytes + chunk_head + 2, adler32);
  size_t count = finish_chunk(bytes, "IDAT", 6);
  finish_chunk(bytes + count, "IEND", 0);
}
