// PNG in and out: written by ISA-L's deflate where that is installed, else by libpng at its fastest level; both with
// differences to the left.
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"

unsigned char *read_png(const char *path, int *width, int *height) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_file(&image, path)) fail(image.message);
  image.format = PNG_FORMAT_RGBA;
  unsigned char *pixels = malloc(PNG_IMAGE_SIZE(image));
  if (!pixels || !png_image_finish_read(&image, NULL, pixels, 0, NULL)) fail(image.message);
  *width = image.width, *height = image.height;
  return pixels;
}

#ifdef WITH_ISAL
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

static void put(unsigned char *place, unsigned value) {
  for (int i = 0; i < 4; i++) place[i] = value >> (24 - 8 * i);
}

// `bytes` has 8 bytes of room before `length` bytes and 4 after.
static void write_chunk(FILE *file, const char *kind, unsigned char *bytes, size_t length) {
  put(bytes - 8, length);
  memcpy(bytes - 4, kind, 4);
  put(bytes + length, crc32_gzip_refl(0, bytes - 4, length + 4));
  fwrite(bytes - 8, 1, length + 12, file);
}

void write_png(const char *path, const unsigned char *pixels, int width, int height) {
  // Kept from picture to picture: fresh memory costs more than deflate does.
  static unsigned char *filtered, *packed, *level_buffer;
  static size_t size;
  const size_t row = (size_t)4 * width, needed = (row + 1) * height;
  if (size != needed) {
    size = needed;
    filtered = realloc(filtered, needed), packed = realloc(packed, needed + needed / 8 + 4096);
    level_buffer = realloc(level_buffer, ISAL_DEF_LVL1_DEFAULT);
    if (!filtered || !packed || !level_buffer) fail("out of memory");
  }
  for (int y = 0; y < height; y++) {
    const unsigned char *from = pixels + row * y;
    unsigned char *to = filtered + (row + 1) * y;
    *to++ = 1;
    memcpy(to, from, 4);
    for (size_t i = 4; i < row; i++) to[i] = from[i] - from[i - 4];
  }
  struct isal_zstream stream;
  isal_deflate_init(&stream);
  stream.level = 1, stream.level_buf = level_buffer, stream.level_buf_size = ISAL_DEF_LVL1_DEFAULT;
  stream.gzip_flag = IGZIP_ZLIB, stream.end_of_stream = 1;
  stream.next_in = filtered, stream.avail_in = needed;
  stream.next_out = packed + 8, stream.avail_out = needed + needed / 8;
  if (isal_deflate(&stream) != COMP_OK || stream.avail_in) fail("ISA-L does not deflate");

  FILE *file = fopen(path, "wb");
  if (!file) fail("cannot write the output");
  fwrite("\x89PNG\r\n\x1a\n", 1, 8, file);
  unsigned char header[25] = {[16] = 8, [17] = 6}, end[12];
  put(header + 8, width), put(header + 12, height);
  write_chunk(file, "IHDR", header + 8, 13);
  write_chunk(file, "IDAT", packed + 8, stream.total_out);
  write_chunk(file, "IEND", end + 8, 0);
  if (fclose(file)) fail("cannot write the output");
}
#else
void write_png(const char *path, const unsigned char *pixels, int width, int height) {
  FILE *file = fopen(path, "wb");
  if (!file) fail("cannot write the output");
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  png_init_io(png, file);
  png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, 0, 0);
  png_set_compression_level(png, 1);
  png_set_filter(png, 0, PNG_FILTER_SUB);
  png_write_info(png, info);
  for (int y = 0; y < height; y++) png_write_row(png, pixels + (size_t)4 * width * y);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  if (fclose(file)) fail("cannot write the output");
}
#endif
