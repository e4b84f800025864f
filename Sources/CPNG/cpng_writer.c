#include "cpng_writer.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "png_chunks.h"

struct cpng_writer {
  png_structp png;
  png_infop info;
  jmp_buf jump;
  void *context;
  cpng_sink sink;
  bool has_failed, icc_was_dropped;
  char message[256], last_warning[256], icc_problem[256];
};

// Callbacks

static void copy_text(char *to, size_t size, const char *from) {
  strncpy(to, from != NULL ? from : "", size - 1);
  to[size - 1] = 0;
}

static void on_warning(png_structp png, png_const_charp text) {
  cpng_writer *writer = png_get_error_ptr(png);
  copy_text(writer->last_warning, sizeof writer->last_warning, text);
}

static void on_error(png_structp png, png_const_charp text) {
  cpng_writer *writer = png_get_error_ptr(png);
  writer->has_failed = true;
  copy_text(writer->message, sizeof writer->message, text);
  longjmp(writer->jump, 1);
}

static void on_write(png_structp png, png_bytep bytes, size_t count) {
  cpng_writer *writer = png_get_io_ptr(png);
  if (!writer->sink(writer->context, bytes, count)) png_error(png, "the bytes could not be written");
}

static void on_flush(png_structp png) { (void)png; }

// Lifetime

static void start(cpng_writer *writer) {
  writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, on_error, on_warning);
  if (writer->png == NULL) return;
  writer->info = png_create_info_struct(writer->png);
  if (writer->info == NULL) return;
  png_set_write_fn(writer->png, writer, on_write, on_flush);
  png_set_benign_errors(writer->png, 1); // a profile that libpng refuses is left out, no more
  png_set_user_limits(writer->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
#ifdef PNG_SKIP_sRGB_CHECK_PROFILE
  png_set_option(writer->png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
#endif
}

cpng_writer *cpng_writer_create(void *context, cpng_sink sink) {
  cpng_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return NULL;
  writer->context = context;
  writer->sink = sink;
  if (setjmp(writer->jump) == 0) start(writer);
  if (writer->info == NULL || writer->has_failed) {
    cpng_writer_destroy(writer);
    return NULL;
  }
  return writer;
}

void cpng_writer_destroy(cpng_writer *writer) {
  png_destroy_write_struct(&writer->png, &writer->info);
  free(writer);
}

// Writing

/// Says in `problem` why the profile does not belong into an RGB file. libpng asks that itself up to 1.6.47; newer ones
/// write it, or stop.
static bool icc_fits(const cpng_color *color, char *problem, size_t size) {
  const uint8_t *data = color->icc_data; // an ICC.1 header of 128 bytes, and how many tags follow
  if (color->icc_size < 132 || color->icc_size > PNG_UINT_31_MAX || memcmp(data + 36, "acsp", 4) != 0) {
    copy_text(problem, size, "it is not an ICC profile");
  } else if (png_get_uint_32(data) != color->icc_size || (data[8] > 3 && color->icc_size % 4 != 0)) {
    copy_text(problem, size, "its length is not the one it claims");
  } else if (memcmp(data + 16, "RGB ", 4) != 0) {
    bool is_gray = memcmp(data + 16, "GRAY", 4) == 0;
    copy_text(
      problem, size,
      is_gray ? "it describes shades of gray, and the file holds RGB"
              : "it describes another color space, and the file holds RGB");
  } else {
    return true;
  }
  return false;
}

static void set_icc(cpng_writer *writer, const cpng_color *color) {
  writer->last_warning[0] = 0;
  writer->icc_was_dropped = !icc_fits(color, writer->icc_problem, sizeof writer->icc_problem);
  if (writer->icc_was_dropped) return;
  png_set_iCCP(
    writer->png, writer->info, color->icc_name, PNG_COMPRESSION_TYPE_BASE, color->icc_data,
    (png_uint_32)color->icc_size);
  if (png_get_valid(writer->png, writer->info, PNG_INFO_iCCP) != 0) return;
  writer->icc_was_dropped = true;
  const char *why = writer->last_warning[0] != 0 ? writer->last_warning : "not an ICC profile";
  // "profile 'name': what is wrong": the caller has the name, in another encoding.
  if (strncmp(why, "profile '", 9) == 0 && strstr(why, "': ") != NULL) why = strstr(why, "': ") + 3;
  copy_text(writer->icc_problem, sizeof writer->icc_problem, why);
}

static int libpng_filters(cpng_filters filters) {
  switch (filters) {
  case cpng_filters_none: return PNG_FILTER_NONE;
  case cpng_filters_sub: return PNG_FILTER_SUB;
  case cpng_filters_up: return PNG_FILTER_UP;
  case cpng_filters_all: return PNG_ALL_FILTERS;
  }
  return PNG_ALL_FILTERS;
}

static int color_type(cpng_channels channels) {
  switch (channels) {
  case cpng_channels_gray: return PNG_COLOR_TYPE_GRAY;
  case cpng_channels_rgb: return PNG_COLOR_TYPE_RGB;
  case cpng_channels_rgba: return PNG_COLOR_TYPE_RGB_ALPHA;
  }
  return PNG_COLOR_TYPE_RGB_ALPHA;
}

bool cpng_writer_begin(
  cpng_writer *writer, uint32_t width, uint32_t height, bool is_deep, cpng_channels channels, int level,
  cpng_filters filters, bool only_runs, const cpng_color *color, const uint32_t density[2]) {
  if (setjmp(writer->jump) != 0) return false;
  png_structp png = writer->png;
  png_set_IHDR(
    png, writer->info, width, height, is_deep ? 16 : 8, color_type(channels), PNG_INTERLACE_NONE,
    PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(png, level);
  if (only_runs) png_set_compression_strategy(png, Z_RLE);
  png_set_compression_buffer_size(png, 128 * 1024); // the size of an IDAT chunk
  png_set_filter(png, PNG_FILTER_TYPE_BASE, libpng_filters(filters));
  if (color->icc_name != NULL) set_icc(writer, color);
  png_write_info_before_PLTE(png, writer->info);
  write_color_chunks(png, writer->info, color);
  if (density[0] > 0 && density[1] > 0) {
    png_set_pHYs(png, writer->info, density[0], density[1], PNG_RESOLUTION_METER);
  }
  png_write_info(png, writer->info);
  // The fourth channel is left out.
  if (channels == cpng_channels_rgb) png_set_filler(png, 0, PNG_FILLER_AFTER);
  const uint16_t one = 1;
  if (is_deep && *(const uint8_t *)&one == 1) png_set_swap(png); // the file's first byte is the higher one
  return true;
}

bool cpng_writer_add_rows(cpng_writer *writer, const uint8_t *rows, size_t stride, size_t count) {
  if (setjmp(writer->jump) != 0) return false;
  for (size_t y = 0; y < count; y++) png_write_row(writer->png, rows + y * stride);
  return true;
}

bool cpng_writer_end(cpng_writer *writer) {
  if (setjmp(writer->jump) != 0) return false;
  png_write_end(writer->png, NULL);
  return true;
}

// Failures

const char *cpng_writer_message(const cpng_writer *writer) { return writer->message; }
const char *cpng_writer_icc_problem(const cpng_writer *writer) {
  return writer->icc_was_dropped ? writer->icc_problem : NULL;
}
