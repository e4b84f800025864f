#include "clcms.h"

#include <stdlib.h>

#include "load.h"

static const char library[] = "liblcms2.so.2";

typedef void *profile_handle;
typedef void *transform_handle;
typedef void *curve_handle;
typedef void *mlu_handle;
typedef struct {
  double x, y, luminance;
} xyY;

#define CLCMS_FUNCTIONS(X) \
  X(profile_handle, cmsOpenProfileFromMem, (const void *, uint32_t)) \
  X(profile_handle, cmsCreate_sRGBProfile, (void)) \
  X(profile_handle, cmsCreateRGBProfile, (const xyY * white, const xyY primaries[3], curve_handle const curves[3])) \
  X(curve_handle, cmsBuildParametricToneCurve, (void *context, int32_t type, const double parameters[])) \
  X(void, cmsFreeToneCurve, (curve_handle)) \
  X(uint32_t, cmsGetColorSpace, (profile_handle)) \
  X(mlu_handle, cmsMLUalloc, (void *context, uint32_t count)) \
  X(int, cmsMLUsetASCII, (mlu_handle, const char language[3], const char country[3], const char *text)) \
  X(void, cmsMLUfree, (mlu_handle)) \
  X(int, cmsWriteTag, (profile_handle, uint32_t signature, const void *)) \
  X(int, cmsSaveProfileToMem, (profile_handle, void *, uint32_t *size)) \
  X(int, cmsCloseProfile, (profile_handle)) \
  X(transform_handle, cmsCreateTransform, \
    (profile_handle, uint32_t, profile_handle, uint32_t, uint32_t, uint32_t)) \
  X(void, cmsDoTransform, (transform_handle, const void *, void *, uint32_t)) \
  X(void, cmsDeleteTransform, (transform_handle)) \
  X(void, cmsSetLogErrorHandler, (void (*)(void *, uint32_t, const char *)))

#define CLCMS_DEFINE(result, name, parameters) static result(*name) parameters;
CLCMS_FUNCTIONS(CLCMS_DEFINE)

// Values of lcms2.h.
enum {
  relative_colorimetric = 1,
  black_point_compensation = 0x2000,
  no_cache = 0x0040, // else a transform must not be shared by threads
  tag_description = 0x64657363, // "desc"
  color_space_cmyk = 0x434D594B, // "CMYK"
  color_space_rgb = 0x52474220,  // "RGB "
  color_space_gray = 0x47524159, // "GRAY"
  type_cmyk_8 = 0x60021,
  type_cmyk_8_reversed = 0x62021,
  type_rgba_8 = 0x40099,
  type_gray_8_and_3 = 0x30189, // three bytes after the gray are skipped
  type_rgba_16 = 0x4009A,
  type_gray_16_and_3 = 0x3018A,
  type_power = 1,          // of parametric curves
  type_power_and_line = 4, // IEC 61966-2-1
  pixels_at_once = 1 << 20,
};

static const char *problem;

static void ignore(void *context, uint32_t code, const char *text) { (void)context, (void)code, (void)text; }

static void load(void) {
  void *handle = load_library(library, &problem);
#define CLCMS_LOAD(result, name, parameters) LOAD(handle, name, #name, &problem);
  CLCMS_FUNCTIONS(CLCMS_LOAD)
  if (!problem) cmsSetLogErrorHandler(ignore);
}

const char *clcms_library(void) { return library; }

const char *clcms_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem;
}

// A handle of the library. Nothing else is known about it.
struct clcms_profile {
  profile_handle handle;
};

static clcms_profile *wrap(profile_handle handle) {
  if (!handle) return NULL;
  clcms_profile *profile = malloc(sizeof *profile);
  if (profile) {
    profile->handle = handle;
  } else {
    cmsCloseProfile(handle);
  }
  return profile;
}

void clcms_close(clcms_profile *profile) {
  cmsCloseProfile(profile->handle);
  free(profile);
}

clcms_profile *clcms_open_srgb(void) { return wrap(cmsCreate_sRGBProfile()); }

clcms_profile *clcms_open_icc(const uint8_t *data, size_t size) {
  return size > UINT32_MAX ? NULL : wrap(cmsOpenProfileFromMem(data, (uint32_t)size));
}

clcms_profile *clcms_open_measured(clcms_curve curve, const double *chromaticities) {
  const double *c = chromaticities;
  xyY white = {c[0], c[1], 1}, primaries[3] = {{c[2], c[3], 1}, {c[4], c[5], 1}, {c[6], c[7], 1}};
  bool is_power = curve.a == 1 && curve.b == 0 && curve.d == 0;
  const double parameters[] = {curve.exponent, curve.a, curve.b, curve.c, curve.d};
  curve_handle light = cmsBuildParametricToneCurve(NULL, is_power ? type_power : type_power_and_line, parameters);
  if (!light) return NULL;
  curve_handle curves[3] = {light, light, light};
  profile_handle handle = cmsCreateRGBProfile(&white, primaries, curves);
  cmsFreeToneCurve(light);
  return wrap(handle);
}

clcms_colors clcms_colors_of(const clcms_profile *profile) {
  switch (cmsGetColorSpace(profile->handle)) {
  case color_space_rgb: return clcms_rgb;
  case color_space_gray: return clcms_gray;
  case color_space_cmyk: return clcms_cmyk;
  default: return clcms_other;
  }
}

size_t clcms_encode(const clcms_profile *profile, const char *name, uint8_t *data, size_t size) {
  mlu_handle text = cmsMLUalloc(NULL, 1);
  if (!text) return 0;
  bool is_named = cmsMLUsetASCII(text, "en", "US", name) && cmsWriteTag(profile->handle, tag_description, text);
  cmsMLUfree(text);
  uint32_t count = 0;
  if (!is_named || !cmsSaveProfileToMem(profile->handle, NULL, &count)) return 0;
  if (data && (size < count || !cmsSaveProfileToMem(profile->handle, data, &count))) return 0;
  return count;
}

struct clcms_transform {
  transform_handle handle;
  size_t pixel_size;
};

clcms_transform *clcms_transform_create(
  const clcms_profile *from, const clcms_profile *to, bool is_deep, bool is_inverted) {
  if (clcms_colors_of(to) != clcms_rgb) return NULL;
  uint32_t format;
  switch (clcms_colors_of(from)) {
  case clcms_rgb: format = is_deep ? type_rgba_16 : type_rgba_8; break;
  case clcms_gray: format = is_deep ? type_gray_16_and_3 : type_gray_8_and_3; break;
  case clcms_cmyk:
    if (is_deep) return NULL;
    format = is_inverted ? type_cmyk_8_reversed : type_cmyk_8;
    break;
  default: return NULL;
  }
  clcms_transform *transform = malloc(sizeof *transform);
  if (!transform) return NULL;
  transform->pixel_size = is_deep ? 8 : 4;
  transform->handle = cmsCreateTransform(
    from->handle, format, to->handle, is_deep ? type_rgba_16 : type_rgba_8, relative_colorimetric,
    black_point_compensation | no_cache);
  if (transform->handle) return transform;
  free(transform);
  return NULL;
}

void clcms_transform_destroy(clcms_transform *transform) {
  cmsDeleteTransform(transform->handle);
  free(transform);
}

void clcms_transform_apply(const clcms_transform *transform, uint8_t *pixels, size_t count) {
  for (size_t first = 0; first < count; first += pixels_at_once) {
    size_t some = count - first < pixels_at_once ? count - first : pixels_at_once;
    // Both formats have as many bytes a pixel; the library converts pixel by pixel.
    uint8_t *next = pixels + transform->pixel_size * first;
    cmsDoTransform(transform->handle, next, next, (uint32_t)some);
  }
}
