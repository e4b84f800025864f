#include "canimation_quantizer.h"

#include "load.h"

#include <string.h>

// libimagequant 2.x, and 4.x with its interface for C.
static const char library[] = "libimagequant.so.0";

typedef struct {
  uint8_t r, g, b, a;
} quantizer_color;

typedef struct {
  unsigned count;
  quantizer_color colors[256];
} quantizer_palette;

static struct {
  void *(*attr_create)(void);
  void (*attr_destroy)(void *attr);
  int (*set_max_colors)(void *attr, int colors);
  int (*set_speed)(void *attr, int speed);
  void *(*image_create)(const void *attr, const void *rgba, int width, int height, double gamma);
  void (*image_destroy)(void *image);
  int (*add_fixed_color)(void *image, quantizer_color color);
  int (*quantize)(void *image, void *attr, void **result);
  void (*result_destroy)(void *result);
  int (*set_dithering)(void *result, float level);
  int (*write)(void *result, void *image, void *indices, size_t count);
  const quantizer_palette *(*palette)(void *result);
  void (*set_threads)(int count);
} liq;

static const char *problem;

static void load(void) {
  void *handle = load_library(library, &problem);
  LOAD(handle, liq.attr_create, "liq_attr_create", &problem);
  LOAD(handle, liq.attr_destroy, "liq_attr_destroy", &problem);
  LOAD(handle, liq.set_max_colors, "liq_set_max_colors", &problem);
  LOAD(handle, liq.set_speed, "liq_set_speed", &problem);
  LOAD(handle, liq.image_create, "liq_image_create_rgba", &problem);
  LOAD(handle, liq.image_destroy, "liq_image_destroy", &problem);
  LOAD(handle, liq.add_fixed_color, "liq_image_add_fixed_color", &problem);
  LOAD(handle, liq.quantize, "liq_image_quantize", &problem);
  LOAD(handle, liq.result_destroy, "liq_result_destroy", &problem);
  LOAD(handle, liq.set_dithering, "liq_set_dithering_level", &problem);
  LOAD(handle, liq.write, "liq_write_remapped_image", &problem);
  LOAD(handle, liq.palette, "liq_get_palette", &problem);
  // OpenMP's, through the library; it may be built without.
  const char *ignored = "";
  LOAD(handle, liq.set_threads, "omp_set_num_threads", &ignored);
}

const char *canimation_quantizer_library(void) { return library; }

const char *canimation_quantizer_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem;
}

const char *canimation_quantize(
  const uint8_t *rgba, int width, int height, int max_colors, int speed, float dither, int has_transparent,
  uint8_t *indices, canimation_palette *palette) {
  // Sums in floating point depend on how many threads share them, and frames must not. Frames run side by side anyway.
  // The setting is of the calling thread only.
  if (liq.set_threads != NULL) liq.set_threads(1);
  const char *failure = "libimagequant has not enough memory";
  void *attr = liq.attr_create();
  if (attr == NULL) return failure;
  liq.set_max_colors(attr, max_colors);
  liq.set_speed(attr, speed);
  void *image = liq.image_create(attr, rgba, width, height, 0), *result = NULL;
  if (image != NULL && has_transparent) liq.add_fixed_color(image, (quantizer_color){0, 0, 0, 0});
  if (image != NULL && liq.quantize(image, attr, &result) == 0) {
    liq.set_dithering(result, dither);
    if (liq.write(result, image, indices, (size_t)width * (size_t)height) == 0) {
      const quantizer_palette *found = liq.palette(result);
      palette->count = (int)found->count;
      memcpy(palette->rgba, found->colors, sizeof palette->rgba);
      failure = NULL;
    }
  }
  if (result != NULL) liq.result_destroy(result);
  if (image != NULL) liq.image_destroy(image);
  liq.attr_destroy(attr);
  return failure;
}
