#include "cpango.h"

#include "load.h"

// Pango 1.x; its own dependencies bring HarfBuzz, Cairo 1.x, GLib 2.x and Fontconfig 2.x.
static const char library[] = "libpangocairo-1.0.so.0";

#define CPANGO_DEFINE(result, name, parameters, arguments) \
  static result(*loaded_##name) parameters; \
  result cpango_##name parameters { return loaded_##name arguments; }
CPANGO_FUNCTIONS(CPANGO_DEFINE)

static const char *problem;

static void load(void) {
  void *handle = load_library(library, &problem);
#define CPANGO_LOAD(result, name, parameters, arguments) LOAD(handle, loaded_##name, #name, &problem);
  CPANGO_FUNCTIONS(CPANGO_LOAD)
}

const char *cpango_library(void) { return library; }

const char *cpango_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem;
}
