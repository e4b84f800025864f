// EGL 1.5 and OpenGL ES 3.1, loaded at their first use.
//
// Linking libEGL would make it a condition of starting any program of this package, also where nothing is drawn
// (`--version`, `validate`). The functions keep the names and the meaning of the specifications; a call costs what one
// through the linker's table does.
#pragma once

// Types and constants only: the functions below take the place of the headers' own.
#define EGL_EGL_PROTOTYPES 0
#define GL_GLES_PROTOTYPES 0
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl31.h>
#include <GLES2/gl2ext.h>

#include "cegl_functions.h"

/// Loads libEGL once per process; safe from any thread. No function of EGL or GL may be called before it has returned
/// NULL.
///
/// A symbol that the process has already, as from a preloaded library, comes first; EGL gives the other GL functions,
/// so that libGLESv2 need not be installed.
/// - Returns: NULL, or the dynamic loader's words for what is missing.
const char *cegl_load(void);
/// The name by which the dynamic loader finds the library.
const char *cegl_library(void);

#define CEGL_POINTER(result, name, parameters, arguments) result(*name) parameters;
/// The addresses of the functions; NULL before ``cegl_load``.
extern struct cegl_table {
  CEGL_FUNCTIONS(CEGL_POINTER) CEGL_GL_FUNCTIONS(CEGL_POINTER)
} cegl_table;
#undef CEGL_POINTER

#define CEGL_DEFINE(result, name, parameters, arguments) \
  static inline result name parameters { return cegl_table.name arguments; }
CEGL_FUNCTIONS(CEGL_DEFINE)
CEGL_GL_FUNCTIONS(CEGL_DEFINE)
#undef CEGL_DEFINE

// The headers define these as casts, which Swift does not see.
static inline EGLDisplay cegl_no_display(void) { return EGL_NO_DISPLAY; }
static inline EGLContext cegl_no_context(void) { return EGL_NO_CONTEXT; }
static inline EGLSurface cegl_no_surface(void) { return EGL_NO_SURFACE; }
static inline EGLConfig cegl_no_config(void) { return EGL_NO_CONFIG_KHR; }
