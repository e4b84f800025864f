#ifndef _GNU_SOURCE
#define _GNU_SOURCE // dladdr
#endif
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

const char *library_path(void *handle, const char *function) {
  Dl_info place;
  void *address = dlsym(handle, function);
  return address && dladdr(address, &place) ? place.dli_fname : NULL;
}

const char *library_version_text(void *handle, const char *function) {
  const char *(*version)(void);
  *(void **)&version = dlsym(handle, function);
  return version ? version() : NULL;
}

int library_version_number(void *handle, const char *function) {
  int (*version)(void);
  *(void **)&version = dlsym(handle, function);
  return version ? version() : 0;
}
