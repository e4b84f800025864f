// A file in memory, for libraries that open files by their paths.
#pragma once
#include <stddef.h>

/// Copies bytes into an anonymous file, which has the path `/proc/self/fd/N` while its descriptor N is open.
/// - Returns: the descriptor, or -1 with `errno`.
int cpango_memory_file(const void *bytes, size_t count);
