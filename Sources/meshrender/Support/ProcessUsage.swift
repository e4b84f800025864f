import Glibc

/// The resources that the process has used since its start.
struct ProcessUsage {
  /// Pages touched for the first time, or again after they were released.
  let pageFaults: Int
  /// Resident private memory in bytes: the touched pages of the heap, stacks and compiled shaders. Reserved pages do
  /// not count.
  let memory: Int
  /// The peak of resident memory in bytes.
  let peak: Int

  static var now: ProcessUsage {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return ProcessUsage(
      pageFaults: usage.ru_minflt + usage.ru_majflt, memory: ownPages * sysconf(Int32(_SC_PAGESIZE)),
      peak: peakOfProgram ?? usage.ru_maxrss * 1024)
  }

  /// The field VmHWM of /proc/self/status in proc(5): unlike `ru_maxrss`, without the memory of the program that started
  /// this one, before its own began.
  private static var peakOfProgram: Int? {
    let lines = TextFile.start(of: "/proc/self/status", count: 4096)?.split(separator: "\n") ?? []
    let words = lines.first { $0.hasPrefix("VmHWM:") }?.split { $0 == " " || $0 == "\t" }
    return words.flatMap { $0.count > 1 ? Int($0[1]) : nil }.map { $0 * 1024 }
  }

  /// The resident pages minus the pages of files, the second and third fields of /proc/self/statm in proc(5); 0 when it
  /// is unavailable.
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
