import Glibc

/// What this process has asked of the system since it began.
struct ProcessUsage {
  /// Pages of memory that were touched for the first time, or again after they were handed back.
  let pageFaults: Int
  /// Memory of its own that is present, in bytes: of the heap, stacks and compiled shaders what has been touched. What
  /// is only reserved does not count.
  let memory: Int
  /// The most memory that was present at a time, in bytes.
  let peak: Int

  static var now: ProcessUsage {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return ProcessUsage(
      pageFaults: usage.ru_minflt + usage.ru_majflt, memory: ownPages * sysconf(Int32(_SC_PAGESIZE)),
      peak: usage.ru_maxrss * 1024)
  }

  /// By the second and third of the numbers that proc(5) explains, without what files hold; 0 where there are none.
  private static var ownPages: Int {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      let count = max(0, read(file, buffer.baseAddress, buffer.count))
      let numbers = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ").map { Int($0) }
      guard numbers.count > 2, let present = numbers[1], let shared = numbers[2] else { return 0 }
      return present - shared
    }
  }
}
