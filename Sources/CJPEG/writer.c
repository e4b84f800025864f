#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "cjpeg.h"
#include "library.h"

enum { optimized_pixels = 1 << 26, buffer_size = 64 * 1024 };

struct cjpeg_writer {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  jmp_buf jump;
  void *context;
  cjpeg_sink sink;
  uint8_t buffer[buffer_size];
  char message[JMSG_LENGTH_MAX];
};

// Callbacks

static void on_error(j_common_ptr jpeg) {
  cjpeg_writer *writer = jpeg->client_data;
  jpeg->err->format_message(jpeg, writer->message);
  longjmp(writer->jump, 1);
}

static void on_message(j_common_ptr jpeg, int level) { (void)jpeg, (void)level; }

static void put(j_compress_ptr jpeg, size_t count) {
  cjpeg_writer *writer = jpeg->client_data;
  if (count > 0 && !writer->sink(writer->context, writer->buffer, count)) {
    strcpy(writer->message, "the bytes could not be written");
    longjmp(writer->jump, 1);
  }
  writer->destination.next_output_byte = writer->buffer;
  writer->destination.free_in_buffer = buffer_size;
}

static void on_begin(j_compress_ptr jpeg) { put(jpeg, 0); }

static boolean on_full(j_compress_ptr jpeg) {
  put(jpeg, buffer_size);
  return TRUE;
}

static void on_end(j_compress_ptr jpeg) { put(jpeg, buffer_size - jpeg->dest->free_in_buffer); }

// Lifetime

cjpeg_writer *cjpeg_writer_create(void *context, cjpeg_sink sink) {
  cjpeg_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return NULL;
  writer->context = context;
  writer->sink = sink;
  writer->jpeg.err = cjpeg_jpeg_std_error(&writer->errors);
  writer->jpeg.client_data = writer;
  writer->errors.error_exit = on_error;
  writer->errors.emit_message = on_message;
  writer->destination.init_destination = on_begin;
  writer->destination.empty_output_buffer = on_full;
  writer->destination.term_destination = on_end;
  return writer;
}

void cjpeg_writer_destroy(cjpeg_writer *writer) {
  cjpeg_jpeg_destroy_compress(&writer->jpeg);
  free(writer);
}

// Writing

bool cjpeg_writer_begin(cjpeg_writer *writer, uint32_t width, uint32_t height, cjpeg_settings settings) {
  if (setjmp(writer->jump) != 0) return false;
  j_compress_ptr jpeg = &writer->jpeg;
  cjpeg_jpeg_CreateCompress(jpeg, JPEG_LIB_VERSION, sizeof *jpeg);
  jpeg->client_data = writer;
  jpeg->dest = &writer->destination;
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
  if (settings.density[0] > 0 && settings.density[1] > 0) {
    jpeg->density_unit = 1; // pixels per inch
    jpeg->X_density = settings.density[0];
    jpeg->Y_density = settings.density[1];
  }
  cjpeg_jpeg_start_compress(jpeg, TRUE);
  if (settings.profile_size > 0) {
    cjpeg_jpeg_write_icc_profile(jpeg, settings.profile, (unsigned int)settings.profile_size);
  }
  return true;
}

bool cjpeg_writer_add_rows(cjpeg_writer *writer, const uint8_t *rows, size_t count) {
  if (setjmp(writer->jump) != 0) return false;
  size_t stride = 4 * (size_t)writer->jpeg.image_width;
  for (size_t y = 0; y < count; y++) {
    // The library does not write to the row; its type is older than const.
    JSAMPROW row = (JSAMPROW)(uintptr_t)(rows + y * stride);
    cjpeg_jpeg_write_scanlines(&writer->jpeg, &row, 1);
  }
  return true;
}

bool cjpeg_writer_end(cjpeg_writer *writer) {
  if (setjmp(writer->jump) != 0) return false;
  cjpeg_jpeg_finish_compress(&writer->jpeg);
  return true;
}

// Failures

const char *cjpeg_writer_message(const cjpeg_writer *writer) { return writer->message; }
