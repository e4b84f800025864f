#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

#include "cjpeg.h"

// The structs have the layout of the header that this file is compiled with, so the library has its version.
#if JPEG_LIB_VERSION >= 80
static const char library[] = "libjpeg.so.8";
#else
static const char library[] = "libjpeg.so.62";
#endif

#define CJPEG_DEFINE(result, name, parameters) result(*cjpeg_##name) parameters;
CJPEG_FUNCTIONS(CJPEG_DEFINE)

static const char *problem;

static void *find(void *handle, const char *name) {
  void *symbol = dlsym(handle, name);
  if (!symbol && !problem) problem = dlerror();
  return symbol;
}

static void load(void) {
  void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) {
    problem = dlerror();
    return;
  }
  // The assignment through void ** is POSIX's own way around the missing conversion from object to function pointers.
#define CJPEG_FIND(result, name, parameters) *(void **)&cjpeg_##name = find(handle, #name);
  CJPEG_FUNCTIONS(CJPEG_FIND)
}

const char *cjpeg_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem;
}
