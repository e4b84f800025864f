import Glibc

/// A command that computes or draws with several threads. Others print texts, however few threads there can be.
protocol ThreadedCommand {}

/// Limits of the process without which neither Swift's runtime nor a driver can work: both crash, or wait without end.
enum ProcessLimits {
  /// Descriptors that a run has open at once: files, pipes, libraries and the driver's devices.
  private static let descriptorNeed = 24

  /// Checks that /proc is mounted: Swift's runtime reads the arguments there.
  /// - Throws: ``Failure`` where it is not.
  static func requireArguments() throws(Failure) {
    guard access("/proc/self/cmdline", R_OK) != 0 else { return }
    throw Failure(
      .unavailable,
      "/proc is not mounted, but the arguments are read there; mount it: mount -t proc proc /proc")
  }

  /// Checks that files can be opened.
  /// - Throws: ``Failure`` with the limit.
  static func requireDescriptors() throws(Failure) {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < descriptorNeed {
      let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
      guard copy < 0 else {
        opened.append(copy)
        continue
      }
      guard errno == EMFILE || errno == EINVAL else { return }
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      throw Failure(
        .unavailable,
        "too many files are open: the process can open \(opened.count) more, and needs \(descriptorNeed) (ulimit -n is "
          + "\(limit.rlim_cur)); raise that limit")
    }
  }

  /// The stack of a thread in bytes, and the least with which the drivers work.
  private static let (stack, leastStack): (rlim_t, rlim_t) = (8 << 20, 256 << 10)

  /// Raises a small limit of the stack as far as the user may, and starts the program again.
  /// - Throws: ``Failure`` where it stays too small.
  static func requireStack() throws(Failure) {
    var limit = rlimit()
    let kind = __rlimit_resource_t(RLIMIT_STACK.rawValue)
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < stack / 8 else { return }
    let before = limit.rlim_cur
    limit.rlim_cur = min(limit.rlim_max, stack)
    guard limit.rlim_cur >= leastStack, setrlimit(kind, &limit) == 0 else {
      throw Failure(
        .unavailable,
        "the stack may have \(limit.rlim_cur >> 10) KiB (ulimit -s), and drivers need \(leastStack >> 10) KiB; raise that limit"
      )
    }
    guard limit.rlim_cur > before else { return }
    // The C library has read the earlier limit, for the stacks of threads.
    execv("/proc/self/exe", CommandLine.unsafeArgv)
  }

  /// The threads of an animation: those of the software renderer, of libdispatch, which waits without end for a thread
  /// that cannot be started, and those of the tool.
  private static var threadNeed: Int { min(SystemMemory.coreCount, 16) + SystemMemory.coreCount + 6 }

  /// Checks that threads can be started and that libdispatch finds their states in /proc, without which it crashes.
  /// - Throws: ``Failure`` with the number of threads that are possible.
  static func requireThreads() throws(Failure) {
    var text = [CChar](repeating: 0, count: 16)
    guard readlink("/proc/self", &text, text.count - 1) > 0, atoi(text) == getpid() else {
      throw Failure(
        .unavailable,
        "/proc belongs to another PID namespace, but the states of threads are read there; mount it again: "
          + "mount -t proc proc /proc")
    }
    let count = possibleThreads(threadNeed)
    if count < threadNeed { throw shortage(count, of: threadNeed) }
  }

  /// The number of workers of a batch for which there are threads.
  /// - `count`: the number that was chosen.
  /// - `warn`: receives a warning where there are threads for fewer.
  static func workers(_ count: Int, warn: (String) -> Void) throws(Failure) -> Int {
    // Each is a process, and checks its threads by itself.
    let need = threadNeed + 1
    // Under a loose limit a test with all threads would take long.
    let wanted = min(count * need, 1000)
    let possible = possibleThreads(wanted)
    guard possible < wanted else { return count }
    let failure = shortage(possible, of: wanted)
    guard possible >= need else { throw failure }
    warn("\(failure.sentence); the batch continues with \(possible / need) of \(count) workers")
    return possible / need
  }

  /// The failure of a thread that the system does not start.
  /// - Parameter code: the error of the system.
  static func noThread(_ code: Int32) -> Failure {
    MemoryBudget.driverShortage
      ?? Failure(
        .unavailable,
        "a thread cannot be started (\(String(cString: strerror(code)))); raise the limit of processes (ulimit -u), which "
          + "counts all threads of the user, or that of memory (ulimit -v)")
  }

  /// The failure of a program that has failed where there are too few threads for it, of which it says little itself;
  /// nil where there are enough.
  static var programShortage: Failure? {
    // FFmpeg's decoder, filters and encoder have threads of their own.
    let need = 3 * SystemMemory.coreCount + 8
    let count = possibleThreads(need)
    return count < need ? shortage(count, of: need) : nil
  }

  private static func shortage(_ count: Int, of need: Int) -> Failure {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit)
    let text = Int(exactly: limit.rlim_cur).map { "ulimit -u is \($0)" } ?? "ulimit -u"
    return Failure(
      .unavailable,
      "threads cannot be started: \(count) of \(need) are possible; raise the limit of processes (\(text), which counts "
        + "all threads of the user), or that of the container")
  }

  /// The number of threads that can run at the same time besides this one, at most `need`.
  private static func possibleThreads(_ need: Int) -> Int {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return need }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // Small stacks, so that a limit of address space does not count them.
    pthread_attr_setstacksize(&attributes, 256 << 10)
    var threads: [pthread_t] = []
    while threads.count < need {
      var thread = pthread_t()
      // Each thread waits for the end of the pipe, so that all run at the same time.
      let result = pthread_create(
        &thread, &attributes,
        { argument in
          var byte: UInt8 = 0
          _ = read(Int32(Int(bitPattern: argument)), &byte, 1)
          return nil
        }, UnsafeMutableRawPointer(bitPattern: Int(ends[0])))
      guard result == 0 else { break }
      threads.append(thread)
    }
    close(ends[1])
    for thread in threads { pthread_join(thread, nil) }
    close(ends[0])
    return threads.count
  }
}
