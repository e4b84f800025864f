#include "clcms.h"

#include "load.h"

static const char library[] = "liblcms2.so.2";

typedef void *profile_handle;
typedef void *transform_handle;
typedef void *curve_handle;
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

const char *clcms_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem;
}

/// Converts in place from a profile, which is closed, to sRGB. Alpha stays.
static bool convert(profile_handle from, uint32_t format, bool is_deep, uint8_t *pixels, size_t count) {
  profile_handle to = cmsCreate_sRGBProfile();
  transform_handle transform = NULL;
  if (from && to) {
    transform = cmsCreateTransform(
      from, format, to, is_deep ? type_rgba_16 : type_rgba_8, relative_colorimetric, black_point_compensation);
  }
  if (from) cmsCloseProfile(from);
  if (to) cmsCloseProfile(to);
  if (!transform) return false;
  for (size_t first = 0; first < count; first += pixels_at_once) {
    size_t some = count - first < pixels_at_once ? count - first : pixels_at_once;
    // Both formats have as many bytes a pixel; the library converts pixel by pixel.
    uint8_t *next = pixels + (is_deep ? 8 : 4) * first;
    cmsDoTransform(transform, next, next, (uint32_t)some);
  }
  cmsDeleteTransform(transform);
  return true;
}

bool clcms_convert_cmyk(
  const uint8_t *profile, size_t profile_size, bool is_inverted, uint8_t *pixels, size_t count) {
  if (profile_size > UINT32_MAX) return false;
  profile_handle from = cmsOpenProfileFromMem(profile, (uint32_t)profile_size);
  if (!from) return false;
  if (cmsGetColorSpace(from) != color_space_cmyk) {
    cmsCloseProfile(from);
    return false;
  }
  if (!convert(from, is_inverted ? type_cmyk_8_reversed : type_cmyk_8, false, pixels, count)) return false;
  for (size_t i = 0; i < count; i++) pixels[4 * i + 3] = 255;
  return true;
}

bool clcms_convert_rgb(const uint8_t *profile, size_t profile_size, bool is_deep, uint8_t *pixels, size_t count) {
  if (profile_size > UINT32_MAX) return false;
  profile_handle from = cmsOpenProfileFromMem(profile, (uint32_t)profile_size);
  if (!from) return false;
  uint32_t space = cmsGetColorSpace(from);
  if (space != color_space_rgb && space != color_space_gray) {
    cmsCloseProfile(from);
    return false;
  }
  bool is_rgb = space == color_space_rgb;
  uint32_t format = is_deep ? is_rgb ? type_rgba_16 : type_gray_16_and_3 : is_rgb ? type_rgba_8 : type_gray_8_and_3;
  return convert(from, format, is_deep, pixels, count);
}

bool clcms_convert_measured(
  clcms_curve curve, const double *chromaticities, bool is_deep, uint8_t *pixels, size_t count) {
  const double *c = chromaticities;
  xyY white = {c[0], c[1], 1}, primaries[3] = {{c[2], c[3], 1}, {c[4], c[5], 1}, {c[6], c[7], 1}};
  bool is_power = curve.a == 1 && curve.b == 0 && curve.d == 0;
  const double parameters[] = {curve.exponent, curve.a, curve.b, curve.c, curve.d};
  curve_handle light = cmsBuildParametricToneCurve(NULL, is_power ? type_power : type_power_and_line, parameters);
  if (!light) return false;
  curve_handle curves[3] = {light, light, light};
  profile_handle from = cmsCreateRGBProfile(&white, primaries, curves);
  cmsFreeToneCurve(light);
  return convert(from, is_deep ? type_rgba_16 : type_rgba_8, is_deep, pixels, count);
}
