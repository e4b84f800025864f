#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "memory_file.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

int cpango_memory_file(const void *bytes, size_t count) {
  int file = memfd_create("font", MFD_CLOEXEC);
  if (file < 0) return -1;
  for (size_t done = 0; done < count;) {
    ssize_t written = write(file, (const char *)bytes + done, count - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      int error = errno;
      close(file);
      errno = error;
      return -1;
    }
    done += (size_t)written;
  }
  return file;
}
