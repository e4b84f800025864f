#include "csixel.h"

#include <stdlib.h>
#include <string.h>

#include "load.h"

static const char library[] = "libsixel.so.1";

// The constants of the library's stable interface, checked below where its header is installed.
enum { format_rgb888 = 3, choose_largest = 0, represent_auto = 0, quality_high = 1, depth_unused = 3 };

#if __has_include(<sixel/sixel.h>)
#include <sixel/sixel.h>
_Static_assert(format_rgb888 == SIXEL_PIXELFORMAT_RGB888, "PIXELFORMAT_RGB888");
_Static_assert(choose_largest == SIXEL_LARGE_AUTO, "LARGE_AUTO");
_Static_assert(represent_auto == SIXEL_REP_AUTO, "REP_AUTO");
_Static_assert(quality_high == SIXEL_QUALITY_HIGH, "QUALITY_HIGH");
#endif

typedef int write_function(char *bytes, int count, void *context);

#define FUNCTIONS(X) \
  X(int, sixel_output_new, (void **output, write_function *, void *context, void *allocator)) \
  X(void, sixel_output_unref, (void *)) \
  X(int, sixel_dither_new, (void **dither, int colors, void *allocator)) \
  X(int, sixel_dither_initialize, \
    (void *, const uint8_t *pixels, int width, int height, int format, int large, int representative, int quality)) \
  X(void, sixel_dither_unref, (void *)) \
  X(int, sixel_encode, (const uint8_t *pixels, int width, int height, int depth, void *dither, void *output))

#define DEFINE(result, name, parameters) static result(*load_##name) parameters;
FUNCTIONS(DEFINE)

static const char *problem;

static void load(void) {
  void *handle = load_library(library, &problem);
#define FIND(result, name, parameters) LOAD(handle, load_##name, #name, &problem);
  FUNCTIONS(FIND)
#undef FIND
}

const char *csixel_library(void) { return library; }

const char *csixel_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem;
}

typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
  bool is_full;
} buffer;

static int append(char *bytes, int count, void *context) {
  buffer *out = context;
  if (count < 0 || out->is_full) return 0;
  if (out->capacity - out->count < (size_t)count) {
    size_t capacity = 2 * (out->capacity + (size_t)count);
    uint8_t *grown = realloc(out->bytes, capacity);
    if (grown == NULL) {
      out->is_full = true;
      return 0;
    }
    (out->bytes = grown, out->capacity = capacity);
  }
  memcpy(out->bytes + out->count, bytes, (size_t)count);
  out->count += (size_t)count;
  return count;
}

uint8_t *csixel_encode(const uint8_t *pixels, int width, int height, size_t *count) {
  void *output = NULL, *dither = NULL;
  buffer out = {0};
  // The library's status is 0 in its low bits for success, from 0x1000 on for failure.
  bool is_encoded = load_sixel_output_new(&output, append, &out, NULL) < 0x1000 &&
    load_sixel_dither_new(&dither, 256, NULL) < 0x1000 &&
    load_sixel_dither_initialize(
      dither, pixels, width, height, format_rgb888, choose_largest, represent_auto, quality_high) < 0x1000 &&
    load_sixel_encode(pixels, width, height, depth_unused, dither, output) < 0x1000;
  if (dither != NULL) load_sixel_dither_unref(dither);
  if (output != NULL) load_sixel_output_unref(output);
  if (!is_encoded || out.is_full) {
    free(out.bytes);
    return NULL;
  }
  *count = out.count;
  return out.bytes;
}
