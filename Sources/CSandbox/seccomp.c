#ifndef _GNU_SOURCE
#define _GNU_SOURCE // CLONE_THREAD, siginfo_t
#endif
#include "csandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

// Numbers of later kernels than the system's headers.
#ifndef __NR_clone3
#define __NR_clone3 435
#endif
#ifndef __NR_faccessat2
#define __NR_faccessat2 439
#endif
#ifndef __NR_close_range
#define __NR_close_range 436
#endif

// The steps of a filter: it has the number of the call in its register, unless a step has loaded an argument.
#define NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
// The lower and the upper half of an argument; both architectures are little-endian.
#define LOW(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define HIGH(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]) + 4)
#define END(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define ALLOW END(SECCOMP_RET_ALLOW)
#define REFUSE(error) END(SECCOMP_RET_ERRNO | (error))
#define TRAP END(SECCOMP_RET_TRAP)
// Skips as many steps where the register is, is not, has or has none of the bits of a value.
#define SKIP_IF(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (count), 0)
#define SKIP_UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))
#define SKIP_IF_ANY(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), (count), 0)
#define SKIP_IF_NONE(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, (count))

#define CALL(name) SKIP_UNLESS(__NR_##name, 1), ALLOW,
#define ERROR(name, error) SKIP_UNLESS(__NR_##name, 1), REFUSE(error),

// Allowed where its first argument is 0, the calling thread.
#define OWN(name) SKIP_UNLESS(__NR_##name, 4), LOW(0), SKIP_UNLESS(0, 1), ALLOW, REFUSE(EPERM),

enum {
  namespaces = 0x7e020000, // CLONE_NEW*
  push_input = 0x5412,     // TIOCSTI, which types into the terminal
  linux_console = 0x541c,  // TIOCLINUX, which pastes there
  set_id_bits = 06000,
};

static struct sock_filter steps[] = {
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
  SKIP_IF(ARCHITECTURE, 1),
  END(SECCOMP_RET_KILL_PROCESS), // another architecture has other numbers
  NUMBER,
#include "system_calls.h"
  // Threads, but no processes, and no namespaces. glibc starts programs with all signals blocked, so that the handler of
  // a trap could not say which call it was.
  SKIP_UNLESS(__NR_clone, 7),
  LOW(0),
  SKIP_IF_ANY(namespaces, 4),
  SKIP_IF_NONE(CLONE_THREAD, 1),
  ALLOW,
  SKIP_IF_NONE(CLONE_VFORK, 1),
  REFUSE(EPERM),
  TRAP,
  // Its flags lie in memory, where a filter cannot see them: glibc goes on with clone.
  ERROR(clone3, ENOSYS)
  // Devices, terminals' sizes; no input into the terminal from which the program was started.
  SKIP_UNLESS(__NR_ioctl, 5),
  LOW(1),
  SKIP_IF(push_input, 2),
  SKIP_IF(linux_console, 1),
  ALLOW,
  REFUSE(EPERM),
  // Modes of outputs without the set-user-ID and set-group-ID bits.
  SKIP_UNLESS(__NR_fchmod, 4),
  LOW(1),
  SKIP_IF_ANY(set_id_bits, 1),
  ALLOW,
  REFUSE(EPERM),
  // A process can read its own limits, not raise them, and has nothing to do with others'.
  SKIP_UNLESS(__NR_prlimit64, 8),
  LOW(0),
  SKIP_UNLESS(0, 5),
  LOW(2),
  SKIP_UNLESS(0, 3),
  HIGH(2),
  SKIP_UNLESS(0, 1),
  ALLOW,
  REFUSE(EPERM),
  // Threads set their own priority and place only.
  SKIP_UNLESS(__NR_setpriority, 6),
  LOW(0),
  SKIP_UNLESS(PRIO_PROCESS, 3),
  LOW(1),
  SKIP_UNLESS(0, 1),
  ALLOW,
  REFUSE(EPERM),
  OWN(sched_setscheduler)
  OWN(sched_setaffinity)
  // The names of threads.
  SKIP_UNLESS(__NR_prctl, 5),
  LOW(0),
  SKIP_IF(PR_SET_NAME, 1),
  SKIP_UNLESS(PR_GET_NAME, 1),
  ALLOW,
  REFUSE(EPERM),
  // A library that looks up the user's name asks a daemon first. There are no sockets, of any kind.
  SKIP_UNLESS(__NR_socket, 4),
  LOW(0),
  SKIP_UNLESS(AF_UNIX, 1),
  REFUSE(EACCES),
  TRAP,
  // abort() and the like signal the process itself; its number is filled in below.
  SKIP_UNLESS(__NR_tgkill, 4),
  LOW(0),
  SKIP_UNLESS(0, 1),
  ALLOW,
  TRAP,
  // Calls that libraries try and do without: priorities, places of threads and memory, comparisons of descriptors.
  ERROR(getpriority, EPERM) ERROR(sched_setattr, EPERM) ERROR(sched_getattr, EPERM)
  ERROR(sched_setparam, EPERM) ERROR(sched_getparam, EPERM) ERROR(sched_getscheduler, EPERM)
  ERROR(ioprio_set, EPERM) ERROR(mbind, EPERM) ERROR(set_mempolicy, EPERM) ERROR(get_mempolicy, EPERM)
  ERROR(kcmp, EPERM) ERROR(mlock, EPERM) ERROR(setrlimit, EPERM) ERROR(inotify_init1, EPERM)
  // A driver makes the nodes of its devices, and links to them, where they are missing.
  ERROR(symlinkat, EPERM) ERROR(mknodat, EPERM) ERROR(fchmodat, EPERM)
#ifdef __NR_symlink
  ERROR(symlink, EPERM) ERROR(mknod, EPERM) ERROR(chmod, EPERM)
#endif
  ERROR(getxattr, EOPNOTSUPP) ERROR(lgetxattr, EOPNOTSUPP)
  TRAP,
};

#undef CALL
#define CALL(name) {__NR_##name, #name},

/// System calls that a violation reports by name; others are reported by number.
static const struct {
  int number;
  const char *name;
} names[] = {
  CALL(socket) CALL(socketpair) CALL(connect) CALL(bind) CALL(sendto) CALL(recvfrom) CALL(sendmsg) CALL(recvmsg)
  CALL(execve) CALL(execveat) CALL(clone) CALL(wait4) CALL(waitid) CALL(ptrace) CALL(process_vm_readv)
  CALL(process_vm_writev) CALL(kill) CALL(tkill) CALL(tgkill) CALL(bpf) CALL(keyctl) CALL(add_key)
  CALL(request_key) CALL(perf_event_open) CALL(userfaultfd) CALL(mount) CALL(umount2) CALL(pivot_root) CALL(chroot)
  CALL(unshare) CALL(setns) CALL(personality) CALL(fchownat)
  CALL(truncate) CALL(utimensat) CALL(setxattr) CALL(shmget) CALL(seccomp) CALL(name_to_handle_at)
  CALL(open_by_handle_at) CALL(splice) CALL(sendfile) CALL(setuid) CALL(setgid) CALL(setsid) CALL(setpgid)
#ifdef __NR_fork
  CALL(fork) CALL(vfork) CALL(chown) CALL(lchown) CALL(utime) CALL(utimes)
#endif
#ifdef __NR_io_uring_setup
  CALL(io_uring_setup) CALL(io_uring_enter) CALL(io_uring_register) CALL(pidfd_send_signal)
#endif
};

static void (*report)(const char *call);

static void handle(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)context;
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    if (names[index].number == info->si_syscall) report(names[index].name);
  }
  char digits[16];
  char *start = digits + sizeof digits - 1;
  *start = 0;
  for (int rest = info->si_syscall; (rest > 0 || *start == 0) && start > digits; rest /= 10) {
    *--start = (char)('0' + rest % 10);
  }
  report(start);
  _exit(1);
}

static long seccomp(unsigned operation, unsigned flags, void *argument) {
  return syscall(__NR_seccomp, operation, flags, argument);
}

int csandbox_filter_problem(void) {
  uint32_t action = SECCOMP_RET_TRAP;
  return seccomp(SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0 ? 0 : errno;
}

/// Fills in the number of the process, in the only test for the number of a call beside itself.
static void fill_in_process(void) {
  size_t count = sizeof steps / sizeof *steps;
  for (size_t index = 0; index + 2 < count; index++) {
    if (steps[index].code == (BPF_JMP | BPF_JEQ | BPF_K) && steps[index].k == __NR_tgkill) {
      steps[index + 2].k = (uint32_t)getpid();
      return;
    }
  }
}

int csandbox_filter(void (*violation)(const char *call)) {
  report = violation;
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigfillset(&action.sa_mask);
  if (sigaction(SIGSYS, &action, NULL) != 0) return errno;
  fill_in_process();
  struct sock_fprog program = {.len = sizeof steps / sizeof *steps, .filter = steps};
  // All threads: one that ends at this moment does not matter, and none else should be there.
  return seccomp(SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : errno;
}

#else

int csandbox_filter_problem(void) { return ENOSYS; }

int csandbox_filter(void (*violation)(const char *call)) {
  (void)violation;
  return ENOSYS;
}

#endif
