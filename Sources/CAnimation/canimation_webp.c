#include "canimation_webp.h"

#include "load.h"

#include <stdlib.h>

// libwebpmux 3 and libwebp 7, which it depends on.
static const char library[] = "libwebpmux.so.3";

// Both libraries refuse a caller of another major version than their own.
enum { encoder_version = 0x0200, mux_version = 0x0100 };

// The structures of the libraries' stable interface, major versions 2 and 1. Only the fields named here are used; the
// libraries fill all others. Where the libraries' own headers are installed, sizes and places are checked below.

typedef struct {
  int is_lossless;
  float quality;
  int method;
  int others[26];
} web_config;

typedef struct {
  int use_argb, colorspace, width, height;
  void *planes[3];
  int plane_strides[2];
  void *alpha;
  int alpha_stride;
  uint32_t padding_1[2];
  void *argb;
  int argb_stride;
  uint32_t padding_2[3];
  void *writer, *custom;
  int extra_info_type;
  void *extra_info, *stats;
  int error;
  void *progress, *user_data;
  uint32_t padding_3[3];
  void *padding_4[2];
  uint32_t padding_6[8];
  void *memory[4];
} web_picture;

typedef struct {
  uint32_t background;
  int loop_count;
  int minimize_size, kmin, kmax, allow_mixed, verbose;
  uint32_t padding[4];
} web_options;

typedef struct {
  const uint8_t *bytes;
  size_t size;
} web_data;

#if __has_include(<webp/mux.h>)
#include <webp/encode.h>
#include <webp/mux.h>
_Static_assert(sizeof(web_config) == sizeof(WebPConfig), "WebPConfig");
_Static_assert(offsetof(web_config, method) == offsetof(WebPConfig, method), "WebPConfig.method");
_Static_assert(sizeof(web_picture) == sizeof(WebPPicture), "WebPPicture");
_Static_assert(offsetof(web_picture, error) == offsetof(WebPPicture, error_code), "WebPPicture.error_code");
_Static_assert(sizeof(web_options) == sizeof(WebPAnimEncoderOptions), "WebPAnimEncoderOptions");
_Static_assert(sizeof(web_data) == sizeof(WebPData), "WebPData");
_Static_assert(WEBP_ENCODER_ABI_VERSION >> 8 == encoder_version >> 8, "libwebp's major version");
_Static_assert(WEBP_MUX_ABI_VERSION >> 8 == mux_version >> 8, "libwebpmux's major version");
#endif

static struct {
  int (*config_init)(web_config *, int preset, float quality, int version);
  int (*picture_init)(web_picture *, int version);
  int (*import)(web_picture *, const uint8_t *rgba, int stride);
  void (*picture_free)(web_picture *);
  void (*free)(void *);
  int (*options_init)(web_options *, int version);
  void *(*create)(int width, int height, const web_options *, int version);
  int (*add)(void *encoder, web_picture *, int timestamp, const web_config *);
  int (*assemble)(void *encoder, web_data *);
  const char *(*error)(void *encoder);
  void (*destroy)(void *encoder);
} webp;

static const char *problem;

static void load(void) {
  void *handle = load_library(library, &problem);
  LOAD(handle, webp.config_init, "WebPConfigInitInternal", &problem);
  LOAD(handle, webp.picture_init, "WebPPictureInitInternal", &problem);
  LOAD(handle, webp.import, "WebPPictureImportRGBA", &problem);
  LOAD(handle, webp.picture_free, "WebPPictureFree", &problem);
  LOAD(handle, webp.free, "WebPFree", &problem);
  LOAD(handle, webp.options_init, "WebPAnimEncoderOptionsInitInternal", &problem);
  LOAD(handle, webp.create, "WebPAnimEncoderNewInternal", &problem);
  LOAD(handle, webp.add, "WebPAnimEncoderAdd", &problem);
  LOAD(handle, webp.assemble, "WebPAnimEncoderAssemble", &problem);
  LOAD(handle, webp.error, "WebPAnimEncoderGetError", &problem);
  LOAD(handle, webp.destroy, "WebPAnimEncoderDelete", &problem);
}

const char *canimation_webp_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem;
}

struct canimation_webp {
  void *encoder;
  web_config config;
  int width, height;
  web_data file;
  const char *message;
};

canimation_webp *canimation_webp_create(const canimation_webp_options *options) {
  canimation_webp *animation = calloc(1, sizeof *animation);
  if (animation == NULL) return NULL;
  animation->width = options->width;
  animation->height = options->height;
  web_options settings;
  if (webp.config_init(&animation->config, 0, options->quality, encoder_version) &&
      webp.options_init(&settings, mux_version)) {
    animation->config.is_lossless = options->is_lossless;
    animation->config.method = options->method;
    settings.loop_count = options->loop_count;
    settings.background = 0;
    animation->encoder = webp.create(options->width, options->height, &settings, mux_version);
  }
  if (animation->encoder == NULL) {
    free(animation);
    return NULL;
  }
  return animation;
}

void canimation_webp_destroy(canimation_webp *animation) {
  webp.free((void *)animation->file.bytes);
  webp.destroy(animation->encoder);
  free(animation);
}

int canimation_webp_add(canimation_webp *animation, const uint8_t *rgba, int start) {
  web_picture picture;
  if (!webp.picture_init(&picture, encoder_version)) return 0;
  picture.use_argb = 1;
  picture.width = animation->width;
  picture.height = animation->height;
  int is_done = webp.import(&picture, rgba, 4 * animation->width);
  if (!is_done) {
    animation->message = "there is not enough memory";
  } else {
    is_done = webp.add(animation->encoder, &picture, start, &animation->config);
  }
  webp.picture_free(&picture);
  return is_done;
}

int canimation_webp_finish(canimation_webp *animation, int end, const uint8_t **bytes, size_t *count) {
  if (!webp.add(animation->encoder, NULL, end, NULL)) return 0;
  if (!webp.assemble(animation->encoder, &animation->file)) return 0;
  *bytes = animation->file.bytes;
  *count = animation->file.size;
  return 1;
}

const char *canimation_webp_message(const canimation_webp *animation) {
  return animation->message != NULL ? animation->message : webp.error(animation->encoder);
}
