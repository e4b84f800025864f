// The system calls of a process in the sandbox, by name. CALL(name) is defined by the file that includes this. Names
// that an architecture lacks are left out below.
//
// Found by strace over pictures of every format, texts, clips, maps, meshes and batches, on llvmpipe, and over pictures
// on a GPU by NVIDIA's driver; see
// Tests/Trust/sandbox.py, which compares.

// Memory
CALL(brk) CALL(madvise) CALL(mmap) CALL(mprotect) CALL(mremap) CALL(munmap) CALL(memfd_create) CALL(mincore) CALL(msync)
// Threads and time
CALL(futex) CALL(set_robust_list) CALL(rseq) CALL(set_tid_address) CALL(exit) CALL(exit_group) CALL(membarrier)
CALL(sched_yield) CALL(sched_getaffinity) CALL(sched_get_priority_max) CALL(sched_get_priority_min) CALL(getcpu) CALL(gettid) CALL(restart_syscall)
CALL(clock_gettime) CALL(clock_getres) CALL(clock_nanosleep) CALL(nanosleep) CALL(gettimeofday) CALL(getrusage)
CALL(timerfd_create) CALL(timerfd_settime) CALL(timerfd_gettime) CALL(getrandom)
#ifdef __NR_time
CALL(time)
#endif
// Signals of the process itself
CALL(rt_sigaction) CALL(rt_sigprocmask) CALL(rt_sigreturn) CALL(rt_sigpending) CALL(sigaltstack)
// What it is
CALL(getpid) CALL(getppid) CALL(getuid) CALL(geteuid) CALL(getgid) CALL(getegid) CALL(uname) CALL(sysinfo)
CALL(getrlimit)
// Open files: which ones, Landlock says
CALL(openat) CALL(close) CALL(close_range) CALL(read) CALL(write) CALL(readv) CALL(writev) CALL(pread64)
CALL(pwrite64) CALL(lseek) CALL(ftruncate) CALL(fallocate) CALL(fadvise64) CALL(fsync) CALL(fdatasync) CALL(flock)
CALL(fcntl) CALL(dup) CALL(dup3) CALL(pipe2) CALL(fchown) CALL(getdents64) CALL(fstat) CALL(newfstatat) CALL(statx)
CALL(fstatfs) CALL(statfs) CALL(readlinkat) CALL(faccessat) CALL(faccessat2) CALL(getcwd) CALL(chdir) CALL(fchdir)
CALL(umask) CALL(mkdirat) CALL(unlinkat) CALL(renameat) CALL(renameat2) CALL(linkat) CALL(eventfd2)
CALL(epoll_create1) CALL(epoll_ctl) CALL(epoll_pwait) CALL(ppoll) CALL(pselect6)
#ifdef __NR_open
CALL(open) CALL(stat) CALL(lstat) CALL(access) CALL(readlink) CALL(mkdir) CALL(rmdir) CALL(unlink) CALL(rename)
CALL(link) CALL(pipe) CALL(dup2) CALL(poll) CALL(select) CALL(epoll_wait) CALL(epoll_create) CALL(getdents)
#endif
#ifdef __NR_epoll_pwait2
CALL(epoll_pwait2)
#endif
