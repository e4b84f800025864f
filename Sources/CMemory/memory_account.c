// Each block of the heap is counted where it is taken and given back: the functions below stand before those of the C
// library, for this program and for every library that it loads. So a limit holds whatever takes the memory, and needs no
// estimate. A block of the C library ends in the process's end where it cannot be had: neither Swift nor the drivers' C++
// can go on without it, and both would abort.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "memory_account.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_OWN_HEAP 1
#endif
#endif

// Limits and the end

enum {
  exit_status = 65,        // EX_DATAERR
  step = 32 << 10,         // bytes of a thread that the account may lack
  large_block = 1 << 20,   // a block that is checked before it is taken
  huge_block = 16 << 20,   // a block for which freed memory is given back to the system
  freed_room = 128 << 20,  // bytes beyond the limit that the program, the driver and freed memory may take
};

static atomic_size_t in_use, peak, limit, resident_limit;
static atomic_bool is_limited, is_ending;
static char limit_text[512], system_text[512], subject[256];
static pthread_mutex_t subject_lock = PTHREAD_MUTEX_INITIALIZER;
static void (*clean_up)(void);

static void copy(char *to, size_t size, const char *text) {
  size_t length = strnlen(text, size - 1);
  memcpy(to, text, length);
  to[length] = 0;
}

void memory_subject(const char *text) {
  pthread_mutex_lock(&subject_lock);
  copy(subject, sizeof subject, text);
  pthread_mutex_unlock(&subject_lock);
}

/// Takes no memory.
static _Noreturn void end(size_t size, const char *reason) {
  // Cleaning up needs a block, too.
  static _Thread_local bool ends_here;
  if (ends_here) _exit(exit_status);
  ends_here = true;
  // Another thread ends the process.
  if (atomic_exchange(&is_ending, true)) for (;;) pause();
  char sentence[1200];
  bool has_subject = pthread_mutex_trylock(&subject_lock) == 0;
  int count = snprintf(
    sentence, sizeof sentence, "Error: %s needs %zu MiB more memory than is left; %s\n",
    has_subject && subject[0] != 0 ? subject : "the run", (size >> 20) + 1, reason);
  if (count > 0 && write(STDERR_FILENO, sentence, (size_t)count) < 0) count = 0;
  clean_up();
  _exit(exit_status);
}

void memory_limit(size_t most, const char *of_limit, const char *of_system, void (*cleaning)(void)) {
  copy(limit_text, sizeof limit_text, of_limit);
  copy(system_text, sizeof system_text, of_system);
  clean_up = cleaning;
  atomic_store(&limit, most == 0 ? SIZE_MAX : most);
  atomic_store(&is_limited, true);
}

void memory_limit_resident(size_t most) { atomic_store(&resident_limit, most); }

size_t memory_in_use(void) { return atomic_load_explicit(&in_use, memory_order_relaxed); }
size_t memory_peak(void) { return atomic_load_explicit(&peak, memory_order_relaxed); }

size_t memory_resident(void) {
  static atomic_int file = -1;
  int descriptor = atomic_load(&file);
  if (descriptor < 0) {
    descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    int none = -1;
    if (descriptor >= 0 && !atomic_compare_exchange_strong(&file, &none, descriptor)) {
      close(descriptor);
      descriptor = none;
    }
  }
  char text[128];
  ssize_t count = descriptor < 0 ? -1 : pread(descriptor, text, sizeof text - 1, 0);
  if (count <= 0) return 0;
  text[count] = 0;
  const char *second = strchr(text, ' ');
  return second ? strtoul(second, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

// The heap

#if !HAS_OWN_HEAP

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

/// Whether a block beyond the limit is granted for the resident memory that is left.
static bool is_granted(size_t size) {
  size_t most = atomic_load_explicit(&resident_limit, memory_order_relaxed);
  if (most <= size) return false;
  size_t resident = memory_resident();
  return resident > 0 && resident < most - size;
}

/// Bytes that the thread has taken or given back since it last added them to the account.
static _Thread_local ptrdiff_t pending;

static void settle(void) {
  size_t sum = atomic_fetch_add_explicit(&in_use, (size_t)pending, memory_order_relaxed) + (size_t)pending;
  ptrdiff_t size = pending;
  pending = 0;
  // A thread may give back what another one has not added yet.
  if ((ptrdiff_t)sum <= 0) return;
  size_t highest = memory_peak();
  while (sum > highest && !atomic_compare_exchange_weak(&peak, &highest, sum)) continue;
  if (sum > atomic_load_explicit(&limit, memory_order_relaxed) && size > 0 && atomic_load(&is_limited)) {
    if (!is_granted(0)) end((size_t)size, limit_text);
  }
}

static inline void add(ptrdiff_t size) {
  pending += size;
  if (pending > step || pending < -step) settle();
}

/// Gives freed memory back, which the heap keeps for later blocks, where it would exceed the limit with a new block.
static void give_back(size_t size, size_t most) {
  if (most > SIZE_MAX / 2) return;
  size_t allowed = most + freed_room;
  if (size > allowed || memory_resident() > allowed - size) malloc_trim(0);
}

/// Checks a large block before it is taken.
static inline void check(size_t size) {
  if (size < large_block || !atomic_load_explicit(&is_limited, memory_order_relaxed)) return;
  size_t most = atomic_load_explicit(&limit, memory_order_relaxed);
  if ((size > most || memory_in_use() > most - size) && !is_granted(size)) end(size, limit_text);
  if (size >= huge_block) give_back(size, most);
}

/// A block that has been taken.
static inline void *taken(void *block, size_t size) {
  if (block != NULL) {
    add((ptrdiff_t)malloc_usable_size(block));
  } else if (size > 0 && atomic_load(&is_limited)) {
    end(size, system_text);
  }
  return block;
}

void *malloc(size_t size) {
  check(size);
  return taken(__libc_malloc(size), size);
}

void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX;
  check(bytes);
  return taken(__libc_calloc(count, size), bytes);
}

void *realloc(void *block, size_t size) {
  if (block == NULL) return malloc(size);
  size_t before = malloc_usable_size(block);
  if (size > before) check(size - before);
  void *moved = __libc_realloc(block, size);
  if (moved != NULL) {
    add((ptrdiff_t)malloc_usable_size(moved) - (ptrdiff_t)before);
  } else if (size == 0) {
    add(-(ptrdiff_t)before);
  } else if (atomic_load(&is_limited)) {
    end(size, system_text);
  }
  return moved;
}

void *reallocarray(void *block, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(block, bytes);
}

void *memalign(size_t alignment, size_t size) {
  check(size);
  return taken(__libc_memalign(alignment, size), size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  int problem = errno;
  void *found = memalign(alignment, size);
  errno = problem;
  if (found == NULL) return ENOMEM;
  *block = found;
  return 0;
}

void *valloc(size_t size) { return memalign((size_t)sysconf(_SC_PAGESIZE), size); }

void *pvalloc(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return memalign(page, (size + page - 1) / page * page);
}

void free(void *block) {
  if (block == NULL) return;
  add(-(ptrdiff_t)malloc_usable_size(block));
  __libc_free(block);
}

#endif
