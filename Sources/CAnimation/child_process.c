#ifndef _GNU_SOURCE
#define _GNU_SOURCE // pipe2, F_SETPIPE_SZ
#endif
#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/// Moves a descriptor out of the way of the numbers that the child gets, and out of reach of other children.
static int moved(int descriptor) {
  if (descriptor < 0) return -1;
  int high = fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
  close(descriptor);
  return high;
}

/// A file without a name, which takes any amount of words without a reader.
static int nameless_file(void) {
  FILE *file = tmpfile();
  if (file == NULL) return -1;
  int descriptor = fcntl(fileno(file), F_DUPFD_CLOEXEC, 10);
  fclose(file);
  return descriptor;
}

static int spawn(const char *const *arguments, int input, int output, int messages, pid_t *id) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int result = posix_spawn_file_actions_init(&actions);
  if (result != 0) return result;
  result = posix_spawnattr_init(&attributes);
  if (result != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return result;
  }
  // What we ignore or hold back, a child should not.
  sigset_t none, ours;
  sigemptyset(&none);
  sigemptyset(&ours);
  sigaddset(&ours, SIGPIPE);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &ours);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(
    &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  result = posix_spawn_file_actions_adddup2(&actions, input, 0);
  if (result == 0) result = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  if (result == 0) result = posix_spawn_file_actions_adddup2(&actions, messages, 2);
  if (result == 0) result = posix_spawn_file_actions_adddup2(&actions, output, 3);
  if (result == 0) {
    result = posix_spawnp(id, arguments[0], &actions, &attributes, (char *const *)arguments, environ);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return result;
}

int child_process_start(const char *const *arguments, int output, child_process *child) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  int reading = moved(ends[0]);
  child->input = moved(ends[1]);
  child->messages = nameless_file();
  int target = fcntl(output, F_DUPFD_CLOEXEC, 10);
  int result = 0;
  if (reading < 0 || child->input < 0 || child->messages < 0 || target < 0) {
    result = errno;
  } else {
#ifdef F_SETPIPE_SZ
    fcntl(child->input, F_SETPIPE_SZ, 1 << 20); // fewer switches between the two; a wish
#endif
    result = spawn(arguments, reading, target, child->messages, &child->id);
  }
  if (reading >= 0) close(reading);
  if (target >= 0) close(target);
  if (result != 0) child_process_close(child);
  return result;
}

void child_process_kill(const child_process *child) { kill(child->id, SIGKILL); }

int child_process_wait(child_process *child) {
  close(child->input);
  child->input = -1;
  int status = 0;
  while (waitpid(child->id, &status, 0) == -1) {
    if (errno != EINTR) return 0; // whoever ignores SIGCHLD gives up the status
  }
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

size_t child_process_last_words(const child_process *child, char *text, size_t count) {
  off_t end = lseek(child->messages, 0, SEEK_END);
  off_t start = end > (off_t)count ? end - (off_t)count : 0;
  ssize_t got = pread(child->messages, text, count, start);
  return got > 0 ? (size_t)got : 0;
}

void child_process_close(child_process *child) {
  if (child->input >= 0) close(child->input);
  if (child->messages >= 0) close(child->messages);
  child->input = child->messages = -1;
}
