#ifndef _GNU_SOURCE
#define _GNU_SOURCE // RTLD_DEFAULT
#endif
#include "cegl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char library[] = "libEGL.so.1";

struct cegl_table cegl_table;

static const char *problem;

static void *find(const char *name) {
  void *symbol = dlsym(RTLD_DEFAULT, name);
  // POSIX's own way around the missing conversion between object and function pointers.
  if (!symbol && cegl_table.eglGetProcAddress)
    *(__eglMustCastToProperFunctionPointerType *)&symbol = cegl_table.eglGetProcAddress(name);
  if (!symbol && !problem) {
    static char words[96];
    snprintf(words, sizeof words, "%s lacks %s", library, name);
    problem = words;
  }
  return symbol;
}

static void load(void) {
  // Global, so that find() sees its functions behind those of preloaded libraries.
  if (!dlopen(library, RTLD_LAZY | RTLD_GLOBAL)) {
    problem = strdup(dlerror()); // the loader's own copy ends with its next error
    return;
  }
#define CEGL_FIND(result, name, parameters, arguments) *(void **)&cegl_table.name = find(#name);
  CEGL_FIND(, eglGetProcAddress, , )
  CEGL_FUNCTIONS(CEGL_FIND)
  CEGL_GL_FUNCTIONS(CEGL_FIND)
}

const char *cegl_library(void) { return library; }

const char *cegl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return problem;
}
