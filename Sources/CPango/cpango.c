#include "cpango.h"

#include <dlfcn.h>
#include <pthread.h>

// Pango 1.x; its own dependencies bring Cairo 1.x and GLib 2.x.
static const char library[] = "libpangocairo-1.0.so.0";

#define CPANGO_DEFINE(result, name, parameters, arguments) \
  static result(*loaded_##name) parameters; \
  result cpango_##name parameters { return loaded_##name arguments; }
CPANGO_FUNCTIONS(CPANGO_DEFINE)

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
  // dlsym looks through the dependencies of the handle too. The assignment through void ** is POSIX's own
  // way around the missing conversion from object to function pointers.
#define CPANGO_FIND(result, name, parameters, arguments) *(void **)&loaded_##name = find(handle, #name);
  CPANGO_FUNCTIONS(CPANGO_FIND)
}

const char *cpango_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem;
}
