// Finding functions in libraries at run time.
#pragma once
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

/// Opens a library. The first problem is remembered.
static inline void *load_library(const char *name, const char **problem) {
  void *handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (handle == NULL && *problem == NULL) *problem = dlerror();
  return handle;
}

/// Finds a function in an open library or in those it depends on.
static inline void *load_function(void *handle, const char *name, const char **problem) {
  if (handle == NULL) return NULL;
  void *function = dlsym(handle, name);
  if (function == NULL && *problem == NULL) *problem = dlerror();
  return function;
}

// The assignment through void ** is POSIX's own way around the missing conversion from object to function pointers.
#define LOAD(handle, pointer, name, problem) *(void **)&pointer = load_function(handle, name, problem)
