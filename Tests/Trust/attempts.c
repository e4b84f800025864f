// A decoder in a stranger's hands: loaded before libpng, it tries one forbidden thing, named by ATTEMPT, when the first
// PNG is opened. It ends the process with 99 where that was possible, with 98 where the kernel refused it, and after
// "none" it does nothing.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *in(const char *folder, const char *name) {
  static char paths[2][4096];
  static int next;
  char *path = paths[next++ % 2];
  snprintf(path, sizeof paths[0], "%s/%s", getenv(folder), name);
  return path;
}

static int file(const char *path, int flags) { return open(path, flags | O_CLOEXEC, 0600); }

static int of_parent(const char *name) {
  char path[64], byte;
  snprintf(path, sizeof path, "/proc/%d/%s", getppid(), name);
  int descriptor = file(path, O_RDONLY);
  return descriptor < 0 || read(descriptor, &byte, 1) != 1 ? -1 : 0;
}

static int script(void) {
  static const char text[] = "#!/bin/sh\nexit 99\n";
  int descriptor = memfd_create("script", 0);
  return write(descriptor, text, sizeof text - 1) < 0 ? -1 : descriptor;
}

/// Hangs up and stays, as a worker of a batch.
static int stay(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  for (int descriptor = 0; descriptor < 256; descriptor++) close(descriptor);
  for (;;) sleep(1000);
}

/// Writes what is no message into every pipe, as a worker of a batch.
static int forge(const char *text, int times) {
  for (int descriptor = 3; descriptor < 256; descriptor++) {
    struct stat status;
    if (fstat(descriptor, &status) != 0 || !S_ISFIFO(status.st_mode)) continue;
    for (int time = 0; time < times; time++) {
      if (write(descriptor, text, strlen(text)) < 0) break;
    }
  }
  return 0;
}

static void *nothing(void *unused) { return unused; }

/// -1 with an errno where it is refused.
static long attempt(const char *name) {
#define TRY(word, call) \
  if (strcmp(name, word) == 0) return (call)
#define BATCH(word, call) TRY(word, call)
  char byte;
  struct iovec piece = {&byte, 1}, there = {(void *)environ, 1};
  struct perf_event_attr event = {.size = sizeof event, .type = PERF_TYPE_SOFTWARE};
  struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  char *const leave[] = {"sh", "-c", "exit 99", NULL};
  pthread_t thread;
  // Files
  TRY("passwd", file("/etc/passwd", O_RDONLY));
  TRY("secret", file(in("OUTSIDE", "secret"), O_RDONLY));
  TRY("secret by /proc", file(in("OUTSIDE_BY_PROC", "secret"), O_RDONLY));
  TRY("list", opendir(getenv("OUTSIDE")) == NULL ? -1 : 0);
  TRY("create", file(in("OUTSIDE", "made"), O_WRONLY | O_CREAT));
  TRY("nameless file", file(getenv("OUTSIDE"), O_TMPFILE | O_RDWR));
  TRY("change the input", file("image.png", O_WRONLY));
  TRY("remove the input", unlink("image.png"));
  TRY("create beside the input", file("made", O_WRONLY | O_CREAT));
  TRY("folder", mkdir(in("OUTSIDE", "folder"), 0700));
  TRY("remove", unlink(in("OUTSIDE", "secret")));
  TRY("link", link(in("OUTSIDE", "secret"), in("OUTPUTS", "link")));
  TRY("symbolic link", symlink("/etc/passwd", in("OUTPUTS", "link")));
  TRY("pipe", mkfifo(in("OUTPUTS", "pipe"), 0600));
  TRY("truncate", truncate(in("OUTSIDE", "secret"), 0));
  TRY("mode", chmod(in("OUTSIDE", "secret"), 0666));
  TRY("mode of set-user-id", fchmod(file(in("OUTPUTS", "tool"), O_WRONLY | O_CREAT), 04777));
  TRY("owner", chown(in("OUTSIDE", "secret"), 1, 1));
  TRY("memory of the machine", file("/proc/kcore", O_RDONLY));
  TRY("disk", file("/dev/vda", O_RDONLY));
  TRY("terminal", file("/dev/tty", O_RDWR));
  // Networks
  TRY("internet", socket(AF_INET, SOCK_STREAM, 0));
  TRY("datagram", socket(AF_INET6, SOCK_DGRAM, 0));
  TRY("local socket", socket(AF_UNIX, SOCK_STREAM, 0));
  TRY("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
  TRY("pair of sockets", socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0}));
  // Programs and processes
  TRY("program", execve("/bin/sh", leave, environ));
  TRY("program in memory", fexecve(script(), leave, environ));
  TRY("process", fork());
  TRY("process by clone", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  TRY("shell", system("true") == 0 ? 0 : -1);
  TRY("signal", kill(getppid(), 0));
  TRY("signal to a thread", syscall(SYS_tgkill, getppid(), getppid(), 0));
  TRY("trace", ptrace(PTRACE_SEIZE, getppid(), 0, 0));
  TRY("read memory", process_vm_readv(getppid(), &piece, 1, &there, 1, 0));
  TRY("environment", of_parent("environ"));
  TRY("maps", of_parent("maps"));
  TRY("own namespaces", unshare(CLONE_NEWUSER));
  TRY("namespace of a thread", syscall(SYS_clone, CLONE_NEWUTS | SIGCHLD, 0, 0, 0, 0));
  // The kernel's larger doors
  TRY("mount", mount("none", "/tmp", "tmpfs", 0, NULL));
  TRY("root", chroot("/tmp"));
  TRY("bpf", syscall(SYS_bpf, 0, NULL, 0) == -1 && errno == EFAULT ? 0 : -1);
  TRY("io_uring", syscall(SYS_io_uring_setup, 1, NULL) == -1 && errno == EFAULT ? 0 : -1);
  TRY("keys", syscall(SYS_keyctl, 0, -3, 1));
  TRY("events", syscall(SYS_perf_event_open, &event, 0, -1, -1, 0));
  TRY("faults", syscall(SYS_userfaultfd, 0));
  TRY("limits", setrlimit(RLIMIT_FSIZE, &all));
  TRY("dumps", prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
  TRY("user", setuid(1));
#ifdef __x86_64__
  TRY("calls of 32 bits", ({ long result; __asm__ volatile("int $0x80" : "=a"(result) : "a"(20)); result > 0 ? 0 : -1; }));
  TRY("calls of x32", syscall(0x40000000 | SYS_getpid));
#endif
  // What must be possible
  TRY("thread", pthread_create(&thread, NULL, nothing, NULL) == 0 ? pthread_join(thread, NULL) : -1);
  TRY("output", file(in("OUTPUTS", "made"), O_WRONLY | O_CREAT));
  TRY("input", file("image.png", O_RDONLY));
  // What a batch must bear
  BATCH("stay", stay());
  BATCH("negative numbers", forge("-1\n-1\n-1\n", 1));
  BATCH("large numbers", forge("9223372036854775807\n2\n9223372036854775807\n9223372036854775807\n", 1));
  BATCH("a flood", forge("4294967296\n1\n1000000000\n0123456789012345678901234567890123456789012345", 4000000));
  fprintf(stderr, "there is no attempt %s\n", name);
  _exit(97);
}

void *png_create_read_struct(const char *version, void *pointer, void *error, void *warning) {
  const char *name = getenv("ATTEMPT");
  if (name != NULL && strcmp(name, "none") != 0) _exit(attempt(name) < 0 ? 98 : 99);
  void *(*next)(const char *, void *, void *, void *);
  *(void **)&next = dlsym(RTLD_NEXT, "png_create_read_struct");
  return next(version, pointer, error, warning);
}
