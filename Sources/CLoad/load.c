#include "load.h"

#include <dlfcn.h>
#include <string.h>

static void remember(const char **problem) {
  // The loader's own copy ends with its next error.
  if (*problem == NULL) *problem = strdup(dlerror());
}

void *load_library(const char *name, const char **problem) {
  void *handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (handle == NULL) remember(problem);
  return handle;
}

void *load_function(void *handle, const char *name, const char **problem) {
  if (handle == NULL) return NULL;
  void *function = dlsym(handle, name);
  if (function == NULL) remember(problem);
  return function;
}
