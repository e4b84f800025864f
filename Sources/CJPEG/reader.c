#include <jerror.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "cjpeg.h"
#include "library.h"

struct cjpeg_reader {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  bool is_lenient;
  JOCTET *profile;
  cjpeg_failure failure;
  char message[JMSG_LENGTH_MAX];
};

static cjpeg_reader *reader_of(j_common_ptr jpeg) { return (cjpeg_reader *)jpeg->client_data; }

static void note(j_common_ptr jpeg, cjpeg_failure failure) {
  cjpeg_reader *reader = reader_of(jpeg);
  if (reader->failure != cjpeg_failure_none) return;
  reader->failure = failure;
  jpeg->err->format_message(jpeg, reader->message);
}

static void on_error(j_common_ptr jpeg) {
  cjpeg_failure failure = cjpeg_failure_broken;
  switch (jpeg->err->msg_code) {
  case JERR_OUT_OF_MEMORY: failure = cjpeg_failure_memory; break;
  case JERR_INPUT_EOF:
  case JERR_INPUT_EMPTY: failure = cjpeg_failure_ended; break;
  case JERR_ARITH_NOTIMPL:
  case JERR_BAD_PRECISION:
  case JERR_SOF_UNSUPPORTED:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_CCIR601_NOTIMPL:
  case JERR_FRACT_SAMPLE_NOTIMPL: failure = cjpeg_failure_unsupported; break;
  }
  cjpeg_reader *reader = reader_of(jpeg);
  reader->failure = cjpeg_failure_none; // an error counts more than a warning before it
  note(jpeg, failure);
  longjmp(reader->jump, 1);
}

static void on_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return; // a trace
  cjpeg_failure failure = cjpeg_failure_broken;
  switch (jpeg->err->msg_code) {
  case JWRN_EXTRANEOUS_DATA: // bytes between segments, which change no pixel
  case JWRN_ADOBE_XFORM:
  case JWRN_JFIF_MAJOR: return;
  case JWRN_JPEG_EOF:
  case JWRN_HIT_MARKER: failure = cjpeg_failure_ended; break;
  }
  note(jpeg, failure);
  if (!reader_of(jpeg)->is_lenient) longjmp(reader_of(jpeg)->jump, 1);
}

static void on_progress(j_common_ptr jpeg) {
  if (((j_decompress_ptr)jpeg)->input_scan_number <= cjpeg_scan_limit) return;
  reader_of(jpeg)->failure = cjpeg_failure_scans;
  longjmp(reader_of(jpeg)->jump, 1);
}

/// Whether there may be more segments APP1 and APP2 than a program writes: Exif data, an ICC profile of at most 255
/// parts, extended XMP. libjpeg appends each to a list that it searches from its start, so that many take minutes.
static bool has_too_many_segments(const uint8_t *bytes, size_t count) {
  const uint8_t *end = bytes + count;
  int found = 0;
  for (const uint8_t *at = bytes; end - at >= 2 && (at = memchr(at, 0xFF, (size_t)(end - at - 1))) != NULL; at++) {
    if (at[1] == JPEG_APP0 + 1 || at[1] == JPEG_APP0 + 2) found++;
  }
  return found > cjpeg_segment_limit;
}

static void start(cjpeg_reader *reader, const uint8_t *bytes, size_t count) {
  cjpeg_jpeg_CreateDecompress(&reader->jpeg, JPEG_LIB_VERSION, sizeof reader->jpeg);
  reader->jpeg.client_data = reader;
  reader->jpeg.progress = &reader->progress;
  cjpeg_jpeg_mem_src(&reader->jpeg, bytes, count);
  // The picture is decoded without them.
  if (has_too_many_segments(bytes, count)) return;
  cjpeg_jpeg_save_markers(&reader->jpeg, JPEG_APP0 + 1, 0xFFFF);
  cjpeg_jpeg_save_markers(&reader->jpeg, JPEG_APP0 + 2, 0xFFFF);
}

cjpeg_reader *cjpeg_reader_create(const uint8_t *bytes, size_t count, bool is_lenient) {
  cjpeg_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->is_lenient = is_lenient;
  reader->jpeg.err = cjpeg_jpeg_std_error(&reader->errors);
  reader->jpeg.client_data = reader;
  reader->errors.error_exit = on_error;
  reader->errors.emit_message = on_message;
  reader->progress.progress_monitor = on_progress;
  if (setjmp(reader->jump) == 0) {
    start(reader, bytes, count);
    return reader;
  }
  // Out of memory, or no bytes: the first call says so.
  if (reader->failure == cjpeg_failure_ended) return reader;
  cjpeg_reader_destroy(reader);
  return NULL;
}

void cjpeg_reader_destroy(cjpeg_reader *reader) {
  cjpeg_jpeg_destroy_decompress(&reader->jpeg);
  free(reader->profile);
  free(reader);
}

bool cjpeg_reader_read_header(cjpeg_reader *reader, cjpeg_header *header) {
  if (reader->failure != cjpeg_failure_none || setjmp(reader->jump) != 0) return false;
  j_decompress_ptr jpeg = &reader->jpeg;
  cjpeg_jpeg_read_header(jpeg, TRUE);
  bool is_cmyk = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
  jpeg->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
  *header = (cjpeg_header){
    .width = jpeg->image_width,
    .height = jpeg->image_height,
    .color = is_cmyk                               ? cjpeg_color_cmyk
      : jpeg->jpeg_color_space == JCS_GRAYSCALE ? cjpeg_color_gray
                                                   : cjpeg_color_rgb,
    .is_inverted = is_cmyk && jpeg->saw_Adobe_marker,
    .has_scans = cjpeg_jpeg_has_multiple_scans(jpeg),
    .density_unit = jpeg->saw_JFIF_marker ? jpeg->density_unit : 0,
    .density = {jpeg->X_density, jpeg->Y_density},
  };
  return true;
}

const uint8_t *cjpeg_reader_exif(const cjpeg_reader *reader, size_t *count) {
  static const char signature[6] = "Exif\0";
  for (jpeg_saved_marker_ptr marker = reader->jpeg.marker_list; marker != NULL; marker = marker->next) {
    if (marker->marker != JPEG_APP0 + 1 || marker->data_length < sizeof signature) continue;
    if (memcmp(marker->data, signature, sizeof signature) != 0) continue;
    *count = marker->data_length - sizeof signature;
    return marker->data + sizeof signature;
  }
  *count = 0;
  return NULL;
}

const uint8_t *cjpeg_reader_profile(cjpeg_reader *reader, size_t *count) {
  unsigned int size = 0;
  *count = 0;
  // Missing or repeated parts are a warning, and no reason to refuse the picture.
  bool is_lenient = reader->is_lenient;
  cjpeg_failure failure = reader->failure;
  if (setjmp(reader->jump) == 0 && reader->profile == NULL) {
    reader->is_lenient = true;
    if (!cjpeg_jpeg_read_icc_profile(&reader->jpeg, &reader->profile, &size)) size = 0;
  }
  reader->is_lenient = is_lenient;
  reader->failure = failure;
  *count = size;
  return size > 0 ? reader->profile : NULL;
}

bool cjpeg_reader_read_pixels(cjpeg_reader *reader, uint8_t *pixels) {
  if (setjmp(reader->jump) != 0) return false;
  j_decompress_ptr jpeg = &reader->jpeg;
  cjpeg_jpeg_start_decompress(jpeg);
  size_t stride = 4 * (size_t)jpeg->output_width;
  while (jpeg->output_scanline < jpeg->output_height) {
    JSAMPROW row = pixels + jpeg->output_scanline * stride;
    cjpeg_jpeg_read_scanlines(jpeg, &row, 1);
  }
  cjpeg_jpeg_finish_decompress(jpeg);
  return true;
}

cjpeg_failure cjpeg_reader_failure(const cjpeg_reader *reader) { return reader->failure; }
const char *cjpeg_reader_message(const cjpeg_reader *reader) { return reader->message; }
