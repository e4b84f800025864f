#ifndef _GNU_SOURCE
#define _GNU_SOURCE // pipe2, F_SETPIPE_SZ
#endif
#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

// Running children

/// The children that are to be killed when this process exits; further ones end when their pipes close.
static _Atomic(pid_t) running[64];

enum { running_limit = sizeof running / sizeof running[0] };

/// The number of children that are being started and not in the list yet.
static atomic_int starting;
/// Whether this process exits and starts no more of them.
static atomic_bool is_exiting;

// Called by a signal handler, on a thread that does not start a child: these block signals meanwhile.
void child_process_kill_all(void) {
  atomic_store(&is_exiting, true);
  for (int wait = 0; wait < 5000 && atomic_load(&starting) > 0; wait++) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  for (int slot = 0; slot < running_limit; slot++) {
    pid_t id = atomic_load(&running[slot]);
    if (id > 0) kill(id, SIGKILL);
  }
}

static void register_exit(void) { atexit(child_process_kill_all); }

static void remember(pid_t id) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_exit);
  for (int slot = 0; slot < running_limit; slot++) {
    pid_t none = 0;
    if (atomic_compare_exchange_strong(&running[slot], &none, id)) return;
  }
}

static void forget(pid_t id) {
  for (int slot = 0; slot < running_limit; slot++) {
    pid_t known = id;
    if (atomic_compare_exchange_strong(&running[slot], &known, 0)) return;
  }
}

// Starting

/// Moves a descriptor out of the way of the numbers that the child gets, and out of reach of other children.
static int moved(int descriptor) {
  if (descriptor < 0) return -1;
  int high = fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
  int problem = errno;
  close(descriptor);
  errno = problem;
  return high;
}

static int copied(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 10); }

/// A pipe whose ends are out of the way. False with an errno when there is none.
static int open_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return 0;
  *reading = moved(ends[0]);
  *writing = moved(ends[1]);
#ifdef F_SETPIPE_SZ
  fcntl(*writing, F_SETPIPE_SZ, 1 << 20); // fewer switches between the two; a wish
#endif
  return *reading >= 0 && *writing >= 0;
}

static int nameless_file_in(const char *folder) {
  int file = open(folder, O_TMPFILE | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) {
    // A file system without such files.
    char name[4096];
    if (snprintf(name, sizeof name, "%s/meshrender-XXXXXX", folder) >= (int)sizeof name) return -1;
    file = mkostemp(name, O_CLOEXEC);
    if (file >= 0) unlink(name);
  }
  return moved(file);
}

int child_process_nameless_file(void) {
  const char *chosen = getenv("TMPDIR");
  const char *const folders[] = {chosen == NULL || chosen[0] == 0 ? "/tmp" : chosen, "/tmp", "/var/tmp", "/dev/shm"};
  int problem = 0;
  for (size_t index = 0; index < sizeof folders / sizeof *folders; index++) {
    int file = nameless_file_in(folders[index]);
    if (file >= 0) return file;
    if (index == 0) problem = errno;
  }
  errno = problem;
  return -1;
}

/// A nameless file for messages, in memory: no folder has to be writable.
static int message_file(void) {
  int memory = memfd_create("messages", MFD_CLOEXEC);
  return memory >= 0 ? moved(memory) : child_process_nameless_file();
}

/// - `descriptors`: the child's 0 to 4; -1 leads nowhere.
static int spawn(const char *const *arguments, const int descriptors[5], pid_t *id) {
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
  for (int number = 0; number < 5 && result == 0; number++) {
    if (descriptors[number] >= 0) {
      result = posix_spawn_file_actions_adddup2(&actions, descriptors[number], number);
    } else if (number < 3) {
      result = posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0);
    }
  }
  if (result == 0) {
    result = posix_spawnp(id, arguments[0], &actions, &attributes, (char *const *)arguments, environ);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return result;
}

static atomic_size_t memory_limit;

void child_process_limit_memory(size_t bytes) { atomic_store(&memory_limit, bytes); }

/// A child that has just been started waits for its input, and has taken nothing yet.
static void limit_memory(pid_t id) {
  size_t bytes = atomic_load(&memory_limit);
  struct rlimit limits;
  if (bytes == 0 || prlimit(id, RLIMIT_DATA, NULL, &limits) != 0 || limits.rlim_cur <= bytes) return;
  limits.rlim_cur = limits.rlim_max = bytes;
  prlimit(id, RLIMIT_DATA, &limits, NULL);
}

/// Starts the child where all `descriptors` that are needed are there, and closes them.
static int start(
  const char *const *arguments, int descriptors[5], int is_ready, bool is_limited, child_process *child) {
  int result = is_ready && child->messages >= 0 ? 0 : errno;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  atomic_fetch_add(&starting, 1);
  if (result == 0 && atomic_load(&is_exiting)) result = ECANCELED;
  if (result == 0) result = spawn(arguments, descriptors, &child->id);
  if (result == 0) remember(child->id);
  if (result == 0 && is_limited) limit_memory(child->id);
  atomic_fetch_sub(&starting, 1);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  for (int number = 0; number < 5; number++) {
    if (number != 2 && descriptors[number] >= 0) close(descriptors[number]);
  }
  if (result != 0) child_process_close(child);
  return result;
}

int child_process_start_writer(const char *const *arguments, int output, int source, child_process *child) {
  *child = (child_process){.input = -1, .output = -1, .notes = -1, .messages = message_file()};
  int descriptors[5] = {-1, -1, child->messages, -1, -1};
  int is_ready = open_pipe(&descriptors[0], &child->input);
  if (is_ready) is_ready = (descriptors[3] = copied(output)) >= 0;
  if (is_ready && source >= 0) is_ready = (descriptors[4] = copied(source)) >= 0;
  return start(arguments, descriptors, is_ready, true, child);
}

int child_process_start_reader(const char *const *arguments, int source, child_process *child) {
  *child = (child_process){.input = -1, .output = -1, .notes = -1, .messages = message_file()};
  int descriptors[5] = {-1, -1, child->messages, -1, -1};
  int is_ready = open_pipe(&child->output, &descriptors[1]) && open_pipe(&child->notes, &descriptors[4]);
  if (is_ready) is_ready = (descriptors[3] = copied(source)) >= 0;
  return start(arguments, descriptors, is_ready, true, child);
}

int child_process_start_peer(const char *const *arguments, child_process *child) {
  *child = (child_process){.input = -1, .output = -1, .notes = -1, .messages = message_file()};
  int descriptors[5] = {-1, -1, child->messages, -1, -1};
  int is_ready = open_pipe(&descriptors[0], &child->input) && open_pipe(&child->output, &descriptors[1]);
  return start(arguments, descriptors, is_ready, false, child);
}

// Reading

ssize_t child_process_read_some(int pipe, void *bytes, size_t count, int timeout) {
  for (;;) {
    struct pollfd wanted = {.fd = pipe, .events = POLLIN};
    int ready = poll(&wanted, 1, timeout);
    if (ready == 0) return -1;
    ssize_t got = ready < 0 ? -1 : read(pipe, bytes, count);
    if (got >= 0 || errno != EINTR) return got;
  }
}

ssize_t child_process_read(int pipe, void *bytes, size_t count, int timeout) {
  size_t got = 0;
  while (got < count) {
    ssize_t more = child_process_read_some(pipe, (char *)bytes + got, count - got, timeout);
    if (more < 0) return -1;
    if (more == 0) break;
    got += (size_t)more;
  }
  return (ssize_t)got;
}

// Ending

static void close_all(int *const *descriptors, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (*descriptors[index] >= 0) close(*descriptors[index]);
    *descriptors[index] = -1;
  }
}

void child_process_stop_reading(child_process *child) {
  int *descriptors[] = {&child->output, &child->notes};
  close_all(descriptors, 2);
}

void child_process_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

void child_process_kill(const child_process *child) { kill(child->id, SIGKILL); }

void child_process_close_input(child_process *child) {
  if (child->input >= 0) close(child->input);
  child->input = -1;
}

int child_process_wait(child_process *child) {
  child_process_close_input(child);
  // Its number is free for another process once it has been waited for: it is forgotten between its end and that.
  siginfo_t end;
  while (waitid(P_PID, (id_t)child->id, &end, WEXITED | WNOWAIT) == -1 && errno == EINTR) continue;
  forget(child->id);
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
  int *descriptors[] = {&child->input, &child->output, &child->notes, &child->messages};
  close_all(descriptors, 4);
}
