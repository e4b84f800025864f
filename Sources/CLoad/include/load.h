// Finding functions in libraries at run time.
#pragma once
#include <pthread.h>
#include <stddef.h>

/// Opens a library. The first problem is remembered: the dynamic loader's words, which stay.
void *_Nullable load_library(const char *_Nonnull name, const char *_Nullable *_Nonnull problem);

/// Finds a function in an open library or in those it depends on; NULL also where the library is not open.
void *_Nullable load_function(
  void *_Nullable handle, const char *_Nonnull name, const char *_Nullable *_Nonnull problem);

/// The path of the file that has a function of an open library or of one that it depends on, which stays as long as that
/// is open; NULL without the function.
const char *_Nullable library_path(void *_Nonnull handle, const char *_Nonnull function);

/// The version that a function of a library without parameters returns as a text, or as a number; NULL or 0 without that
/// function.
const char *_Nullable library_version_text(void *_Nonnull handle, const char *_Nonnull function);
int library_version_number(void *_Nonnull handle, const char *_Nonnull function);

// The assignment through void ** is POSIX's own way around the missing conversion from object to function pointers.
#define LOAD(handle, pointer, name, problem) *(void **)&pointer = load_function(handle, name, problem)
