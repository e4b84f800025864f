#define _GNU_SOURCE
#include "descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

static void wait_for(int descriptor, short events) {
  struct pollfd request = {.fd = descriptor, .events = events};
  poll(&request, 1, -1);
}

ssize_t descriptor_read(int descriptor, void *bytes, size_t count) {
  for (;;) {
    ssize_t got = read(descriptor, bytes, count);
    if (got >= 0) return got;
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_for(descriptor, POLLIN);
    } else if (errno != EINTR) {
      return got;
    }
  }
}

int descriptor_open_unnamed(const char *directory, mode_t mode) {
#ifdef O_TMPFILE
  // Without /proc it could not be named.
  if (access("/proc/self/fd", X_OK) != 0) return -1;
  return open(directory[0] ? directory : ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
#else
  return -1;
#endif
}

int descriptor_name(int descriptor, const char *path) {
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}

bool descriptor_lock(int descriptor, bool waits) {
  int result;
  do {
    result = flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB);
  } while (result != 0 && errno == EINTR);
  return result == 0;
}

static int write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t put = write(descriptor, bytes, count);
    if (put >= 0) {
      bytes += put;
      count -= (size_t)put;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      wait_for(descriptor, POLLOUT);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

int descriptor_write_all(int descriptor, const void *bytes, size_t count) {
  // SIGPIPE goes to the thread that writes: hold it back there, take away the one we caused, and leave the
  // process's own handling of it alone.
  sigset_t pipe_signal, before, pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&pending);
  bool was_pending = sigismember(&pending, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);

  int result = write_all(descriptor, bytes, count);
  if (result == EPIPE && !was_pending) {
    struct timespec now = {0};
    while (sigtimedwait(&pipe_signal, NULL, &now) == -1 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return result;
}

static int working_directory = AT_FDCWD;

void descriptor_keep_working_directory(void) {
  int descriptor = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) working_directory = descriptor;
}

int descriptor_working_directory(void) { return working_directory; }

int descriptor_open_place(int directory, const char *name) {
#ifdef O_PATH
  return openat(directory, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
#else
  errno = ENOSYS;
  return -1;
#endif
}
