import Glibc

/// What this process has asked of the system since it began.
struct ProcessUse {
  /// Pages of memory that were touched for the first time, or again after they were handed back.
  let pageFaults: Int
  /// Memory of its own that it may write, in bytes, whether touched or not: the heap, stacks, compiled shaders.
  let memory: Int
  /// The most memory that was present at a time, in bytes.
  let peak: Int

  static var now: ProcessUse {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return ProcessUse(
      pageFaults: usage.ru_minflt + usage.ru_majflt, memory: writablePages * sysconf(Int32(_SC_PAGESIZE)),
      peak: usage.ru_maxrss * 1024)
  }

  /// The sixth of the numbers that proc(5) explains; 0 where there are none.
  private static var writablePages: Int {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      let count = max(0, read(file, buffer.baseAddress, buffer.count))
      let numbers = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ")
      return numbers.count > 5 ? Int(numbers[5]) ?? 0 : 0
    }
  }
}
