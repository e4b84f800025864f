#include "library.h"

#include "cjpeg.h"
#include "load.h"

// The structs have the layout of the header that this file is compiled with, so the library has its version.
#if JPEG_LIB_VERSION >= 80
static const char library[] = "libjpeg.so.8";
#else
static const char library[] = "libjpeg.so.62";
#endif

#define CJPEG_DEFINE(result, name, parameters) result(*cjpeg_##name) parameters;
CJPEG_FUNCTIONS(CJPEG_DEFINE)

static const char *problem;

static void load(void) {
  void *handle = load_library(library, &problem);
#define CJPEG_LOAD(result, name, parameters) LOAD(handle, cjpeg_##name, #name, &problem);
  CJPEG_FUNCTIONS(CJPEG_LOAD)
}

const char *cjpeg_library(void) { return library; }

const char *cjpeg_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem;
}
