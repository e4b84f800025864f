#include "cwebp.h"

#include <stdlib.h>
#include <string.h>

#include "load.h"

// Both depend on libwebp 7.
static const char demux_library[] = "libwebpdemux.so.2", mux_library[] = "libwebpmux.so.3";

// The libraries refuse a caller of another major version than their own.
enum { demux_version = 0x0100, mux_version = 0x0100 };

// The structures of the libraries' stable interface, checked below where their own headers are installed.

typedef struct {
  const uint8_t *bytes;
  size_t size;
} web_data;

typedef struct {
  int frame, frame_count, x, y, width, height, duration, dispose_method, is_complete;
  web_data fragment;
  int has_alpha, blend_method;
  uint32_t padding[2];
  void *private;
} web_frame;

typedef struct {
  int number, count;
  web_data chunk;
  uint32_t padding[6];
  void *private;
} web_chunk;

enum { feature_canvas_width = 1, feature_canvas_height = 2, feature_loop_count = 3, feature_frame_count = 5 };
enum { demux_error = -1, demux_parsing_header = 0, demux_done = 2 };
enum { mux_ok = 1 };

#if __has_include(<webp/mux.h>) && __has_include(<webp/demux.h>)
#include <webp/demux.h>
#include <webp/mux.h>
_Static_assert(sizeof(web_data) == sizeof(WebPData), "WebPData");
_Static_assert(sizeof(web_frame) == sizeof(WebPIterator), "WebPIterator");
_Static_assert(offsetof(web_frame, fragment) == offsetof(WebPIterator, fragment), "WebPIterator.fragment");
_Static_assert(sizeof(web_chunk) == sizeof(WebPChunkIterator), "WebPChunkIterator");
_Static_assert(offsetof(web_chunk, chunk) == offsetof(WebPChunkIterator, chunk), "WebPChunkIterator.chunk");
_Static_assert(WEBP_DEMUX_ABI_VERSION >> 8 == demux_version >> 8, "libwebpdemux's major version");
_Static_assert(WEBP_MUX_ABI_VERSION >> 8 == mux_version >> 8, "libwebpmux's major version");
#endif

#define READER_FUNCTIONS(X) \
  X(void *, WebPDemuxInternal, (const web_data *, int allows_partial, int *state, int version)) \
  X(uint32_t, WebPDemuxGetI, (const void *, int feature)) \
  X(int, WebPDemuxGetFrame, (const void *, int number, web_frame *)) \
  X(void, WebPDemuxReleaseIterator, (web_frame *)) \
  X(int, WebPDemuxGetChunk, (const void *, const char *name, int number, web_chunk *)) \
  X(void, WebPDemuxReleaseChunkIterator, (web_chunk *)) \
  X(void, WebPDemuxDelete, (void *)) \
  X(uint8_t *, WebPDecodeRGBAInto, (const uint8_t *, size_t, uint8_t *, size_t, int))

#define WRITER_FUNCTIONS(X) \
  X(size_t, WebPEncodeRGBA, (const uint8_t *, int, int, int, float, uint8_t **)) \
  X(size_t, WebPEncodeLosslessRGBA, (const uint8_t *, int, int, int, uint8_t **)) \
  X(void, WebPFree, (void *)) \
  X(void *, WebPNewInternal, (int version)) \
  X(int, WebPMuxSetImage, (void *, const web_data *, int copies)) \
  X(int, WebPMuxSetChunk, (void *, const char *name, const web_data *, int copies)) \
  X(int, WebPMuxAssemble, (void *, web_data *)) \
  X(void, WebPMuxDelete, (void *))

#define DEFINE(result, name, parameters) static result(*name##_) parameters;
READER_FUNCTIONS(DEFINE)
WRITER_FUNCTIONS(DEFINE)

static const char *reader_problem, *writer_problem;

static void load_reader(void) {
  void *handle = load_library(demux_library, &reader_problem);
#define FIND(result, name, parameters) LOAD(handle, name##_, #name, &reader_problem);
  READER_FUNCTIONS(FIND)
#undef FIND
}

static void load_writer(void) {
  void *handle = load_library(mux_library, &writer_problem);
#define FIND(result, name, parameters) LOAD(handle, name##_, #name, &writer_problem);
  WRITER_FUNCTIONS(FIND)
#undef FIND
}

const char *cwebp_reader_library(void) { return demux_library; }
const char *cwebp_writer_library(void) { return mux_library; }

const char *cwebp_load_reader(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_reader);
  return reader_problem;
}

const char *cwebp_load_writer(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_writer);
  return writer_problem;
}

struct cwebp_reader {
  void *demuxer;
  const uint8_t *bytes;
  size_t count, width, height, frame_count;
};

cwebp_reader *cwebp_reader_create(const uint8_t *bytes, size_t count, cwebp_header *header, cwebp_state *state) {
  web_data data = {bytes, count};
  int parsed = demux_error;
  void *demuxer = WebPDemuxInternal_(&data, 1, &parsed, demux_version);
  *state = parsed == demux_error ? cwebp_state_damaged : parsed == demux_done ? cwebp_state_whole : cwebp_state_truncated;
  cwebp_reader *reader = NULL;
  if (demuxer && parsed == demux_done) reader = calloc(1, sizeof *reader);
  if (!reader) {
    if (demuxer) WebPDemuxDelete_(demuxer);
    return NULL;
  }
  *header = (cwebp_header){
    .width = WebPDemuxGetI_(demuxer, feature_canvas_width),
    .height = WebPDemuxGetI_(demuxer, feature_canvas_height),
    .frame_count = WebPDemuxGetI_(demuxer, feature_frame_count),
    .loop_count = WebPDemuxGetI_(demuxer, feature_loop_count),
  };
  *reader = (cwebp_reader){
    .demuxer = demuxer, .bytes = bytes, .count = count,
    .width = header->width, .height = header->height, .frame_count = header->frame_count,
  };
  return reader;
}

void cwebp_reader_destroy(cwebp_reader *reader) {
  WebPDemuxDelete_(reader->demuxer);
  free(reader);
}

const uint8_t *cwebp_reader_chunk(const cwebp_reader *reader, const char *name, size_t *count) {
  web_chunk chunk = {0};
  const uint8_t *bytes = NULL;
  *count = 0;
  if (WebPDemuxGetChunk_(reader->demuxer, name, 1, &chunk)) {
    // The content is a part of the bytes that the caller owns.
    bytes = chunk.chunk.bytes;
    *count = chunk.chunk.size;
    WebPDemuxReleaseChunkIterator_(&chunk);
  }
  return bytes;
}

bool cwebp_reader_read_pixels(const cwebp_reader *reader, uint8_t *pixels) {
  web_frame frame = {0};
  if (!WebPDemuxGetFrame_(reader->demuxer, 1, &frame)) return false;
  size_t x = (size_t)frame.x, y = (size_t)frame.y, width = (size_t)frame.width, height = (size_t)frame.height;
  bool is_done = false;
  if (frame.x >= 0 && frame.y >= 0 && frame.width > 0 && frame.height > 0 && x + width <= reader->width &&
      y + height <= reader->height) {
    size_t stride = 4 * reader->width, first = stride * y + 4 * x;
    size_t size = stride * (height - 1) + 4 * width;
    is_done = WebPDecodeRGBAInto_(frame.fragment.bytes, frame.fragment.size, pixels + first, size, (int)stride) != NULL;
  }
  WebPDemuxReleaseIterator_(&frame);
  return is_done;
}

// Frames of animations. The libraries' own decoder looks for each frame from the first one on, and keeps two canvases.

static uint32_t number(const uint8_t *bytes, int count) {
  uint32_t value = 0;
  for (int index = count - 1; index >= 0; index--) value = value << 8 | bytes[index];
  return value;
}

static bool is_full(const cwebp_reader *reader, const cwebp_frame *frame) {
  return frame->width == reader->width && frame->height == reader->height;
}

bool cwebp_reader_frames(const cwebp_reader *reader, cwebp_frame *frames, size_t count) {
  enum { header_size = 8, frame_header_size = 16 };
  size_t found = 0;
  const cwebp_frame *previous = NULL;
  // After "RIFF", the size and "WEBP" come chunks of a name, a size and bytes, padded to an even number.
  for (size_t at = 12; at + header_size <= reader->count && found < count;) {
    const uint8_t *chunk = reader->bytes + at, *bytes = chunk + header_size;
    size_t size = number(chunk + 4, 4), rest = reader->count - at - header_size;
    if (size > rest) break;
    if (memcmp(chunk, "ANMF", 4) == 0) {
      if (size < frame_header_size) return false;
      cwebp_frame *frame = &frames[found++];
      *frame = (cwebp_frame){
        .x = 2 * number(bytes, 3), .y = 2 * number(bytes + 3, 3),
        .width = 1 + number(bytes + 6, 3), .height = 1 + number(bytes + 9, 3), .duration = number(bytes + 12, 3),
        .offset = at + header_size + frame_header_size, .size = size - frame_header_size,
        .is_disposed = bytes[15] & 1, .is_blended = !(bytes[15] & 2),
      };
      if ((size_t)frame->x + frame->width > reader->width || (size_t)frame->y + frame->height > reader->height) {
        return false;
      }
      frame->is_key = previous == NULL || (!frame->is_blended && is_full(reader, frame)) ||
        (previous->is_disposed && (is_full(reader, previous) || previous->is_key));
      previous = frame;
    }
    at += header_size + size + (size & 1 && size < rest);
  }
  return found == count && count == reader->frame_count;
}

/// The color of a pixel over another one, straight RGBA8, in the integers of libwebp's own decoder.
static void blend(uint8_t *target, const uint8_t *source) {
  uint32_t alpha = source[3];
  if (alpha == 0) return;
  if (alpha == 255) {
    memcpy(target, source, 4);
    return;
  }
  uint32_t rest = target[3] * (256 - alpha) >> 8, sum = alpha + rest, scale = (1u << 24) / sum;
  for (int channel = 0; channel < 3; channel++) {
    target[channel] = (uint8_t)((source[channel] * alpha + target[channel] * rest) * scale >> 24);
  }
  target[3] = (uint8_t)sum;
}

static bool contains(const cwebp_frame *frame, size_t x, size_t y) {
  return x >= frame->x && x - frame->x < frame->width && y >= frame->y && y - frame->y < frame->height;
}

bool cwebp_frame_draw(
  const cwebp_frame *frame, const cwebp_frame *previous, const uint8_t *bytes, uint8_t *canvas, size_t width,
  size_t height) {
  size_t stride = 4 * width, row = 4 * (size_t)frame->width;
  uint8_t *first = canvas + stride * frame->y + 4 * (size_t)frame->x;
  bool clears = previous != NULL && previous->is_disposed;
  if (frame->is_key) {
    memset(canvas, 0, stride * height);
  } else if (clears) {
    for (size_t y = 0; y < previous->height; y++) {
      memset(canvas + stride * (previous->y + y) + 4 * (size_t)previous->x, 0, 4 * (size_t)previous->width);
    }
  }
  if (frame->is_key || !frame->is_blended) {
    size_t size = stride * (frame->height - 1) + row;
    return WebPDecodeRGBAInto_(bytes + frame->offset, frame->size, first, size, (int)stride) != NULL;
  }
  uint8_t *pixels = malloc(row * frame->height);
  if (pixels == NULL) return false;
  bool is_done =
    WebPDecodeRGBAInto_(bytes + frame->offset, frame->size, pixels, row * frame->height, (int)row) != NULL;
  for (size_t y = 0; y < frame->height && is_done; y++) {
    for (size_t x = 0; x < frame->width; x++) {
      uint8_t *target = first + stride * y + 4 * x;
      const uint8_t *source = pixels + row * y + 4 * x;
      if (clears && contains(previous, frame->x + x, frame->y + y)) {
        memcpy(target, source, 4);
      } else {
        blend(target, source);
      }
    }
  }
  free(pixels);
  return is_done;
}

static uint8_t *with_profile(uint8_t *picture, const uint8_t *profile, size_t profile_size, size_t *count) {
  web_data image = {picture, *count}, chunk = {profile, profile_size}, file = {0};
  void *mux = WebPNewInternal_(mux_version);
  bool is_done = mux && WebPMuxSetImage_(mux, &image, 0) == mux_ok &&
    WebPMuxSetChunk_(mux, "ICCP", &chunk, 0) == mux_ok && WebPMuxAssemble_(mux, &file) == mux_ok;
  if (mux) WebPMuxDelete_(mux);
  WebPFree_(picture);
  *count = file.size;
  return is_done ? (uint8_t *)file.bytes : NULL;
}

uint8_t *cwebp_encode(
  const uint8_t *pixels, uint32_t width, uint32_t height, float quality, const uint8_t *profile, size_t profile_size,
  size_t *count) {
  uint8_t *bytes = NULL;
  int stride = 4 * (int)width;
  *count = quality < 0 ? WebPEncodeLosslessRGBA_(pixels, (int)width, (int)height, stride, &bytes)
                       : WebPEncodeRGBA_(pixels, (int)width, (int)height, stride, quality, &bytes);
  if (*count == 0) return NULL;
  return profile_size > 0 ? with_profile(bytes, profile, profile_size, count) : bytes;
}

void cwebp_free(uint8_t *bytes) {
  if (bytes) WebPFree_(bytes);
}
