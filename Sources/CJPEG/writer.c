#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "cjpeg.h"
#include "library.h"

enum { optimized_pixels = 1 << 26 };

typedef struct {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  jmp_buf jump;
  unsigned char *bytes;
  unsigned long count;
  char message[JMSG_LENGTH_MAX];
} writer;

static void on_error(j_common_ptr jpeg) {
  writer *self = (writer *)jpeg->client_data;
  jpeg->err->format_message(jpeg, self->message);
  longjmp(self->jump, 1);
}

static void on_message(j_common_ptr jpeg, int level) { (void)jpeg, (void)level; }

static void encode(writer *self, const uint8_t *pixels, uint32_t width, uint32_t height, cjpeg_settings settings) {
  j_compress_ptr jpeg = &self->jpeg;
  cjpeg_jpeg_CreateCompress(jpeg, JPEG_LIB_VERSION, sizeof *jpeg);
  jpeg->client_data = self;
  cjpeg_jpeg_mem_dest(jpeg, &self->bytes, &self->count);
  jpeg->image_width = width;
  jpeg->image_height = height;
  jpeg->input_components = 4;
  jpeg->in_color_space = JCS_EXT_RGBX;
  cjpeg_jpeg_set_defaults(jpeg);
  cjpeg_jpeg_set_quality(jpeg, settings.quality, TRUE);
  // Tables of its own make a file some 4 % smaller, and keep all coefficients until its end.
  jpeg->optimize_coding = (uint64_t)width * height <= optimized_pixels;
  for (int i = 0; i < jpeg->num_components; i++) {
    int factor = i == 0 && settings.halves_chroma ? 2 : 1;
    jpeg->comp_info[i].h_samp_factor = jpeg->comp_info[i].v_samp_factor = factor;
  }
  cjpeg_jpeg_start_compress(jpeg, TRUE);
  if (settings.profile_size > 0) {
    cjpeg_jpeg_write_icc_profile(jpeg, settings.profile, (unsigned int)settings.profile_size);
  }
  while (jpeg->next_scanline < height) {
    // The library does not write to the row; its type is older than const.
    JSAMPROW row = (JSAMPROW)(uintptr_t)(pixels + 4 * (size_t)width * jpeg->next_scanline);
    cjpeg_jpeg_write_scanlines(jpeg, &row, 1);
  }
  cjpeg_jpeg_finish_compress(jpeg);
}

uint8_t *cjpeg_encode(
  const uint8_t *pixels, uint32_t width, uint32_t height, cjpeg_settings settings, size_t *count, char *message,
  size_t message_size) {
  writer *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->jpeg.err = cjpeg_jpeg_std_error(&self->errors);
  self->jpeg.client_data = self;
  self->errors.error_exit = on_error;
  self->errors.emit_message = on_message;
  bool is_done = false;
  if (setjmp(self->jump) == 0) {
    encode(self, pixels, width, height, settings);
    is_done = true;
  }
  cjpeg_jpeg_destroy_compress(&self->jpeg);
  uint8_t *bytes = NULL;
  if (is_done) {
    bytes = self->bytes;
    *count = self->count;
  } else {
    free(self->bytes);
    strncpy(message, self->message, message_size - 1);
    message[message_size - 1] = 0;
  }
  free(self);
  return bytes;
}
