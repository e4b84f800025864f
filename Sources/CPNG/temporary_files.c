#include "temporary_files.h"

#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { slot_count = 64 };
enum { slot_free, slot_busy, slot_live, slot_directory }; // busy: its path is being written

static struct {
  atomic_int state;
  char path[PATH_MAX];
} slots[slot_count];

static int remember(const char *path, int state) {
  size_t size = strlen(path) + 1;
  if (size > PATH_MAX) return -1;
  for (int slot = 0; slot < slot_count; slot++) {
    int expected = slot_free;
    if (!atomic_compare_exchange_strong(&slots[slot].state, &expected, slot_busy)) continue;
    memcpy(slots[slot].path, path, size);
    atomic_store(&slots[slot].state, state);
    return slot;
  }
  return -1;
}

int temporary_files_remember(const char *path) { return remember(path, slot_live); }

int temporary_files_remember_directory(const char *path) { return remember(path, slot_directory); }

void temporary_files_forget(int slot) {
  if (slot >= 0 && slot < slot_count) atomic_store(&slots[slot].state, slot_free);
}

void temporary_files_remove_all(void) {
  int saved = errno;
  for (int slot = 0; slot < slot_count; slot++) {
    if (atomic_load(&slots[slot].state) == slot_live) unlink(slots[slot].path);
  }
  // A directory may be within another: until none is removed any more.
  for (bool removed = true; removed;) {
    removed = false;
    for (int slot = 0; slot < slot_count; slot++) {
      if (atomic_load(&slots[slot].state) == slot_directory && rmdir(slots[slot].path) == 0) removed = true;
    }
  }
  errno = saved;
}
