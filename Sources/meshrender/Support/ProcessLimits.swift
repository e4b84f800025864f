import Glibc

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
      "/proc is not mounted, and the arguments are read there; mount it: mount -t proc proc /proc")
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

  /// Checks that threads can be started: two for each core, up to the most that the software renderer starts, and those
  /// of the tool. On two cores it takes 0.1 to 0.3 ms.
  /// - Throws: ``Failure`` with the number of threads that are possible.
  static func requireThreads() throws(Failure) {
    let cores = min(SystemMemory.coreCount, 16)
    let need = 2 * cores + 6
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
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
    guard threads.count < need else { return }
    throw Failure(
      .unavailable,
      "threads cannot be started: \(threads.count) of \(need) are possible; raise the limit of processes (ulimit -u, or "
        + "that of the container)")
  }
}
